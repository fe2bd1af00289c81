import { isoMoment } from '#core/database/schema/columns.js';
import { codeCountsOf } from './code.js';
import { promiseOf } from './promises.js';
import { attachedCounts, LABELS_OF_TASK } from './tasks.js';
import { userReference } from './users.js';
import { liveWorkOf } from './work.js';

export const LABELS = `${LABELS_OF_TASK} AS labels`;

/** What a list of tasks can include: a column of the row `t`, and the join that it needs. */
export const INCLUDED = {
  assignee: {
    column: `CASE WHEN a.id IS NOT NULL THEN ${userReference('a')} END AS assignee`,
    join: `LEFT JOIN users a ON a.company_id = t.company_id AND a.id = t.assignee_id`,
  },
  delegate: {
    column: `CASE WHEN dc.id IS NOT NULL THEN json_build_object('id', dc.id, 'name', dc.name) END AS delegate`,
    join: `LEFT JOIN virtual_colleagues dc ON dc.company_id = t.company_id AND dc.id = t.delegate_id`,
  },
  project: {
    column: `json_build_object('id', ip.id, 'name', ip.name, 'key', ip.key) AS project`,
    join: `LEFT JOIN projects ip ON ip.company_id = t.company_id AND ip.id = t.project_id`,
  },
  labels: { column: LABELS, join: '' },
  work: { column: `${liveWorkOf('t')} AS work`, join: '' },
  counts: { column: `${attachedCounts('t')} AS counts`, join: '' },
  promise: { column: `${promiseOf('t')} AS promise`, join: '' },
  code: { column: `${codeCountsOf('t')} AS code`, join: '' },
  sprint: {
    column: 'isp.name AS sprint',
    join: `LEFT JOIN sprints isp ON isp.company_id = t.company_id AND isp.id = t.sprint_id`,
  },
  epic: {
    column: 'iep.name AS epic',
    join: `LEFT JOIN epics iep ON iep.company_id = t.company_id AND iep.id = t.epic_id`,
  },
};
/** What the row `t` waits for, as far as `reach` lets the project of the row `bt` through; the first one made first. */
export const blockersWithin = (reach: string): string => `coalesce((
    SELECT json_agg(json_build_object('id', bt.id, 'tid', bt.tid, 'title', bt.title, 'status', bt.status,
      'startDate', ${isoMoment('bt.start_date')}, 'dueDate', ${isoMoment('bt.due_date')}) ORDER BY bt.created_at, bt.id)
    FROM task_blockers tb JOIN tasks bt ON bt.company_id = tb.company_id AND bt.id = tb.blocker_id
    WHERE tb.company_id = $1 AND tb.task_id = t.id AND bt.company_id = $1 AND ${reach}), '[]') AS blockers`;
