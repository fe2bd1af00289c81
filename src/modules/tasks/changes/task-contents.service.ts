import { Injectable } from '@nestjs/common';
import { passes, ValidationError } from '#common/errors/app-error.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { LabelsService } from '#modules/labels/labels.service.js';
import { Mentions } from '#modules/mentions/mentions.service.js';
import { UsersService } from '#modules/users/users.service.js';
import { TaskValues } from '../values/task-values.service.js';
import { TaskReferences } from './task-references.js';

const IDS = ['assigneeId', 'delegateId', 'sprintId', 'epicId', 'labelIds'] as const;

/** What a task that is yet to be made refers to. */
export interface TaskContentReferences {
  readonly description?: string;
  readonly assigneeId?: string;
  readonly delegateId?: string;
  readonly sprintId?: string;
  readonly epicId?: string;
  readonly labelIds?: string[];
  readonly custom?: Readonly<Record<string, unknown>>;
}

/** Checks what tasks refer to that are kept to be made later. */
@Injectable()
export class TaskContents {
  constructor(
    private readonly references: TaskReferences,
    private readonly values: TaskValues,
    private readonly labels: LabelsService,
    private readonly users: UsersService,
    private readonly mentions: Mentions,
  ) {}

  /**
   * Checks ids and values as those of a new task of the project are. Without a project they need only be there.
   *
   * @throws what `TaskReferences.requireReferences` throws; a ValidationError names fields within `path`
   */
  async ensureFits(
    tx: TransactionContext,
    projectId: string | null,
    content: TaskContentReferences,
    path: string,
  ): Promise<void> {
    try {
      await (projectId === null ? this.ensureOfCompany(tx, content) : this.ensureOfProject(tx, projectId, content));
    } catch (error) {
      throw error instanceof ValidationError ? error.within(path) : error;
    }
  }

  /** The content without what does not fit, and the names of the fields that have lost something. */
  async fitContent<Content extends TaskContentReferences>(
    tx: TransactionContext,
    projectId: string | null,
    content: Content,
  ): Promise<{ content: Content; omitted: string[] }> {
    const fits = (part: TaskContentReferences) => passes(() => this.ensureFits(tx, projectId, part, 'task'));
    if (await fits(content)) return { content, omitted: [] };
    const { description, assigneeId, delegateId, sprintId, epicId, labelIds = [], custom = {}, ...rest } = content;
    const kept: Record<string, unknown> = { ...rest };
    const omitted: string[] = [];
    for (const [field, value] of Object.entries({ description, assigneeId, delegateId, sprintId, epicId })) {
      if (value === undefined) continue;
      if (await fits({ [field]: value })) kept[field] = value;
      else omitted.push(field);
    }
    const keptLabels = await filtered(labelIds, (id) => fits({ labelIds: [id] }));
    if (keptLabels.length > 0) kept['labelIds'] = keptLabels;
    if (keptLabels.length < labelIds.length) omitted.push('labelIds');
    const values = await filtered(Object.entries(custom), ([key, value]) => fits({ custom: { [key]: value } }));
    if (values.length > 0) kept['custom'] = Object.fromEntries(values);
    const keys = new Set(values.map(([key]) => key));
    omitted.push(...Object.keys(custom).flatMap((key) => (keys.has(key) ? [] : [`custom.${key}`])));
    return { content: kept as unknown as Content, omitted };
  }

  private async ensureOfProject(
    tx: TransactionContext,
    projectId: string,
    { description = '', custom, ...references }: TaskContentReferences,
  ): Promise<void> {
    await this.mentions.readText(tx, projectId, description, 'description');
    const ids = Object.fromEntries(IDS.map((field) => [field, references[field]]));
    const given = { ...ids, ...(custom && { custom }) };
    await this.references.requireForNew(tx, { title: '', projectId, ...given });
    await this.values.readForNew(tx, [{ projectId, custom }]);
  }

  private async ensureOfCompany(tx: TransactionContext, content: TaskContentReferences): Promise<void> {
    const { description = '', assigneeId, delegateId, sprintId, epicId, labelIds = [], custom } = content;
    this.mentions.requireFew(description, 'description');
    const none = 'A template of the company has none';
    const problems = { ...(sprintId && { sprintId: none }), ...(epicId && { epicId: none }) };
    if (Object.keys(problems).length > 0) throw new ValidationError(problems);
    if (labelIds.length > 0) await this.labels.ensureExist(tx, labelIds);
    if (assigneeId !== undefined) await this.users.getActive(tx, assigneeId);
    if (delegateId !== undefined) await this.references.ensureAgent(tx, delegateId);
    if (custom) await this.values.ensureReadable(tx, custom);
  }
}

async function filtered<Item>(items: readonly Item[], isKept: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const kept: Item[] = [];
  for (const item of items) if (await isKept(item)) kept.push(item);
  return kept;
}
