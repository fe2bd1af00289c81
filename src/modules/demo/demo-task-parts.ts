import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { CommentsService } from '#modules/comments/comments.service.js';
import { PromisesService } from '#modules/promises/promises.service.js';
import { TaskBlockers } from '#modules/tasks/blockers/task-blockers.service.js';
import { TaskDeletion } from '#modules/tasks/changes/task-deletion.js';
import { TaskLinks } from '#modules/tasks/links/task-links.service.js';
import { TaskMutes } from '#modules/tasks/mutes/task-mutes.service.js';
import { TimeEntriesService } from '#modules/time-entries/time-entries.service.js';
import { daysFromNow } from './demo-dates.js';
import type { DemoTask } from './demo-project-data.js';

/** Makes what hangs on a task: blockers, links, mutes, promises, hours and comments. */
@Injectable()
export class DemoTaskParts {
  constructor(
    private readonly blockers: TaskBlockers,
    private readonly links: TaskLinks,
    private readonly mutes: TaskMutes,
    private readonly promises: PromisesService,
    private readonly timeEntries: TimeEntriesService,
    private readonly comments: CommentsService,
    private readonly deletion: TaskDeletion,
  ) {}

  /** `tasks` are the ids of those before it by their titles, `users` by their addresses; hours and promises are the assignee's. */
  async create(
    context: RequestContext,
    id: string,
    task: DemoTask,
    { tasks, users }: Readonly<Record<'tasks' | 'users', ReadonlyMap<string, string>>>,
  ): Promise<void> {
    for (const title of task.blockedBy ?? []) await this.blockers.addBlocker(context, id, tasks.get(title) as string);
    for (const title of task.relatesTo ?? []) {
      await this.links.addLink(context, id, { taskId: tasks.get(title) as string, type: 'relates' });
    }
    if (task.muted !== undefined) await this.mutes.muteTask(context, id, { note: task.muted });
    const byAssignee = { ...context, userId: users.get(task.assignee ?? '') ?? context.userId };
    if (task.promised) {
      const { inDays, words } = task.promised;
      await this.promises.makePromise(byAssignee, id, { until: daysFromNow(inDays).slice(0, 10), words });
    }
    for (const entry of task.logged ?? []) await this.timeEntries.create(byAssignee, id, entry);
    for (const { author, body } of task.comments ?? []) {
      await this.comments.create({ ...context, userId: users.get(author) as string }, id, { body });
    }
    if (task.deleted) await this.deletion.remove(context, id);
  }
}
