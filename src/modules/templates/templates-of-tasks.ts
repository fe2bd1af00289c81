import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { TaskContents } from '#modules/tasks/changes/task-contents.service.js';
import { TaskQueries } from '#modules/tasks/list/task-queries.service.js';
import { TaskValues } from '#modules/tasks/values/task-values.service.js';
import { UsersService } from '#modules/users/users.service.js';
import { dueInOf } from './made-day.js';
import { MOST_DAYS, type TaskContent } from './task-content.dto.js';
import type { TemplateFromTask, TemplateResponse } from './template.dto.js';
import { type LabelledTask, TemplatesRepository } from './templates.repository.js';
import { TemplatesService } from './templates.service.js';

/** Makes templates of tasks. */
@Injectable()
export class TemplatesOfTasks {
  constructor(
    private readonly templates: TemplatesService,
    private readonly rows: TemplatesRepository,
    private readonly tasks: TaskQueries,
    private readonly values: TaskValues,
    private readonly contents: TaskContents,
    private readonly users: UsersService,
  ) {}

  /** @throws NotFoundError of the task or the project, and what `TemplatesService.create` throws */
  create(context: RequestContext, { taskId, name, projectId: given }: TemplateFromTask): Promise<TemplateResponse> {
    return this.templates.commitNamed(context, async (tx) => {
      const ofTask = await this.tasks.getProjectId(tx, taskId);
      const projectId = given === undefined ? ofTask : given;
      await this.templates.ensureWritable(tx, projectId);
      const [task, ...subtasks] = await this.contentsOf(tx, taskId, projectId);
      return this.templates.makeTemplate(tx, { name, projectId, task: task as TaskContent, subtasks });
    });
  }

  /** Of a task, then of its subtasks; what does not fit is left out. */
  private async contentsOf(tx: TransactionContext, taskId: string, projectId: string | null): Promise<TaskContent[]> {
    const tasks = await this.rows.findTasks(tx, taskId);
    const values = await this.values.findValues(
      tx,
      tasks.map(({ id }) => id),
    );
    const custom = await this.values.showValues(tx, tasks, values);
    const zone = await this.users.findTimeZone(tx, tx.userId);
    const contents: TaskContent[] = [];
    for (const task of tasks) {
      const content = contentOf(task, custom.get(task.id), zone);
      contents.push((await this.contents.fitContent(tx, projectId, content)).content);
    }
    return contents;
  }
}

/** Without status, dates and logged hours. */
function contentOf(task: LabelledTask, custom: TaskContent['custom'], zone: string): TaskContent {
  const { title, description, priority, estimatedHours, assigneeId, delegateId, sprintId, epicId, labels } = task;
  const dueIn = dueInOf(task, zone, MOST_DAYS);
  return {
    title,
    ...(description !== null && { description }),
    ...(priority !== 'None' && { priority }),
    ...(estimatedHours !== null && { estimatedHours }),
    ...(assigneeId !== null && { assigneeId }),
    ...(delegateId !== null && { delegateId }),
    ...(sprintId !== null && { sprintId }),
    ...(epicId !== null && { epicId }),
    ...(labels.length > 0 && { labelIds: labels.map(({ id }) => id) }),
    ...(dueIn && { dueIn }),
    ...(custom && { custom }),
  };
}
