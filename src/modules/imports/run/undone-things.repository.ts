import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { ALL_FIELDS, isFieldSet } from '#schema/fields.js';
import { usesTemplate } from '#schema/recurrences.js';
import { carriesLabel, subtaskIds } from '#schema/tasks.js';
import { isFavorite } from '#schema/views.js';
import { hasWorked } from '#schema/colleagues.js';
import { hasKey } from '#schema/api-keys.js';
import { hasGrant } from '#schema/oauth.js';
import type { Removable } from './removals.js';
import { commentCount } from '#schema/comments.js';
import { timeEntryCount } from '#schema/time-entries.js';

/** The tables of what projects have besides tasks, epics and sprints. */
const BESIDES_WORK = ['views', 'templates', 'recurrences'] as const;

/** Whether the project of the row `p` goes after this: this import has made it, and nothing is in it. */
const GOES = `NOT ${isInUse('p')} AND EXISTS (SELECT 1 FROM import_references o
  WHERE o.company_id = $1 AND o.import_id = r.import_id AND o.kind = 'project' AND o.thing_id = p.id)`;

interface Obstacle {
  readonly table: string;
  readonly isUsed: string;
  readonly isLost?: string;
  /** Whether somebody has changed it since. */
  readonly isChanged?: string;
}

/** What stands between a thing and its going, and whether it goes all the same: `x` is its row, `r` its reference. */
const USED: Record<Removable, Obstacle> = {
  epic: { table: 'epics', isUsed: `EXISTS (SELECT 1 FROM tasks t WHERE t.company_id = $1 AND t.epic_id = x.id)` },
  sprint: {
    table: 'sprints',
    isUsed: `EXISTS (SELECT 1 FROM tasks t WHERE t.company_id = $1 AND t.sprint_id = x.id)`,
  },
  label: { table: 'labels', isUsed: carriesLabel('x') },
  view: {
    table: 'views',
    isUsed: isFavorite('x'),
    isLost: `EXISTS (SELECT 1 FROM projects p WHERE p.company_id = $1 AND p.id = x.project_id AND ${GOES})`,
  },
  template: {
    table: 'templates',
    isUsed: usesTemplate('x'),
    isLost: `EXISTS (SELECT 1 FROM projects p WHERE p.company_id = $1 AND p.id = x.project_id AND ${GOES})`,
  },
  recurrence: {
    table: 'recurrences',
    isUsed: `EXISTS (SELECT 1 FROM tasks t WHERE t.company_id = $1 AND t.recurrence_id = x.id)`,
    isLost: `EXISTS (SELECT 1 FROM projects p WHERE p.company_id = $1 AND p.id = x.project_id AND ${GOES})`,
  },
  colleague: {
    table: 'virtual_colleagues',
    isUsed: `${hasWorked('x')} OR ${hasKey('x')} OR ${hasGrant('x')} OR EXISTS (SELECT 1 FROM tasks t WHERE t.company_id = $1 AND t.delegate_id = x.id)`,
  },
  team: {
    table: 'teams',
    isUsed: `EXISTS (SELECT 1 FROM projects p WHERE p.company_id = $1 AND p.team_id = x.id AND NOT (${GOES}))`,
  },
  lane: {
    table: 'workflow_lanes',
    isUsed: `EXISTS (SELECT 1 FROM tasks t WHERE t.company_id = $1 AND folded(t.status) = folded(x.name))`,
    // It has nothing but a place, which moves with the others.
    isChanged: 'FALSE',
  },
  // Options and projects are added by later rows, too.
  field: { table: ALL_FIELDS, isUsed: isFieldSet('x'), isChanged: 'FALSE' },
};

/** References of one transaction. */
const BATCH = 100;

interface MadeTask {
  readonly referenceId: string;
  readonly id: string;
  readonly tid: string;
  readonly reason: string | null;
}

/** References of tasks that an import made, past `$3`, with why each must stay; null where it may go. */
const MADE_TASKS = `SELECT r.id AS "referenceId", t.id, t.tid, CASE
    WHEN EXISTS (SELECT 1 FROM attachments a WHERE a.company_id = $1 AND a.task_id = t.id AND a.state <> 'refused'
      AND NOT EXISTS (SELECT 1 FROM import_references f WHERE f.company_id = $1 AND f.thing_id = a.id AND f.import_id = $2
        AND f.written_at = a.updated_at)) THEN 'A file was attached or renamed since'
    WHEN t.updated_at <> r.written_at THEN 'It was changed since'
    WHEN ${commentCount('t')} <> (SELECT count(*) FROM import_references c
      WHERE c.company_id = $1 AND c.task_id = t.id AND c.kind = 'comment' AND c.import_id = $2) THEN 'It was commented on since'
    WHEN EXISTS (SELECT 1 FROM import_references c JOIN comments m ON m.company_id = c.company_id AND m.id = c.thing_id
      WHERE c.company_id = $1 AND c.task_id = t.id AND c.kind = 'comment' AND m.updated_at <> c.written_at) THEN 'A comment was changed since'
    WHEN ${timeEntryCount('t')} <> (SELECT count(*) FROM import_references e
      WHERE e.company_id = $1 AND e.task_id = t.id AND e.kind = 'time' AND e.import_id = $2) THEN 'Hours were logged since'
    WHEN EXISTS (SELECT 1 FROM (${subtaskIds('t')}) child WHERE NOT EXISTS (SELECT 1 FROM import_references k
      WHERE k.company_id = $1 AND k.thing_id = child.id AND k.import_id = $2)) THEN 'It has subtasks that were made since'
    END AS reason
  FROM import_references r JOIN tasks t ON t.company_id = r.company_id AND t.id = r.thing_id
  WHERE r.company_id = $1 AND r.import_id = $2 AND r.kind = 'task' AND r.is_made AND r.id > $3 ORDER BY r.id LIMIT ${BATCH}`;

/** References of one transaction. */
const COMMENTS_AT_ONCE = 100;

interface MadeComment {
  readonly id: string;
  readonly thingId: string;
  readonly isGoing: boolean;
}

/** What an import has made, and whether somebody has changed or used it since. */
@Injectable()
export class UndoneThingsRepository {
  constructor(private readonly database: Database) {}

  /** Of those of the projects that nothing is in. */
  async removeMembersOfUnused(tx: TransactionContext, projectIds: readonly string[]): Promise<void> {
    const text = `DELETE FROM project_members m USING projects p WHERE m.company_id = $1 AND m.project_id = ANY ($2::uuid[])
      AND p.company_id = $1 AND p.id = m.project_id AND NOT ${isInUse('p')}`;
    await this.database.execute(tx, { text }, [tx.companyId, projectIds]);
  }

  async isUsedProject(tx: TransactionContext, projectId: string): Promise<boolean> {
    const text = `SELECT ${isInUse('p')} AS "isUsed" FROM projects p WHERE p.company_id = $1 AND p.id = $2`;
    return (await this.database.row<{ isUsed: boolean }>(tx, { text }, [tx.companyId, projectId]))?.isUsed === true;
  }

  /** Nothing when the thing is gone; `id` is that of its reference. */
  findObstacles(
    tx: TransactionContext,
    kind: Removable,
    id: string,
  ): Promise<{ isUsed: boolean; isChanged: boolean } | undefined> {
    const { table, isUsed, isLost = 'FALSE', isChanged = 'x.updated_at <> r.written_at' } = USED[kind];
    const text = `SELECT (${isUsed}) AND NOT ${isLost} AS "isUsed",
        (${isChanged}) AND NOT ${isLost} AS "isChanged"
      FROM import_references r JOIN ${table} x ON x.company_id = r.company_id AND x.id = r.thing_id WHERE r.company_id = $1 AND r.id = $2`;
    return this.database.row<{ isUsed: boolean; isChanged: boolean }>(tx, { text }, [tx.companyId, id]);
  }

  findTasks(tx: TransactionContext, importId: string, after: string): Promise<MadeTask[]> {
    return this.database.rows<MadeTask>(tx, { text: MADE_TASKS }, [tx.companyId, importId, after]);
  }

  /** Those that it made and somebody has deleted. */
  async findTrashed(tx: TransactionContext, importId: string): Promise<string[]> {
    const text = `SELECT tt.id FROM trashed_tasks tt JOIN import_references r ON r.company_id = tt.company_id AND r.thing_id = tt.id
      WHERE tt.company_id = $1 AND r.import_id = $2 AND r.kind = 'task' AND r.is_made`;
    return (await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, importId])).map(({ id }) => id);
  }

  /** References of comments past `after`, and whether each may go. */
  findComments(tx: TransactionContext, importId: string, after: string): Promise<MadeComment[]> {
    const text = `SELECT r.id, r.thing_id AS "thingId", m.updated_at = r.written_at AND NOT EXISTS (SELECT 1 FROM import_references t
            WHERE t.company_id = $1 AND t.kind = 'task' AND t.thing_id = r.task_id AND t.import_id = $2) AS "isGoing"
          FROM import_references r JOIN comments m ON m.company_id = r.company_id AND m.id = r.thing_id
          WHERE r.company_id = $1 AND r.import_id = $2 AND r.kind = 'comment' AND r.id > $3 ORDER BY r.id LIMIT ${COMMENTS_AT_ONCE}`;
    return this.database.rows<MadeComment>(tx, { text }, [tx.companyId, importId, after]);
  }

  /** References of links that may go, or are gone. */
  findLinks(tx: TransactionContext, importId: string): Promise<{ id: string; thingId: string }[]> {
    const text = `SELECT r.id, r.thing_id AS "thingId" FROM import_references r
      WHERE r.company_id = $1 AND r.import_id = $2 AND r.kind = 'link' AND NOT EXISTS (
        SELECT 1 FROM task_links l JOIN import_references t ON t.company_id = l.company_id AND t.thing_id IN (l.first_id, l.second_id)
        WHERE l.company_id = $1 AND l.id = r.thing_id AND t.kind = 'task' AND t.import_id = $2)`;
    return this.database.rows(tx, { text }, [tx.companyId, importId]);
  }
}

/** Whether something is in the project of the row `project`. */
function isInUse(project: string): string {
  return `(EXISTS (SELECT 1 FROM tasks t WHERE t.company_id = $1 AND t.project_id = ${project}.id)
    OR EXISTS (SELECT 1 FROM epics e WHERE e.company_id = $1 AND e.project_id = ${project}.id)
    OR EXISTS (SELECT 1 FROM sprints s WHERE s.company_id = $1 AND s.project_id = ${project}.id)
    OR ${BESIDES_WORK.map((table) => hasOwn(table, project)).join(' OR ')})`;
}

/** Whether the project of the row `project` has one that people have made or changed, and not an import alone. */
function hasOwn(table: string, project: string): string {
  return `EXISTS (SELECT 1 FROM ${table} own WHERE own.company_id = $1 AND own.project_id = ${project}.id
      AND NOT EXISTS (SELECT 1 FROM import_references m
        WHERE m.company_id = $1 AND m.thing_id = own.id AND m.written_at = own.updated_at))`;
}
