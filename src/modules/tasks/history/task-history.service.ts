import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { actorColleague, colleagueActor } from '#core/access/agent.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database, Statement } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import type { Changes } from '#core/events/domain-event.js';
import { DeclaresPartitions, type PartitionedTable } from '#core/partitions/partition.hooks.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { Configuration } from '#config/configuration.js';
import { TaskQueries } from '../list/task-queries.service.js';
import { HISTORY_ACTOR } from '#schema/tasks.js';
import type { TaskActivityResponse } from './task-activity.dto.js';

/** What happened to a task: unless it says otherwise, it was changed. */
export interface TaskHistoryEntry {
  taskId: string;
  event?:
    | 'task.copied'
    | 'task.deleted'
    | 'task.restored'
    | 'task.muted'
    | 'task.unmuted'
    | 'task.promised'
    | 'task.promise_ended'
    | 'task.code';
  changes: Changes;
}

const INSERT_ENTRIES: Statement = {
  name: 'insert-task-activity',
  text: `INSERT INTO task_activity (company_id, actor_id, actor_colleague, at, id, task_id, event, changes)
    SELECT $1, $2, coalesce(colleague, $5::json), $3, id, "taskId", coalesce(event, 'task.updated'), changes
    FROM json_to_recordset($4::json) AS entry (id uuid, "taskId" uuid, event text, changes json, colleague json)`,
};

/** The history of tasks: one entry for each change, written in its transaction. */
@Injectable()
export class TaskHistory {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly access: ProjectAccess,
    private readonly queries: TaskQueries,
    private readonly configuration: Configuration,
  ) {}

  @DeclaresPartitions()
  partitions(): PartitionedTable[] {
    return [{ name: 'task_activity', span: 'month', keepDays: this.configuration.activityRetentionDays }];
  }

  /** `colleague`: it was its doing, not that of the caller. */
  async write(
    tx: TransactionContext,
    at: string,
    entries: readonly TaskHistoryEntry[],
    colleague?: { readonly id: string; readonly name: string },
  ): Promise<void> {
    if (entries.length === 0) return;
    await this.database.execute(tx, INSERT_ENTRIES, [
      tx.companyId,
      tx.userId,
      at,
      JSON.stringify(entries.map((entry) => ({ id: uuidv7(), ...entry, ...keyOf(tx, entry) }))),
      colleague ? JSON.stringify({ id: colleague.id, name: colleague.name }) : actorColleague(tx),
    ]);
  }

  /** The newest first. A caller sees the ids only of blockers within reach. */
  async find(context: RequestContext, taskId: string, query: PageQuery): Promise<List<TaskActivityResponse>> {
    await this.queries.ensureReachable(context, taskId);
    return this.lists.find<TaskActivityResponse>(context, query, {
      select: `SELECT ta.id, ta.at, ${HISTORY_ACTOR} AS actor, ta.event,
          ${this.visibleChanges(context)} AS changes
        FROM task_activity ta JOIN users u ON u.company_id = ta.company_id AND u.id = ta.actor_id
        WHERE ta.company_id = $1 AND ta.task_id = $3`,
      values: [...this.access.parameters(context), taskId],
      orderBy: 'ta.at DESC, ta.id DESC',
    });
  }

  /**
   * The changes without blockers, former parents and links to tasks out of the caller's reach. A deleted task is no secret. The company stands in what is
   * negated, too: Citus does not find a table that a constant takes out of the statement.
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
      WHEN ta.changes -> 'links' IS NOT NULL THEN json_build_object('links', json_strip_nulls(json_build_object(
        'added', ${visibleLinks('added')}, 'removed', ${visibleLinks('removed')})))
      WHEN ta.changes -> 'blockerIds' IS NULL THEN ta.changes
      WHEN ta.changes -> 'blockerIds' -> 'from' IS NULL THEN json_build_object('blockerIds', json_strip_nulls(json_build_object(
        'added', ${visibleIds('added')}, 'removed', ${visibleIds('removed')},
        'truncated', ta.changes -> 'blockerIds' -> 'truncated')))
      ELSE json_build_object('blockerIds', json_build_object('from', ${visibleIds('from')}, 'to', ${visibleIds('to')})) END`;
  }
}

/** The key of the agent, where those of a transaction differ. */
function keyOf(tx: TransactionContext, { taskId }: TaskHistoryEntry) {
  return tx.apiKeyIds && { colleague: colleagueActor({ ...tx, apiKeyId: tx.apiKeyIds.get(taskId) }) };
}
