import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { type FileCopy, showingCopies } from '#modules/files/copied-files.service.js';
import { TaskContents } from '#modules/tasks/changes/task-contents.service.js';
import type { CreateTask } from '#modules/tasks/task-input.dto.js';
import { TaskValues } from '#modules/tasks/values/task-values.service.js';
import { DEFAULT_STATUS, DONE } from '#schema/lanes.js';
import type { DuplicatedPart } from './duplicate.dto.js';
import type { DuplicatedTask } from './duplicated-tasks.repository.js';

export type Content = Omit<CreateTask, 'projectId'>;

interface Asked {
  readonly projectId: string;
  readonly parts: readonly DuplicatedPart[];
  /** Descriptions show them in place of the files that they are of. */
  readonly copies: readonly FileCopy[];
}

/** What tasks have that are made again, as far as it fits where they are made. */
@Injectable()
export class DuplicatedContents {
  constructor(
    private readonly contents: TaskContents,
    private readonly values: TaskValues,
  ) {}

  /** By task. The project is locked. */
  async findContents(
    tx: TransactionContext,
    tasks: readonly DuplicatedTask[],
    { projectId, parts, copies }: Asked,
  ): Promise<Map<string, Content>> {
    const ids = tasks.map(({ id }) => id);
    const custom = await this.values.showValues(tx, tasks, await this.values.findValues(tx, ids));
    const found = new Map<string, Content>();
    for (const task of tasks) {
      const content = {
        ...contentOf(task, parts, copies),
        ...(custom.has(task.id) && { custom: custom.get(task.id) }),
      };
      found.set(task.id, (await this.contents.fitContent(tx, projectId, content)).content);
    }
    return found;
  }
}

function contentOf(task: DuplicatedTask, parts: readonly DuplicatedPart[], copies: readonly FileCopy[]): Content {
  const { title, description, status, priority, estimatedHours, epicId, assigneeId, labels, startDate, dueDate } = task;
  const has = (part: DuplicatedPart) => parts.includes(part);
  return {
    title,
    status: status === DONE ? DEFAULT_STATUS : status,
    priority,
    ...(description !== null && { description: showingCopies(description, copies) }),
    ...(estimatedHours !== null && { estimatedHours }),
    ...(epicId !== null && { epicId }),
    ...(has('assignee') && assigneeId !== null && { assigneeId }),
    ...(has('labels') && labels.length > 0 && { labelIds: labels.map(({ id }) => id) }),
    ...(has('dates') && startDate !== null && { startDate }),
    ...(has('dates') && dueDate !== null && { dueDate }),
  };
}
