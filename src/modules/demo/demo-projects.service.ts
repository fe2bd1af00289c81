import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/company-scope/request-context.js';
import { ProjectsService } from '../projects/projects.service.js';
import { TaskBlockers } from '../tasks/task-blockers.service.js';
import { TaskCreation } from '../tasks/task-creation.service.js';
import type { DemoProject, DemoTask } from './demo-data.js';

const DAY = 24 * 60 * 60 * 1_000;

/** Makes projects with their tasks; due dates count from now. */
@Injectable()
export class DemoProjects {
  constructor(
    private readonly projects: ProjectsService,
    private readonly tasks: TaskCreation,
    private readonly blockers: TaskBlockers,
  ) {}

  /** `userIds` are by e-mail address. */
  async create(context: RequestContext, projects: DemoProject[], userIds: ReadonlyMap<string, string>): Promise<void> {
    for (const { tasks, ...input } of projects) {
      const project = await this.projects.create(context, input);
      await this.createTasks(context, project.id, tasks, userIds);
    }
  }

  private async createTasks(
    context: RequestContext,
    projectId: string,
    tasks: DemoTask[],
    userIds: ReadonlyMap<string, string>,
  ): Promise<void> {
    const ids = new Map<string, string>();
    for (const { assignee = '', dueInDays, blockedBy = [], ...input } of tasks) {
      const dueDate = dueInDays === undefined ? undefined : new Date(Date.now() + dueInDays * DAY).toISOString();
      const task = await this.tasks.create(context, {
        ...input,
        projectId,
        dueDate,
        assigneeId: userIds.get(assignee),
      });
      ids.set(input.title, task.id);
      for (const title of blockedBy) await this.blockers.add(context, task.id, ids.get(title) as string);
    }
  }
}
