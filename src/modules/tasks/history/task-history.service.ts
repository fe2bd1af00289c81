import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { actorColleague, colleagueActor } from '#core/access/agent.js';
import { viaJson } from '#core/access/grants/grant.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import type { Changes } from '#core/events/domain-event.js';
import { DeclaresPartitions, type PartitionedTable } from '#core/partitions/partition.hooks.js';
import { Configuration } from '#config/configuration.js';
import { TaskQueries } from '../list/task-queries.service.js';
import type { TaskActivityResponse } from './task-activity.dto.js';
import { TaskHistoryRepository } from './task-history.repository.js';

/** What happened to a task. Without `event`, it was changed. */
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

/** The history of tasks: one entry for each change, written in its transaction. */
@Injectable()
export class TaskHistory {
  constructor(
    private readonly history: TaskHistoryRepository,
    private readonly queries: TaskQueries,
    private readonly configuration: Configuration,
  ) {}

  @DeclaresPartitions()
  partitions(): PartitionedTable[] {
    return [{ name: 'task_activity', span: 'month', keepDays: this.configuration.activityRetentionDays }];
  }

  /** `colleague` is a virtual colleague that made the changes, in place of the caller. */
  async writeEntries(
    tx: TransactionContext,
    at: string,
    entries: readonly TaskHistoryEntry[],
    colleague?: { readonly id: string; readonly name: string },
  ): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries.map((entry) => ({ id: uuidv7(), ...entry, ...keyOf(tx, entry) }));
    const actor = colleague ? JSON.stringify({ id: colleague.id, name: colleague.name }) : actorColleague(tx);
    await this.history.insertEntries(tx, at, rows, { colleague: actor, via: viaJson(tx) });
  }

  /** The newest first. A caller sees only the ids of tasks within reach. @throws NotFoundError */
  async findEntries(context: RequestContext, taskId: string, query: PageQuery): Promise<List<TaskActivityResponse>> {
    await this.queries.ensureReachable(context, taskId);
    return this.history.findEntries(context, taskId, query);
  }
}

/** The agent with its key, when several keys share the transaction. */
function keyOf(tx: TransactionContext, { taskId }: TaskHistoryEntry) {
  return tx.apiKeyIds && { colleague: colleagueActor({ ...tx, apiKeyId: tx.apiKeyIds.get(taskId) }) };
}
