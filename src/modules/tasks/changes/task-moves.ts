import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Outbox } from '#core/events/outbox.js';
import { TaskChanges } from './task-changes.service.js';
import { type LockedTask, TaskLocks } from './task-locks.service.js';
import type { MoveTask } from '../task-input.dto.js';
import { answered, type TaskResponse } from '../task.dto.js';
import { LONGEST_RANK, rankBetween, rankOfNumber } from '../ranks/task-rank.js';
import { type LockedProject, TaskRankSpacing } from '../ranks/task-rank-spacing.js';
import { TaskRanksRepository } from '../ranks/task-ranks.repository.js';
import { TaskNotFoundError } from '../list/task-queries.service.js';

/** The neighbour that the client names, and on which side of it the task goes. */
interface Target {
  field: 'beforeId' | 'afterId';
  id: string;
}

/** The task goes between these two ranks; null means the very beginning. */
interface Gap {
  before: string | null;
  after: string;
  /** The rank that the task had before room was made. */
  own: string | null;
}

/** Moves tasks within the order of their project. */
@Injectable()
export class TaskMoves {
  constructor(
    private readonly outbox: Outbox,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
    private readonly spacing: TaskRankSpacing,
    private readonly ranks: TaskRanksRepository,
  ) {}

  /** @throws ValidationError unless exactly one neighbour is given, and it is another task of the same project. */
  moveTask(context: RequestContext, id: string, { beforeId, afterId, status }: MoveTask): Promise<TaskResponse> {
    const target = targetOf(beforeId, afterId);
    return this.outbox.commit(context, async (tx) => {
      const project = await this.locks.lockProjectOf(tx, target.id);
      const gap = await this.makeGap(tx, project, id, target);
      const [task] = (await this.locks.lockTasks(tx, [id])) as [LockedTask];
      if (task.projectId !== project.id) throw wrong(target, 'Must be a task of the same project');
      if (task.id === target.id) throw wrong(target, 'Must be another task');
      const isThere = task.rank < gap.after && (gap.before === null || task.rank > gap.before);
      const rank = isThere ? task.rank : rankBetween(gap.before, gap.after);
      const before = { ...task, rank: gap.own ?? task.rank };
      const { result, events } = await this.changes.applySettings(tx, [before], { rank, status });
      return { result: answered(result[0] as TaskResponse), events };
    });
  }

  /** Finds the gap, and makes room in it when the new rank would be too long. */
  private async makeGap(tx: TransactionContext, project: LockedProject, id: string, target: Target): Promise<Gap> {
    const gap = await this.getGap(tx, project, id, target);
    const rank = rankBetween(gap.before, gap.after);
    if (rank.length <= LONGEST_RANK) return gap;
    await this.spacing.spreadRanks(tx, project, rank, id);
    return { ...(await this.getGap(tx, project, id, target)), own: gap.own };
  }

  /** The ranks on both sides of the place. The task itself does not count. */
  private async getGap(
    tx: TransactionContext,
    { lastTaskNumber }: LockedProject,
    taskId: string,
    { field, id }: Target,
  ): Promise<Gap> {
    const row = await this.ranks.findNeighbour(tx, id, field === 'beforeId' ? 'above' : 'below', taskId);
    if (!row) throw new TaskNotFoundError();
    const { rank, next, own } = row;
    return field === 'beforeId'
      ? { before: next, after: rank, own }
      : { before: rank, after: next ?? rankOfNumber(lastTaskNumber + 1), own };
  }
}

function wrong({ field }: Target, message: string): ValidationError {
  return new ValidationError({ [field]: message });
}

function targetOf(beforeId: string | undefined, afterId: string | undefined): Target {
  if (beforeId !== undefined && afterId === undefined) return { field: 'beforeId', id: beforeId };
  if (afterId !== undefined && beforeId === undefined) return { field: 'afterId', id: afterId };
  const message = 'Give exactly one of beforeId and afterId';
  throw new ValidationError({ beforeId: message, afterId: message });
}
