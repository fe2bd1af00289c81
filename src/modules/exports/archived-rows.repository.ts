import { Injectable } from '@nestjs/common';
import type { ArchivePart } from '#common/archive/archive-format.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { COMMENT_AUTHOR } from '#schema/comments.js';
import { CONTENT_PATH } from '#schema/files.js';
import { formerTidsOf } from '#schema/former-tids.js';
import { Filters } from '#modules/filters/filters.service.js';
import { mentionsOf } from '#schema/mentions.js';
import { RecurrencesService } from '#modules/recurrences/recurrences.service.js';
import { HISTORY_ACTOR, LABELS_OF_TASK, selectFields } from '#schema/tasks.js';
import { TaskValues } from '#modules/tasks/values/task-values.service.js';
import { userReference } from '#schema/users.js';
import { VirtualColleaguesService } from '#modules/virtual-colleagues/virtual-colleagues.service.js';

export type ArchivedRow = Readonly<Record<string, unknown>>;

/** Rows that are read at once. */
const BATCH = 500;

/** Whether a row is of the project `$2`, which is null for all of the company `$1`. */
const isOf = (projectId: string) => `($2::uuid IS NULL OR ${projectId} = $2)`;

/** Whether the template `x` is of the company, and recurrences of a project make their tasks from it. */
const isUsedBy = (projectId: string) => `(x.project_id IS NULL AND EXISTS (SELECT 1 FROM recurrences r
      WHERE r.company_id = $1 AND r.template_id = x.id AND r.project_id = ${projectId}))`;

const moments = (row: string) => `${row}.created_at AS "createdAt", ${row}.updated_at AS "updatedAt"`;

/** The tasks in question as rows `t`, for what hangs on the task of a row. */
const ofTask = (row: string) => `JOIN tasks t ON t.company_id = ${row}.company_id AND t.id = ${row}.task_id`;

const TEAM_MEMBERS = `coalesce((SELECT json_agg(json_build_object('id', u.id, 'name', u.name, 'role', u.role) ORDER BY u.name, u.id)
  FROM team_members tm JOIN users u ON u.company_id = tm.company_id AND u.id = tm.user_id WHERE tm.company_id = $1 AND tm.team_id = x.id), '[]'::json)`;

/** The absence of the user `x`, as it is shown until it is over where the user is. */
const AWAY = `CASE WHEN x.away_until >= to_char(now() AT TIME ZONE x.timezone, 'YYYY-MM-DD')
  THEN json_build_object('from', x.away_from, 'until', x.away_until, 'note', x.away_note) END`;

/** The rows of each part as the API shows them, in a total order. */
const SELECTS: Record<ArchivePart, string> = {
  users: `SELECT x.id, nullif(x.email, '') AS email, x.name, x.role, x.active, NULL AS "secondFactor", NULL AS "lastSignInAt",
      NULL AS "invitedAt", ${AWAY} AS away,
      ${moments('x')}
    FROM users x WHERE x.company_id = $1 AND ($2::uuid IS NULL OR TRUE) ORDER BY x.created_at, x.id`,
  teams: `SELECT x.id, x.name, x.description, ${moments('x')}, ${TEAM_MEMBERS} AS members
    FROM teams x WHERE x.company_id = $1 AND ($2::uuid IS NULL OR x.id = (
      SELECT p.team_id FROM projects p WHERE p.company_id = $1 AND p.id = $2)) ORDER BY x.created_at, x.id`,
  labels: `SELECT x.id, x.name, x.color, ${moments('x')}
    FROM labels x WHERE x.company_id = $1 AND ($2::uuid IS NULL OR TRUE) ORDER BY x.created_at, x.id`,
  lanes: `SELECT x.id, x.name, x.position, x.task_limit AS "limit", ${moments('x')}
    FROM workflow_lanes x WHERE x.company_id = $1 AND ($2::uuid IS NULL OR TRUE) ORDER BY x.position, x.id`,
  projects: `SELECT x.id, x.key, x.name, x.description, x.status, x.team_id AS "teamId",
      (SELECT count(*) FROM tasks t WHERE t.company_id = $1 AND t.project_id = x.id) AS "taskCount", ${moments('x')}
    FROM projects x WHERE x.company_id = $1 AND ${isOf('x.id')} ORDER BY x.created_at, x.id`,
  members: `SELECT x.project_id AS "projectId", u.id, u.name, x.role
    FROM project_members x JOIN users u ON u.company_id = x.company_id AND u.id = x.user_id
    WHERE x.company_id = $1 AND ${isOf('x.project_id')} ORDER BY x.project_id, u.name, u.id`,
  sprints: `SELECT x.id, x.project_id AS "projectId", x.name, x.goal, x.status, x.start_date AS "startDate",
      x.end_date AS "endDate", x.started_at AS "startedAt", x.ended_at AS "endedAt", ${moments('x')}
    FROM sprints x WHERE x.company_id = $1 AND ${isOf('x.project_id')} ORDER BY x.created_at, x.id`,
  epics: `SELECT x.id, x.project_id AS "projectId", x.name, x.description, x.color, x.start_date AS "startDate",
      x.due_date AS "dueDate", ${moments('x')}
    FROM epics x WHERE x.company_id = $1 AND ${isOf('x.project_id')} ORDER BY x.created_at, x.id`,
  colleagues: `SELECT x.id FROM virtual_colleagues x
    WHERE x.company_id = $1 AND ($2::uuid IS NULL OR TRUE) ORDER BY x.created_at, x.id`,
  fields: `SELECT x.id, x.key, x.name, x.type, x.description, x.options, x.project_ids AS "projectIds", x.position, x.archived,
      ${moments('x')}
    FROM fields x WHERE x.company_id = $1 AND x.deleted_at IS NULL
      AND ($2::uuid IS NULL OR x.project_ids IS NULL OR $2 = ANY (x.project_ids)) ORDER BY x.position, x.id`,
  tasks: `SELECT ${selectFields()}, ${LABELS_OF_TASK} AS labels, ${formerTidsOf('t')} AS "formerTids"
    FROM tasks t WHERE t.company_id = $1 AND ${isOf('t.project_id')} ORDER BY t.created_at, t.id`,
  comments: `SELECT c.id, c.task_id AS "taskId", c.author_id AS "authorId", ${COMMENT_AUTHOR} AS author, c.body,
      ${mentionsOf('c.mentions')} AS mentions, ${moments('c')}
    FROM comments c LEFT JOIN users u ON u.company_id = c.company_id AND u.id = c.author_id ${ofTask('c')}
    WHERE c.company_id = $1 AND ${isOf('t.project_id')} ORDER BY c.created_at, c.id`,
  time_entries: `SELECT e.id, e.task_id AS "taskId", e.user_id AS "userId", ${userReference('u')} AS "user", e.colleague_id AS "colleagueId", e.hours, e.note,
      e.spent_on AS "spentOn", ${moments('e')}
    FROM time_entries e JOIN users u ON u.company_id = e.company_id AND u.id = e.user_id ${ofTask('e')}
    WHERE e.company_id = $1 AND ${isOf('t.project_id')} ORDER BY e.created_at, e.id`,
  promises: `SELECT p.id, p.task_id AS "taskId", ${userReference('u')} AS person, to_char(p.until, 'YYYY-MM-DD') AS until, p.words,
      p.source, p.state, p.created_at AS "createdAt", p.ended_at AS "endedAt"
    FROM promises p JOIN users u ON u.company_id = p.company_id AND u.id = p.person_id ${ofTask('p')}
    WHERE p.company_id = $1 AND ${isOf('t.project_id')} ORDER BY p.created_at, p.id`,
  blockers: `SELECT b.task_id AS "taskId", b.blocker_id AS "blockerId"
    FROM task_blockers b ${ofTask('b')} JOIN tasks o ON o.company_id = b.company_id AND o.id = b.blocker_id
    WHERE b.company_id = $1 AND ${isOf('t.project_id')} AND ${isOf('o.project_id')} ORDER BY b.task_id, b.blocker_id`,
  links: `SELECT l.id, l.type, t.id AS "taskId", o.id AS "otherTaskId", l.created_at AS "createdAt"
    FROM task_links l JOIN tasks t ON t.company_id = l.company_id AND t.id IN (l.first_id, l.second_id)
      JOIN tasks o ON o.company_id = l.company_id AND o.id IN (l.first_id, l.second_id) AND o.id <> t.id
    WHERE l.company_id = $1 AND ${isOf('t.project_id')} AND ${isOf('o.project_id')}
      AND coalesce(l.duplicate_id = t.id, (t.created_at, t.id) < (o.created_at, o.id)) ORDER BY l.created_at, l.id`,
  history: `SELECT ta.id, ta.task_id AS "taskId", ta.at, ${HISTORY_ACTOR} AS actor, ta.event, ta.changes
    FROM task_activity ta JOIN users u ON u.company_id = ta.company_id AND u.id = ta.actor_id ${ofTask('ta')}
    WHERE ta.company_id = $1 AND ${isOf('t.project_id')} ORDER BY ta.at, ta.id`,
  views: `SELECT v.id, v.name, v.description, v.filter, v.project_id AS "projectId", v.layout, v.group_by AS "groupBy",
      v.subgroup_by AS "subgroupBy", v.sort_by AS "sortBy", v.sort_order AS "sortOrder", v.columns, v.visibility,
      v.owner_id AS "ownerId", ${moments('v')}
    FROM views v WHERE v.company_id = $1 AND ($2::uuid IS NULL OR (v.project_id = $2 AND v.visibility = 'company'))
    ORDER BY v.created_at, v.id`,
  templates: `SELECT x.id, x.name, x.description, x.project_id AS "projectId", x.task, x.subtasks, x.created_by_id AS "createdById",
      ${moments('x')}
    FROM templates x WHERE x.company_id = $1 AND (${isOf('x.project_id')} OR ${isUsedBy('$2')}) ORDER BY x.created_at, x.id`,
  recurrences: `SELECT x.id FROM recurrences x
    WHERE x.company_id = $1 AND ${isOf('x.project_id')} ORDER BY x.created_at, x.id`,
  attachments: `SELECT a.id, a.task_id AS "taskId", a.name, a.size, a.content_type AS "contentType", a.sha256, a.state,
      a.author_id AS "authorId", ${userReference('u')} AS author, a.colleague_id AS "colleagueId", a.created_at AS "createdAt", ${CONTENT_PATH} AS url,
      NULL AS "uploadUrl"
    FROM attachments a JOIN users u ON u.company_id = a.company_id AND u.id = a.author_id ${ofTask('a')}
    WHERE a.company_id = $1 AND a.state = 'ready' AND ${isOf('t.project_id')} ORDER BY a.created_at, a.id`,
};

/** The bytes that the attachments of the archive have, each once. */
const SELECT_BYTES = `SELECT DISTINCT a.sha256 FROM attachments a ${ofTask('a')}
  WHERE a.company_id = $1 AND a.state = 'ready' AND ${isOf('t.project_id')} ORDER BY a.sha256`;

/** Files are read one after the other while the snapshot is open; a store may be slow. */
const OPEN_SNAPSHOT = `SET LOCAL idle_in_transaction_session_timeout = '10min'`;

const ISOLATED = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY';

/** Reads what an archive holds, in the transaction that it is given: all of it is of one moment. */
@Injectable()
export class ArchivedRowsRepository {
  constructor(
    private readonly database: Database,
    private readonly filters: Filters,
    private readonly colleagues: VirtualColleaguesService,
    private readonly values: TaskValues,
    private readonly recurrences: RecurrencesService,
  ) {}

  async countPart(tx: TransactionContext, part: ArchivePart, projectId: string | null): Promise<number> {
    const text = `SELECT count(*) AS count FROM (${SELECTS[part]}) x`;
    return (await this.database.row<{ count: number }>(tx, { text }, [tx.companyId, projectId]))?.count ?? 0;
  }

  /** In batches. */
  async *readPart(tx: TransactionContext, part: ArchivePart, projectId: string | null): AsyncGenerator<ArchivedRow[]> {
    for await (const rows of this.batches(tx, SELECTS[part], projectId)) yield await this.shown(tx, part, rows);
  }

  async *readHashes(tx: TransactionContext, projectId: string | null): AsyncGenerator<string> {
    for await (const rows of this.batches(tx, SELECT_BYTES, projectId)) {
      for (const { sha256 } of rows) yield String(sha256);
    }
  }

  private async *batches(
    tx: TransactionContext,
    select: string,
    projectId: string | null,
  ): AsyncGenerator<ArchivedRow[]> {
    const values = [tx.companyId, projectId];
    await this.database.execute(tx, { text: `DECLARE archived NO SCROLL CURSOR FOR ${select}` }, values);
    for (;;) {
      const rows = await this.database.rows<ArchivedRow>(tx, { text: `FETCH ${BATCH} FROM archived` });
      if (rows.length > 0) yield rows;
      if (rows.length < BATCH) break;
    }
    await this.database.execute(tx, { text: 'CLOSE archived' });
  }

  private async shown(tx: TransactionContext, part: ArchivePart, rows: ArchivedRow[]): Promise<ArchivedRow[]> {
    if (part === 'views') return this.shownViews(tx, rows);
    if (part === 'tasks') return this.withValues(tx, rows);
    if (part !== 'colleagues' && part !== 'recurrences') return rows;
    const shown: ArchivedRow[] = [];
    for (const { id } of rows) {
      const find = part === 'colleagues' ? this.colleague(tx, String(id)) : this.recurrence(tx, String(id));
      shown.push(await find);
    }
    return shown;
  }

  private async withValues(context: RequestContext, rows: ArchivedRow[]): Promise<ArchivedRow[]> {
    const tasks = rows as unknown as { id: string; projectId: string }[];
    const values = await this.values.findValues(
      context,
      tasks.map(({ id }) => id),
    );
    const customs = await this.values.showValues(context, tasks, values);
    return rows.map((row) => ({ ...row, custom: customs.get(String(row['id'])) ?? {} }));
  }

  /** Filters with names in place of ids. */
  private async shownViews(context: RequestContext, rows: ArchivedRow[]): Promise<ArchivedRow[]> {
    const stored = rows.map(({ filter }) => this.filters.storedFilter(String(filter)));
    const shown = await this.filters.filterPresenter(context, stored);
    return rows.map((row) => ({ ...row, ...shown(this.filters.storedFilter(String(row['filter']))) }));
  }

  /** Without what it has done, and without the address of its chat, which is a secret. */
  private async colleague(tx: TransactionContext, id: string): Promise<ArchivedRow> {
    const { recentActivity: _recent, nextRuns: _next, ...shown } = await this.colleagues.findOne(tx, id);
    return { ...shown, notifications: null };
  }

  private async recurrence(tx: TransactionContext, id: string): Promise<ArchivedRow> {
    return { ...(await this.recurrences.findOne(tx, id)) };
  }

  /** All that the transaction reads is of one moment. */
  async openSnapshot(tx: TransactionContext): Promise<void> {
    await this.database.execute(tx, { text: ISOLATED });
    await this.database.execute(tx, { text: OPEN_SNAPSHOT });
  }

  async findCompany(tx: TransactionContext): Promise<{ at: string; name: string }> {
    const text = `SELECT now() AS at, c.name FROM companies c WHERE c.id = $1`;
    return (
      (await this.database.row<{ at: string; name: string }>(tx, { text }, [tx.companyId])) ?? { at: '', name: '' }
    );
  }
}
