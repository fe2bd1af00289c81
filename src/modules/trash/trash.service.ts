import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import { Configuration } from '#config/configuration.js';
import { CallerCheck } from '#core/access/caller-check.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { DeclaresPathName, type PathName } from '#core/http/path-name.hooks.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { BeforeProjectRemoval } from '#modules/projects/project.hooks.js';
import type { LockedTask } from '#modules/tasks/changes/task-locks.service.js';
import { TaskHistory } from '#modules/tasks/history/task-history.service.js';
import { TaskNotFoundError } from '#modules/tasks/list/task-queries.service.js';
import { BeforeTaskDeletion } from '#modules/tasks/task.hooks.js';
import { AfterErasure, DeclaresNamingTables, type ErasedUser, type NamingTable } from '#modules/users/user.hooks.js';
import { TID } from '#schema/tasks.js';
import type { TrashedTaskResponse, TrashQuery } from './trash.dto.js';
import { TrashRepository } from './trash.repository.js';
import { TrashedRowsRepository } from './trashed-rows.repository.js';

const DAY = 86_400_000;

/** Keeps deleted tasks for a while. */
@Injectable()
export class TrashService {
  constructor(
    private readonly trash: TrashRepository,
    private readonly rows: TrashedRowsRepository,
    private readonly access: ProjectAccess,
    private readonly history: TaskHistory,
    private readonly callerCheck: CallerCheck,
    private readonly configuration: Configuration,
  ) {}

  @DeclaresPathName()
  pathName(): PathName {
    return { resource: 'trash', pattern: TID, findId: (context, tid) => this.trash.findIdByTid(context, tid) };
  }

  @DeclaresNamingTables()
  namingTables(): NamingTable[] {
    return [{ table: 'trashed_rows', columns: { row: { type: 'jsonb', hand: 'typed' } } }];
  }

  /** Before the project is deleted: one statement could not delete so many. */
  @BeforeProjectRemoval()
  async leaveProject(tx: TransactionContext, projectId: string): Promise<void> {
    await this.trash.removeOfProject(tx, projectId);
  }

  @AfterErasure()
  forget(context: RequestContext, { id }: ErasedUser): Promise<void> {
    return this.rows.forgetPerson(context, id);
  }

  findTasks(context: RequestContext, query: TrashQuery): Promise<List<TrashedTaskResponse>> {
    return this.trash.findTasks(context, query);
  }

  /** Puts tasks that are about to be deleted into the trash, with all that hangs on them. */
  @BeforeTaskDeletion()
  async keep(tx: TransactionContext, tasks: readonly LockedTask[], isForGood: boolean): Promise<void> {
    const { trashDays } = this.configuration;
    if (trashDays === 0 || isForGood) return;
    const deletedAt = new Date().toISOString();
    const until = new Date(Date.parse(deletedAt) + trashDays * DAY).toISOString();
    await this.history.writeEntries(
      tx,
      deletedAt,
      tasks.map(({ id: taskId }) => ({ taskId, event: 'task.deleted', changes: {} })),
    );
    await this.trash.insertTasks(
      tx,
      tasks.map(({ id, tid, title, projectId }) => ({
        id,
        tid,
        title,
        projectId,
        deletedAt,
        deletedById: tx.userId,
        until,
      })),
    );
    await this.rows.keepRows(
      tx,
      tasks.map(({ id }) => id),
    );
  }

  /** Deletes those of the tasks for good that are in it. */
  removeForGood(tx: TransactionContext, ids: readonly string[]): Promise<void> {
    return this.trash.removeTasks(tx, ids);
  }

  /** Deletes a task for good. @throws NotFoundError, ConflictError when its project is archived */
  async remove(context: RequestContext, id: string): Promise<void> {
    await this.callerCheck.commit(context, async (tx) => {
      const [found] = await this.trash.lockTasks(tx, [id]);
      if (!found) throw new TaskNotFoundError();
      await this.access.getWritable(tx, found.projectId);
      await this.trash.removeTasks(tx, [id]);
      const target = { type: 'task', id, name: found.tid };
      return audited(unannounced(undefined), { action: 'trash.emptied', target });
    });
  }

  /** Deletes all of a project for good. @throws NotFoundError of the project, ConflictError when it is archived */
  async emptyTrash(context: RequestContext, projectId: string): Promise<void> {
    await this.callerCheck.commit(context, async (tx) => {
      const { name } = await this.access.getWritable(tx, projectId);
      const count = await this.trash.removeOfProject(tx, projectId);
      if (count === 0) return unannounced(undefined);
      const changes = { tasks: { from: count, to: 0 } };
      return audited(unannounced(undefined), {
        action: 'trash.emptied',
        target: { type: 'project', id: projectId, name },
        changes,
      });
    });
  }
}
