import { Inject, Injectable } from '@nestjs/common';
import { ConflictError, ValidationError } from '#common/errors/app-error.js';
import { inBulk, type RequestContext, type TransactionContext } from '#core/company-scope/request-context.js';
import { type Change, changed, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { MeantTaskIds, type MeantTasks } from '../changes/meant-task-ids.js';
import { TaskBatches } from '../changes/task-batches.service.js';
import { TaskChanges } from '../changes/task-changes.service.js';
import { type LockedTask, responseOf, TaskLocks } from '../changes/task-locks.service.js';
import { answered, type TaskResponse } from '../task.dto.js';
import { TaskPlaces } from './task-places.js';
import type { BulkTransferTasks, TransferTask } from './task-transfers.dto.js';
import { TaskTransfersRepository } from './task-transfers.repository.js';

/** Tasks that go at once, subtasks among them. */
const MOST_TASKS = 200;

/** How many tasks have gone, and the named ones. */
interface Transferred {
  readonly transferred: number;
  readonly named: readonly TaskResponse[];
}

/** Takes tasks to other projects. */
@Injectable()
export class TaskTransfers {
  @Inject() private readonly batches: TaskBatches;
  @Inject() private readonly places: TaskPlaces;

  constructor(
    private readonly rows: TaskTransfersRepository,
    private readonly outbox: Outbox,
    private readonly access: ProjectAccess,
    private readonly meant: MeantTaskIds,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
  ) {}

  /**
   * @throws NotFoundError of the task or the project, ValidationError when more than 200 tasks would go, ConflictError when a project
   * is archived or an agent works on one of the tasks
   */
  transferTask(context: RequestContext, id: string, input: TransferTask): Promise<TaskResponse> {
    return this.outbox.commit(context, async (tx) => {
      const { result, events } = await this.move(tx, { ids: [id] }, input);
      return changed(answered(result.named[0] as TaskResponse), ...events);
    });
  }

  /** All of the tasks or none. @throws what `transferTask` throws */
  transferAll(
    context: RequestContext,
    { projectId, subtasks, quiet, ...meant }: BulkTransferTasks,
  ): Promise<{ transferred: number; ids: string[] }> {
    return this.outbox.commit(inBulk(context, quiet), async (tx) => {
      const { result, events } = await this.move(tx, meant, { projectId, subtasks });
      return changed({ transferred: result.transferred, ids: result.named.map(({ id }) => id) }, ...events);
    });
  }

  private async move(
    tx: TransactionContext,
    meant: MeantTasks,
    { projectId, subtasks = 'with' }: TransferTask,
  ): Promise<Change<Transferred>> {
    await this.access.getProject(tx, projectId);
    const lock = (found: string[]) => this.lock(tx, found, projectId, subtasks === 'with');
    const { ids, locked } = await this.meant.lockTasks(tx, meant, lock);
    const moving = locked.filter((task) => task.projectId !== projectId);
    if (moving.length > MOST_TASKS) throw new ValidationError({ subtasks: `At most ${MOST_TASKS} tasks go at once` });
    this.locks.ensureWritable(locked);
    const named = (tasks: readonly TaskResponse[]) => {
      const byId = new Map(tasks.map((task) => [task.id, task]));
      return ids.map((id) => byId.get(id) as TaskResponse);
    };
    if (moving.length === 0) return unannounced({ transferred: 0, named: named(locked.map(responseOf)) });
    const { result, events } = await this.put(tx, moving, projectId, subtasks === 'with');
    return changed({ transferred: moving.length, named: named([...locked.map(responseOf), ...result]) }, ...events);
  }

  /** The named tasks and, with those below them, what comes along, in the order in which they are to rank. */
  private async lock(
    tx: TransactionContext,
    ids: readonly string[],
    projectId: string,
    isWithSubtasks: boolean,
  ): Promise<LockedTask[]> {
    await this.locks.lockProjectsOf(tx, ids, projectId);
    const below = isWithSubtasks ? await this.rows.findBelow(tx, ids, projectId, MOST_TASKS + 1) : [];
    const all = [...new Set([...ids, ...below])];
    const byId = new Map((await this.locks.lockTasks(tx, all)).map((task) => [task.id, task]));
    return all.map((id) => byId.get(id) as LockedTask);
  }

  /** Subtasks that stay lose their parent first, each by a change of its own. */
  private async put(
    tx: TransactionContext,
    tasks: readonly LockedTask[],
    projectId: string,
    isWithSubtasks: boolean,
  ): Promise<Change<TaskResponse[]>> {
    const project = await this.access.getWritable(tx, projectId);
    const ids = tasks.map(({ id }) => id);
    const workedOn = await this.rows.findWorkedOn(tx, ids);
    if (workedOn !== undefined) throw new ConflictError(`An agent works on ${workedOn}; stop its work first`);
    await this.batches.applySettings(tx, await this.rows.findSubtasks(tx, ids), { parentId: null });
    const places = await this.places.takePlaces(tx, project, tasks, isWithSubtasks);
    return this.changes.transferTasks(tx, tasks, places);
  }
}
