import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { isSameText } from '#common/text/folded.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import type { TaskNumber } from '#modules/projects/project-counters.service.js';
import { DEFAULT_STATUS, DONE } from '#schema/lanes.js';
import { rankOfNumber } from '../ranks/task-rank.js';
import type { CreateTask } from '../task-input.dto.js';
import type { TaskResponse } from '../task.dto.js';
import { TaskMentions } from '../watchers/task-mentions.js';
import { type MentioningTask, type NewTask, NewTasksRepository } from './new-tasks.repository.js';

/** What a task is made of. */
export type TaskToMake = CreateTask & {
  /** What makes it again and again. */
  readonly recurrenceId?: string | undefined;
};

/** Stores tasks that have been made. */
@Injectable()
export class NewTasks {
  constructor(
    private readonly rows: NewTasksRepository,
    private readonly mentions: TaskMentions,
  ) {}

  /** What a person wrote as it is kept, and whom it names. @throws ValidationError when it names too many */
  async readInput(
    tx: TransactionContext,
    input: TaskToMake,
  ): Promise<{ input: TaskToMake; mentions: readonly string[] | null }> {
    if (input.description === undefined) return { input, mentions: null };
    const { text, mentions } = await this.mentions.readText(tx, input.projectId, input.description, 'description');
    return { input: { ...input, description: text }, mentions };
  }

  /** The people whom a new task names; they watch it. */
  noteMentions(tx: TransactionContext, task: TaskResponse, mentions: readonly string[] | null): Promise<string[]> {
    return this.mentions.noteMentions(tx, task, mentions);
  }

  /** The tasks with their statuses as they are stored: as the company writes its lanes. */
  async insertTasks(tx: TransactionContext, tasks: readonly MentioningTask[]): Promise<NewTask[]> {
    if (tasks.length === 0) return [];
    const rows = await this.rows.insertTasks(tx, tasks);
    const statuses = new Map(rows.map(({ id, status }) => [id, status]));
    return tasks.map(({ mentions: _mentions, imported: _imported, values: _values, ...task }) => ({
      ...task,
      status: statuses.get(task.id) ?? task.status,
    }));
  }
}

/** Last in its project, by its number. */
export function newTask(input: TaskToMake, { number, projectKey }: TaskNumber, createdById: string): NewTask {
  const now = new Date().toISOString();
  const status = input.status ?? DEFAULT_STATUS;
  return {
    id: uuidv7(),
    tid: `${projectKey}-${number}`,
    title: input.title,
    description: input.description ?? null,
    status,
    priority: input.priority ?? 'None',
    estimatedHours: input.estimatedHours ?? null,
    loggedHours: input.loggedHours ?? null,
    projectId: input.projectId,
    assigneeId: input.assigneeId ?? null,
    delegateId: input.delegateId ?? null,
    sprintId: input.sprintId ?? null,
    epicId: input.epicId ?? null,
    parentId: input.parentId ?? null,
    dueDate: input.dueDate ?? null,
    startDate: input.startDate ?? null,
    rank: rankOfNumber(number),
    recurrenceId: input.recurrenceId ?? null,
    createdById,
    completedAt: isSameText(status, DONE) ? now : null,
    createdAt: now,
    updatedAt: now,
  };
}
