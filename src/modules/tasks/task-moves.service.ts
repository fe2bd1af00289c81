import { Injectable } from '@nestjs/common';
import { NotFoundError, ValidationError } from '../../common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '../../core/company-scope/request-context.js';
import { Database } from '../../core/database/database.js';
import { Outbox } from '../../core/events/outbox.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { ProjectCounters } from '../projects/project-counters.service.js';
import { LockedTask, TaskChanges } from './task-changes.service.js';
import type { MoveTask, TaskResponse } from './task.dto.js';
import { rankBetween, rankOfNumber } from './task-rank.js';

/** Which side of which task. */
interface Target {
  field: 'beforeId' | 'afterId';
  id: string;
}

/** Ranks strictly between which the task belongs; nothing comes before null. */
interface Gap {
  before: string | null;
  after: string;
}

/** Moves tasks within the order of their project (decisions 7). */
@Injectable()
export class TaskMoves {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly access: ProjectAccess,
    private readonly counters: ProjectCounters,
    private readonly changes: TaskChanges,
  ) {}

  /** @throws ValidationError unless exactly one neighbour is given, and it is another task of the same project. */
  move(context: RequestContext, id: string, { beforeId, afterId, status }: MoveTask): Promise<TaskResponse> {
    const target = targetOf(beforeId, afterId);
    return this.outbox.commit(context, async (transaction) => {
      const [task] = (await this.changes.lock(transaction, [id])) as [LockedTask];
      const gap = await this.findGap(transaction, task, target);
      const isThere = task.rank < gap.after && (gap.before === null || task.rank > gap.before);
      const rank = isThere ? task.rank : rankBetween(gap.before, gap.after);
      const { result, events } = await this.changes.apply(transaction, [task], { rank, status });
      return { result: result[0] as TaskResponse, events };
    });
  }

  /** The order of the project stays as it is until the transaction ends. */
  private async findGap(context: TransactionContext, task: LockedTask, target: Target): Promise<Gap> {
    const last = await this.counters.lock(context, task.projectId);
    const rank = await this.rankOf(context, task, target);
    if (target.field === 'beforeId') return { before: await this.neighbour(context, task, 'max', '<', rank), after: rank };
    const next = await this.neighbour(context, task, 'min', '>', rank);
    return { before: rank, after: next ?? rankOfNumber(last + 1) };
  }

  private async rankOf(context: TransactionContext, task: LockedTask, { field, id }: Target): Promise<string> {
    const neighbour = await this.database.row<{ projectId: string; rank: string }>(
      context,
      {
        text: `SELECT t.project_id AS "projectId", t.rank FROM tasks t
          WHERE t.company_id = $1 AND t.id = $3 AND ${this.access.conditionOn(context, 't.project_id')}`,
      },
      [...this.access.parameters(context), id],
    );
    if (!neighbour) throw new NotFoundError('Task');
    if (neighbour.projectId !== task.projectId) throw new ValidationError({ [field]: 'Must be a task of the same project' });
    if (id === task.id) throw new ValidationError({ [field]: 'Must be another task' });
    return neighbour.rank;
  }

  private async neighbour(
    context: TransactionContext,
    task: LockedTask,
    nearest: 'min' | 'max',
    side: '<' | '>',
    rank: string,
  ): Promise<string | null> {
    const row = await this.database.row<{ rank: string | null }>(
      context,
      {
        text: `SELECT ${nearest}(rank) AS rank FROM tasks
          WHERE company_id = $1 AND project_id = $2 AND rank ${side} $3 AND id <> $4`,
      },
      [context.companyId, task.projectId, rank, task.id],
    );
    return row?.rank ?? null;
  }
}

function targetOf(beforeId: string | undefined, afterId: string | undefined): Target {
  if (beforeId !== undefined && afterId === undefined) return { field: 'beforeId', id: beforeId };
  if (afterId !== undefined && beforeId === undefined) return { field: 'afterId', id: afterId };
  const message = 'Give exactly one of beforeId and afterId';
  throw new ValidationError({ beforeId: message, afterId: message });
}
