import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import type { Changes } from '#core/events/domain-event.js';
import { TaskContents } from '#modules/tasks/changes/task-contents.service.js';
import { type TaskContent, withoutWords } from './task-content.dto.js';

/** What a task and its subtasks are made of. */
export interface KeptContents {
  readonly task: TaskContent | null;
  readonly subtasks: readonly TaskContent[];
}

/** What tasks are to be made of, as it is kept. */
@Injectable()
export class TemplateContents {
  constructor(private readonly contents: TaskContents) {}

  /** Ids are checked as POST /tasks would; those that it had `before` were, when they were written. */
  async ensureFits(
    tx: TransactionContext,
    projectId: string | null,
    { task, subtasks = [] }: { readonly task?: TaskContent; readonly subtasks?: readonly TaskContent[] },
    before?: KeptContents,
  ): Promise<void> {
    if (task) await this.contents.ensureFits(tx, projectId, withoutWords(unlike(task, before?.task)), 'task');
    for (const [index, subtask] of subtasks.entries()) {
      const changed = unlike(subtask, before?.subtasks[index]);
      await this.contents.ensureFits(tx, projectId, withoutWords(changed), `subtasks.${index}`);
    }
  }
}

/** What was given, without what was left out. */
export function plain(content: TaskContent): TaskContent {
  return JSON.parse(JSON.stringify(content)) as TaskContent;
}

/** The log says which fields there are: it holds no text of a task. */
export function contentChanges(before: KeptContents, after: Partial<KeptContents>): Changes {
  const changes: Changes = {};
  if (after.task !== undefined && !isDeepStrictEqual(after.task, before.task)) {
    changes['task'] = { from: fieldsOf(before.task), to: fieldsOf(after.task) };
  }
  if (after.subtasks && !isDeepStrictEqual(after.subtasks, before.subtasks)) {
    changes['subtasks'] = { from: before.subtasks.length, to: after.subtasks.length };
  }
  return changes;
}

function fieldsOf(task: TaskContent | null): string[] | null {
  return task && Object.keys(task);
}

/** Without the fields that it had before: they were checked when they were written. */
function unlike(content: TaskContent, before: TaskContent | null | undefined): TaskContent {
  const had = (before ?? {}) as unknown as Record<string, unknown>;
  const fields = Object.entries(content).filter(([name, value]) => !isDeepStrictEqual(value, had[name]));
  return Object.fromEntries(fields) as unknown as TaskContent;
}
