import { Inject, Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { type Change, changed, type DomainEvent } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { CopiedFiles, type FileCopy } from '#modules/files/copied-files.service.js';
import { TaskChanges } from '#modules/tasks/changes/task-changes.service.js';
import { TaskCreation } from '#modules/tasks/changes/task-creation.service.js';
import { TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import { TaskHistory, type TaskHistoryEntry } from '#modules/tasks/history/task-history.service.js';
import { TaskQueries } from '#modules/tasks/list/task-queries.service.js';
import type { TaskResponse } from '#modules/tasks/task.dto.js';
import { type DuplicatedPart, DUPLICATED_PARTS, type DuplicateTask } from './duplicate.dto.js';
import { type Content, DuplicatedContents } from './duplicated-contents.js';
import { type DuplicatedTask, DuplicatedTasksRepository } from './duplicated-tasks.repository.js';

/** Tasks of one request, the subtasks among them. */
const MOST_TASKS = 200;
const DEFAULT_PARTS: DuplicatedPart[] = DUPLICATED_PARTS.filter((part) => part !== 'dates');

/** Makes tasks again. */
@Injectable()
export class TaskDuplicates {
  @Inject() private readonly changes: TaskChanges;
  @Inject() private readonly locks: TaskLocks;

  constructor(
    private readonly outbox: Outbox,
    private readonly tasks: TaskQueries,
    private readonly rows: DuplicatedTasksRepository,
    private readonly contents: DuplicatedContents,
    private readonly creation: TaskCreation,
    private readonly files: CopiedFiles,
    private readonly history: TaskHistory,
  ) {}

  /**
   * @throws NotFoundError of the task or the project, ValidationError of more than 200 tasks, ConflictError when the project is
   * archived or has no room for the files
   */
  duplicateTask(context: RequestContext, id: string, input: DuplicateTask): Promise<TaskResponse> {
    return this.outbox.commit(context, (tx) => this.duplicateIn(tx, id, input));
  }

  private async duplicateIn(
    tx: TransactionContext,
    id: string,
    { title, projectId: given, with: parts = DEFAULT_PARTS }: DuplicateTask,
  ): Promise<Change<TaskResponse>> {
    // What is made again is there until the copies are.
    await this.locks.lockProjectsOf(tx, [id], ...(given === undefined ? [] : [given]));
    const ownProjectId = await this.tasks.getProjectId(tx, id);
    const projectId = given ?? ownProjectId;
    const tasks = await this.rows.findTasks(tx, id, parts.includes('subtasks'), MOST_TASKS + 1);
    if (tasks.length > MOST_TASKS)
      throw new ValidationError({ with: `At most ${MOST_TASKS} tasks are duplicated at once` });
    const ids = tasks.map((task) => task.id);
    const copies = parts.includes('files') ? await this.files.planCopies(tx, ids) : [];
    const contents = await this.contents.findContents(tx, tasks, { projectId, parts, copies });
    const keptParentId = projectId === ownProjectId ? tasks[0]?.parentId : null;
    const made = new Map<string, TaskResponse>();
    const events: DomainEvent[] = [];
    for (const task of tasks) {
      const isNamed = task.id === id;
      const parentId = isNamed ? keptParentId : made.get(task.parentId ?? '')?.id;
      const { result, events: told } = await this.creation.makeTask(tx, {
        ...(contents.get(task.id) as Content),
        ...(isNamed && title !== undefined && { title }),
        ...(parentId && { parentId }),
        projectId,
      });
      made.set(task.id, result);
      events.push(...told);
    }
    await this.copyFiles(tx, copies, made);
    await this.noteCopies(tx, tasks, made);
    return changed(made.get(id) as TaskResponse, ...events);
  }

  /** In the histories of both. */
  private async noteCopies(
    tx: TransactionContext,
    tasks: readonly DuplicatedTask[],
    made: ReadonlyMap<string, TaskResponse>,
  ): Promise<void> {
    const entries = tasks.flatMap(({ id, tid }): TaskHistoryEntry[] => {
      const copy = made.get(id) as TaskResponse;
      return [
        { taskId: copy.id, event: 'task.copied', changes: { copiedFrom: { from: null, to: tid } } },
        { taskId: id, event: 'task.copied', changes: { copiedTo: { from: null, to: copy.tid } } },
      ];
    });
    await this.history.writeEntries(tx, new Date().toISOString(), entries);
  }

  private async copyFiles(
    tx: TransactionContext,
    copies: readonly FileCopy[],
    made: ReadonlyMap<string, TaskResponse>,
  ): Promise<void> {
    const taskIds = new Map([...made].map(([from, { id }]) => [from, id]));
    const withFiles = await this.files.copyFiles(tx, copies, taskIds);
    if (withFiles.size > 0) await this.changes.noteExtras(tx, ...withFiles);
  }
}
