import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { actorColleague } from '#core/access/agent.js';
import { viaJson } from '#core/access/grants/grant.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { HISTORY_ACTOR } from '#schema/tasks.js';
import type { TaskDescription } from './task-description.entity.js';
import type { DescriptionTextResponse, DescriptionVersionResponse } from './task-descriptions.dto.js';

/** Versions of a task, with the one that the task has. */
const MOST_VERSIONS = 100;

/** Who wrote the description of the task `t` last, as far as the history knows, before it has versions: a row `w`. */
const LAST_WRITER = `LEFT JOIN LATERAL (
    SELECT h.at, h.actor_id, h.actor_colleague, h.via FROM task_activity h
    WHERE h.company_id = $1 AND h.task_id = t.id
      AND (h.event IN ('task.created', 'task.imported') OR h.changes -> 'description' IS NOT NULL)
    ORDER BY h.at DESC, h.id DESC LIMIT 1) w ON true`;

/** What the version of the text that the task `t` had before its first change is made of. */
const FIRST_VERSION = `coalesce(w.at, t.created_at) AS at, coalesce(w.actor_id, t.created_by_id) AS actor_id, w.actor_colleague, w.via`;

/** All versions of the task `$2`, as rows `ta`. */
const VERSIONS = `(
    SELECT d.id, d.at, d.actor_id, d.actor_colleague, d.via, d.text FROM task_descriptions d WHERE d.company_id = $1 AND d.task_id = $2
    UNION ALL
    SELECT t.id, ${FIRST_VERSION}, t.description FROM tasks t ${LAST_WRITER}
    WHERE t.company_id = $1 AND t.id = $2 AND t.description IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM task_descriptions e WHERE e.company_id = $1 AND e.task_id = $2)) ta
  LEFT JOIN users u ON u.company_id = $1 AND u.id = ta.actor_id`;

const SHOWN = `ta.id, ta.at, CASE WHEN ta.actor_id IS NOT NULL THEN ${HISTORY_ACTOR} END AS actor,
  coalesce(octet_length(ta.text), 0) AS bytes`;

const NEWEST_FIRST = 'ta.at DESC, ta.id DESC';

/** What decides whether a change is one version with the one before. */
export type PresentVersion = Pick<TaskDescription, 'id' | 'taskId' | 'begunAt' | 'actorId' | 'mayGrow'>;

/** A text that a task had before its first change. */
interface FirstText {
  readonly id: string;
  readonly description: string;
}

/** The texts that tasks had as their descriptions. */
@Injectable()
export class TaskDescriptionsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  /** The present one first. */
  findOfTask(context: RequestContext, taskId: string, query: PageQuery): Promise<List<DescriptionVersionResponse>> {
    return this.lists.find<DescriptionVersionResponse>(context, query, {
      select: `SELECT ${SHOWN} FROM ${VERSIONS}`,
      values: [context.companyId, taskId],
      orderBy: NEWEST_FIRST,
    });
  }

  findById(context: RequestContext, taskId: string, id: string): Promise<DescriptionTextResponse | undefined> {
    const text = `SELECT ${SHOWN}, ta.text FROM ${VERSIONS} WHERE ta.id = $3`;
    return this.database.row(context, { text }, [context.companyId, taskId, id]);
  }

  /** Of those of the tasks that have versions, the newest of each. */
  findPresent(tx: TransactionContext, taskIds: readonly string[]): Promise<PresentVersion[]> {
    const text = `SELECT DISTINCT ON (d.task_id) d.id, d.task_id AS "taskId", d.begun_at AS "begunAt", d.actor_id AS "actorId",
        d.may_grow AS "mayGrow"
      FROM task_descriptions d WHERE d.company_id = $1 AND d.task_id = ANY ($2::uuid[]) ORDER BY d.task_id, d.at DESC, d.id DESC`;
    return this.database.rows(tx, { text }, [tx.companyId, taskIds]);
  }

  /** The texts before the first change of tasks. Call it before that is in the history. */
  async insertFirst(tx: TransactionContext, tasks: readonly FirstText[]): Promise<void> {
    const text = `INSERT INTO task_descriptions (company_id, id, task_id, at, begun_at, actor_id, actor_colleague, via, may_grow, text)
      SELECT $1, f.id, f.id, f.at, f.at, f.actor_id, f.actor_colleague, f.via, false, f.description
      FROM (SELECT t.id, ${FIRST_VERSION}, n.description
        FROM json_to_recordset($2::json) AS n (id uuid, description text)
        JOIN tasks t ON t.company_id = $1 AND t.id = n.id ${LAST_WRITER}) f`;
    const first = tasks.map(({ id, description }) => ({ id, description }));
    await this.database.execute(tx, { text }, [tx.companyId, JSON.stringify(first)]);
  }

  /** The same text for all of the tasks; `ids` are those of the versions. */
  async insertVersions(
    tx: TransactionContext,
    { ids, taskIds }: Record<'ids' | 'taskIds', readonly string[]>,
    { at, description }: { readonly at: string; readonly description: string | null },
  ): Promise<void> {
    const text = `INSERT INTO task_descriptions (company_id, id, task_id, at, begun_at, actor_id, actor_colleague, via, may_grow, text)
      SELECT $1, n.id, n.task_id, $4::timestamptz, $4::timestamptz, $5::uuid, $6::json, $7::json, $8::boolean, $9
      FROM unnest($2::uuid[], $3::uuid[]) AS n (id, task_id)`;
    const mayGrow = tx.apiKeyId === undefined && !tx.grant;
    const actor = [tx.userId, actorColleague(tx), viaJson(tx)];
    const values = [tx.companyId, ids, taskIds, at, ...actor, mayGrow, description];
    await this.database.execute(tx, { text }, values);
    await this.deleteOldest(tx, taskIds);
  }

  /** The versions are another text now. */
  async replaceText(
    tx: TransactionContext,
    ids: readonly string[],
    { at, description }: { readonly at: string; readonly description: string | null },
  ): Promise<void> {
    const text = `UPDATE task_descriptions SET at = $3, text = $4 WHERE company_id = $1 AND id = ANY ($2::uuid[])`;
    await this.database.execute(tx, { text }, [tx.companyId, ids, at, description]);
  }

  /** False: it is gone already. */
  async deleteVersion(tx: TransactionContext, id: string): Promise<boolean> {
    const text = 'DELETE FROM task_descriptions WHERE company_id = $1 AND id = $2';
    return (await this.database.execute(tx, { text }, [tx.companyId, id])) > 0;
  }

  /** The first one stays. */
  private async deleteOldest(tx: TransactionContext, taskIds: readonly string[]): Promise<void> {
    const text = `DELETE FROM task_descriptions WHERE company_id = $1 AND id IN (
      SELECT n.id FROM (
        SELECT d.id, row_number() OVER (PARTITION BY d.task_id ORDER BY d.at DESC, d.id DESC) AS place,
          row_number() OVER (PARTITION BY d.task_id ORDER BY d.at, d.id) AS age
        FROM task_descriptions d WHERE d.company_id = $1 AND d.task_id = ANY ($2::uuid[])) n
      WHERE n.place >= ${MOST_VERSIONS} AND n.age > 1)`;
    await this.database.execute(tx, { text }, [tx.companyId, taskIds]);
  }
}
