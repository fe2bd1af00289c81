import { folded } from '#common/text/folded.js';
import { Injectable } from '@nestjs/common';
import type { Moments } from '#core/company-scope/company-scoped.repository.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Outbox } from '#core/events/outbox.js';
import { TaskContents } from '#modules/tasks/changes/task-contents.service.js';
import { CREATOR, PARENT, type TaskContent } from './task-content.dto.js';
import { CreateTemplate, type TemplateResponse } from './template.dto.js';
import { TemplatesRepository } from './templates.repository.js';
import { TemplatesService } from './templates.service.js';

export { CreateTemplate };

/** What stands here for what an archive names. */
export interface Here {
  readonly idOf: (id: string) => string;
  /** Of a field of one's own. */
  readonly keyOf: (key: string) => string;
  /** A text that may mention people. */
  readonly textOf: (text: string) => string;
}

/** Templates that imports bring. */
@Injectable()
export class TemplateImports {
  constructor(
    private readonly templates: TemplatesService,
    private readonly rows: TemplatesRepository,
    private readonly contents: TaskContents,
    private readonly outbox: Outbox,
  ) {}

  /** With a number after its name where that is taken. @throws ConflictError past the number of templates */
  async bringTemplate(
    tx: TransactionContext,
    { task, subtasks = [], ...input }: Omit<CreateTemplate, 'projectId'> & { readonly projectId: string | null },
    { createdById, moments, here }: { createdById: string; moments: Partial<Moments>; here: Here },
  ): Promise<TemplateResponse> {
    const { projectId } = input;
    const taken = new Set(await this.rows.findNames(tx, projectId));
    let { name } = input;
    for (let number = 2; taken.has(folded(name)); number += 1) name = `${input.name.slice(0, LONGEST)} ${number}`;
    const content = await this.fitContent(tx, projectId, task, here);
    const below: TaskContent[] = [];
    for (const subtask of subtasks) below.push(await this.fitContent(tx, projectId, subtask, here));
    const made = { ...input, name, task: content, subtasks: below };
    return this.outbox.commit(tx, () => this.templates.makeTemplate(tx, made, { createdById, ...moments }));
  }

  /** What a task here has of one elsewhere: ids are those of here, and what is not here is left out. */
  async fitContent(
    tx: TransactionContext,
    projectId: string | null,
    content: TaskContent,
    { idOf, keyOf, textOf }: Here,
  ): Promise<TaskContent> {
    const { description, assigneeId, delegateId, sprintId, epicId, labelIds, custom, ...rest } = content;
    const isWord = assigneeId === CREATOR || assigneeId === PARENT;
    const ids = Object.entries({ ...(!isWord && { assigneeId }), delegateId, sprintId, epicId });
    const values = Object.entries(custom ?? {}).map(([key, value]) => [keyOf(key), hereIn(value, idOf)] as const);
    const { content: fitting } = await this.contents.fitContent(tx, projectId, {
      ...rest,
      ...(description !== undefined && { description: textOf(description) }),
      ...Object.fromEntries(ids.flatMap(([field, id]) => (id === undefined ? [] : [[field, idOf(id)]]))),
      ...(labelIds && { labelIds: labelIds.map(idOf) }),
      ...(custom && { custom: Object.fromEntries(values) }),
    });
    return isWord ? { ...fitting, assigneeId } : fitting;
  }
}

/** Leaves room for a number. */
const LONGEST = 95;

/** A value, or what names a person, as it is here; in the form in which it was given. */
function hereIn(value: unknown, idOf: (id: string) => string): unknown {
  if (typeof value === 'string') return idOf(value);
  const named = (value as { id?: unknown } | null)?.id;
  return typeof named === 'string' ? { ...(value as object), id: idOf(named) } : value;
}
