import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Mentions, type ReadText } from '#modules/mentions/mentions.service.js';
import { TaskWatchers } from './task-watchers.service.js';

/** Whom the texts of tasks name. */
@Injectable()
export class TaskMentions {
  constructor(
    private readonly mentions: Mentions,
    private readonly watchers: TaskWatchers,
  ) {}

  /** A text as it is kept. @throws ValidationError about `field` when it names too many */
  readText(context: RequestContext, projectId: string, text: string, field: string): Promise<ReadText> {
    return this.mentions.readText(context, projectId, text, field);
  }

  /** Who comments on a task watches it; an agent does not, nor whose key it uses. */
  noteAuthor(tx: TransactionContext, taskId: string): Promise<void> {
    return this.watchers.noteWatchers(tx, taskId, tx.agent ? [] : [tx.userId], 'commented');
  }

  /**
   * The people that a text newly names, who watch the task from now on. `before` is whom it named before.
   */
  async noteMentions(
    tx: TransactionContext,
    task: { readonly id: string; readonly projectId: string },
    mentions: readonly string[] | null,
    before: readonly string[] | null = null,
  ): Promise<string[]> {
    const added = (mentions ?? []).filter((id) => !before?.includes(id));
    const named = await this.mentions.findPeople(tx, task.projectId, added);
    const told = named.length > 0 ? await this.mentions.findPeople(tx, task.projectId, before ?? []) : [];
    const people = named.filter((id) => !told.includes(id));
    await this.watchers.noteWatchers(tx, task.id, people, 'mentioned');
    return people;
  }
}
