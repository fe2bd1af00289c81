import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { ProjectsService } from '#modules/projects/projects.service.js';
import { TaskCreation } from '#modules/tasks/changes/task-creation.service.js';
import { TaskUpdates } from '#modules/tasks/changes/task-updates.js';
import { TaskTransfers } from '#modules/tasks/transfers/task-transfers.js';
import { DemoCode } from './demo-code.js';
import { daysFromNow } from './demo-dates.js';
import { type DemoPlan, DemoPlanning } from './demo-planning.js';
import type { DemoProject, DemoTask } from './demo-project-data.js';
import { DemoTaskParts } from './demo-task-parts.js';

/** The ids of the references in tasks: users by e-mail address, labels by name. */
interface Named {
  users: ReadonlyMap<string, string>;
  labels: ReadonlyMap<string, string>;
}

/** A task that others speak of. */
export interface MadeTask {
  readonly id: string;
  readonly tid: string;
  readonly title: string;
  readonly projectId: string;
}

/** What was made: the ids of the projects by key, the tasks by title. */
export interface MadeProjects {
  readonly projects: ReadonlyMap<string, string>;
  readonly tasks: ReadonlyMap<string, MadeTask>;
}

/** Makes projects with their tasks and the code of these; dates count from now. */
@Injectable()
export class DemoProjects {
  constructor(
    private readonly projects: ProjectsService,
    private readonly planning: DemoPlanning,
    private readonly tasks: TaskCreation,
    private readonly parts: DemoTaskParts,
    private readonly transfers: TaskTransfers,
    private readonly updates: TaskUpdates,
    private readonly code: DemoCode,
  ) {}

  /** `users` are the ids by e-mail address. */
  async create(
    context: TransactionContext,
    projects: DemoProject[],
    users: ReadonlyMap<string, string>,
  ): Promise<MadeProjects> {
    const ids = new Map<string, string>();
    const made = new Map<string, MadeTask>();
    await this.planning.createFields(context);
    await this.planning.createTemplates(context);
    const named = { users, labels: await this.planning.createLabels(context) };
    for (const project of projects) {
      const { key, name, description } = project;
      const { id } = await this.projects.create(context, { key, name, description });
      if (ids.size === 0) await this.planning.createRecurrence(context, id);
      ids.set(key, id);
      const plan = await this.planning.create(context, id, project);
      for (const task of await this.createTasks(context, id, project.tasks, plan, named)) made.set(task.title, task);
      await this.planning.carryOut(context, plan, project.sprints);
    }
    await this.moveTasks(context, projects, ids, made);
    await this.code.create(context, made);
    return { projects: ids, tasks: made };
  }

  private async moveTasks(
    context: RequestContext,
    projects: readonly DemoProject[],
    ids: ReadonlyMap<string, string>,
    made: Map<string, MadeTask>,
  ): Promise<void> {
    for (const { title, movedTo } of projects.flatMap(({ tasks }) => tasks)) {
      const [projectId, task] = [ids.get(movedTo ?? ''), made.get(title)];
      if (projectId && task) made.set(title, await this.transfers.transferTask(context, task.id, { projectId }));
    }
  }

  private async createTasks(
    context: RequestContext,
    projectId: string,
    tasks: DemoTask[],
    plan: DemoPlan,
    named: Named,
  ): Promise<MadeTask[]> {
    const made: MadeTask[] = [];
    const ids = new Map<string, string>();
    for (const task of tasks) {
      const { title, status, priority, estimatedHours, assignee = '', subtaskOf = '' } = task;
      const description = task.described?.[0]?.text ?? task.description;
      const assigneeId = named.users.get(assignee);
      const { id, tid } = await this.tasks.create(context, {
        projectId,
        title,
        description,
        status,
        priority,
        estimatedHours,
        dueDate: task.dueInDays === undefined ? undefined : daysFromNow(task.dueInDays),
        startDate: task.startInDays === undefined ? undefined : daysFromNow(task.startInDays),
        assigneeId,
        parentId: ids.get(subtaskOf),
        sprintId: plan.sprints.get(task.sprint ?? ''),
        epicId: plan.epics.get(task.epic ?? ''),
        labelIds: task.labels?.map((name) => named.labels.get(name) as string),
        ...(task.custom && { custom: task.custom }),
      });
      ids.set(title, id);
      made.push({ id, tid, title, projectId });
      await this.describe(context, id, task, named);
      await this.parts.create(context, id, task, { tasks: ids, users: named.users });
    }
    return made;
  }

  /** Changes the description of a new task to each that it had, and to its present one. */
  private async describe(
    context: RequestContext,
    id: string,
    { described = [], ...task }: DemoTask,
    { users }: Named,
  ): Promise<void> {
    for (const [place, { changedBy }] of described.entries()) {
      const description = described[place + 1]?.text ?? task.description;
      await this.updates.update({ ...context, userId: users.get(changedBy) as string }, id, { description });
    }
  }
}
