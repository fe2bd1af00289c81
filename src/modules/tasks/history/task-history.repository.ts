import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { HISTORY_ACTOR } from '#schema/tasks.js';
import type { TaskActivityResponse } from './task-activity.dto.js';

const INSERT_ENTRIES: Statement = {
  name: 'insert-task-activity',
  text: `INSERT INTO task_activity (company_id, actor_id, actor_colleague, via, at, id, task_id, event, changes)
    SELECT $1, $2, coalesce(colleague, $5::json), $6::json, $3, id, "taskId", coalesce(event, 'task.updated'), changes
    FROM json_to_recordset($4::json) AS entry (id uuid, "taskId" uuid, event text, changes json, colleague json)`,
};

/** The history of tasks. */
@Injectable()
export class TaskHistoryRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly access: ProjectAccess,
  ) {}

  /** Inserts entries of the caller. `colleague` is the JSON of who did it instead, unless an entry names another one; `via` of the program. */
  async insertEntries(
    tx: TransactionContext,
    at: string,
    entries: readonly object[],
    { colleague, via }: { readonly colleague: string | null; readonly via: string | null },
  ): Promise<void> {
    const values = [tx.companyId, tx.userId, at, JSON.stringify(entries), colleague, via];
    await this.database.execute(tx, INSERT_ENTRIES, values);
  }

  /** The newest first. A caller sees only the ids of tasks within reach. */
  findEntries(context: RequestContext, taskId: string, query: PageQuery): Promise<List<TaskActivityResponse>> {
    return this.lists.find<TaskActivityResponse>(context, query, {
      select: `SELECT ta.id, ta.at, ${HISTORY_ACTOR} AS actor, ta.event,
          ${this.visibleChanges(context)} AS changes
        FROM task_activity ta JOIN users u ON u.company_id = ta.company_id AND u.id = ta.actor_id
        WHERE ta.company_id = $1 AND ta.task_id = $3`,
      values: [...this.access.parametersOf(context), taskId],
      orderBy: 'ta.at DESC, ta.id DESC',
    });
  }

  /**
   * The changes without blockers, former parents and linked tasks that the caller does not reach; deleted tasks are shown. The
   * negated part names the company, too, because Citus does not find a table that a constant takes out of the statement.
   */
  private visibleChanges(context: RequestContext): string {
    const isHidden = (id: string) => `EXISTS (SELECT 1 FROM tasks t WHERE t.company_id = $1 AND t.id = ${id}::uuid
        AND NOT (t.company_id = $1 AND ${this.access.conditionOn(context, 't.project_id')}))`;
    const visibleIds = (side: string) => `(
      SELECT coalesce(json_agg(b.id ORDER BY b.position), '[]')
      FROM json_array_elements_text(ta.changes -> 'blockerIds' -> '${side}') WITH ORDINALITY b (id, position)
      WHERE NOT ${isHidden('b.id')})`;
    const visibleLinks = (side: string) => `(SELECT json_agg(l.item)
      FROM json_array_elements(ta.changes -> 'links' -> '${side}') l (item) WHERE NOT ${isHidden("(l.item ->> 'taskId')")})`;
    return `CASE WHEN ta.changes -> 'projectId' IS NOT NULL AND ${isHidden("(ta.changes -> 'parentId' ->> 'from')")}
        THEN (ta.changes::jsonb - 'parentId')::json
      WHEN ta.changes -> 'links' IS NOT NULL THEN json_build_object('links', (
        SELECT coalesce(json_object_agg(s.side, s.items), '{}') FROM (VALUES ('added', ${visibleLinks('added')}),
          ('removed', ${visibleLinks('removed')})) s (side, items) WHERE s.items IS NOT NULL))
      WHEN ta.changes -> 'blockerIds' IS NULL THEN ta.changes
      WHEN ta.changes -> 'blockerIds' -> 'from' IS NULL THEN json_build_object('blockerIds', json_strip_nulls(json_build_object(
        'added', ${visibleIds('added')}, 'removed', ${visibleIds('removed')},
        'truncated', ta.changes -> 'blockerIds' -> 'truncated')))
      ELSE json_build_object('blockerIds', json_build_object('from', ${visibleIds('from')}, 'to', ${visibleIds('to')})) END`;
  }
}
