import { Injectable } from '@nestjs/common';
import { NotFoundError, ValidationError } from '#common/errors/app-error.js';
import { suggestion } from '#common/text/suggestion.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import type { Changes } from '#core/events/domain-event.js';
import { FieldCatalogue } from '#modules/fields/field-catalogue.service.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import {
  CUSTOM_PREFIX,
  type FieldDefinition,
  isOfProject,
  type StoredValue,
  type StoredValues,
} from '#schema/fields.js';
import { isPersonName, readValue, ValueProblem } from '#schema/field-values.js';
import { type Custom, personIds, shownValues, toldValue } from './shown-values.js';
import { TaskValuesRepository } from './task-values.repository.js';

/** Bytes of the values of a task, as JSON. */
const MOST_BYTES = 32 * 1024;

/** What a client writes of the values of tasks of one project. */
export interface WrittenValues {
  readonly projectId: string;
  readonly custom: Readonly<Record<string, unknown>>;
  /** What the tasks have now. */
  readonly before: readonly StoredValues[];
}

/** What values become: null takes one out. */
export interface ValueChanges {
  readonly values: ReadonlyMap<string, StoredValue | null>;
  /** Of the values. */
  readonly fields: readonly FieldDefinition[];
}

/** The values of a new task, as they are stored and as they are shown. */
export interface NewValues {
  readonly values: StoredValues;
  readonly custom: Custom;
}

/** A task as its values are shown. */
interface ValuedTask {
  readonly id: string;
  readonly projectId: string;
}

/** A value that names a person, before they are looked up. */
interface NamedPerson {
  readonly projectId: string;
  readonly person: string;
}

/** The values that tasks have of the company's own fields. */
@Injectable()
export class TaskValues {
  constructor(
    private readonly rows: TaskValuesRepository,
    private readonly catalogue: FieldCatalogue,
    private readonly access: ProjectAccess,
  ) {}

  /** The values of tasks as they are stored, by task; one that never had any has no entry. */
  findValues(context: RequestContext, taskIds: readonly string[]): Promise<Map<string, StoredValues>> {
    return this.rows.findValues(context, taskIds);
  }

  /** The values of tasks as clients see them, by task; one that never had any has no entry. */
  async showValues(
    context: RequestContext,
    tasks: readonly ValuedTask[],
    values: ReadonlyMap<string, StoredValues>,
  ): Promise<Map<string, Custom>> {
    if (values.size === 0) return new Map();
    const fields = await this.catalogue.findAll(context);
    const names = await this.rows.findNames(context, personIds(fields, values.values()));
    const shown = tasks.map(({ id, projectId }) => {
      const custom = shownValues(fields, projectId, values.get(id) ?? {}, (userId) => names.get(userId));
      return [id, custom] as const;
    });
    return new Map(shown.filter(([, custom]) => Object.keys(custom).length > 0));
  }

  /** The values of one task as clients see them. */
  async showOne(context: RequestContext, task: ValuedTask, values: StoredValues | null): Promise<Custom> {
    return (await this.showValues(context, [task], new Map(values ? [[task.id, values]] : []))).get(task.id) ?? {};
  }

  /** What a client writes, for each of the requests. The fields stay as they are until the transaction ends. */
  async readValues(tx: TransactionContext, written: readonly WrittenValues[]): Promise<ValueChanges[]> {
    const keys = [...new Set(written.flatMap(({ custom }) => Object.keys(custom)))].sort();
    const fields = keys.length > 0 ? await this.catalogue.shareFields(tx, keys) : [];
    const byKey = new Map(fields.map((field) => [field.key, field]));
    const unknown = await this.findUnknown(tx, keys, byKey);
    // What comes from elsewhere had its value when the field was not archived yet.
    const allowed = fields.map((field) => (tx.importing ? unarchived(field) : field));
    const byAllowedKey = new Map(allowed.map((field) => [field.key, field]));
    const read = written.map((values) => readAll(byAllowedKey, unknown, values));
    const people = await this.peopleOf(
      tx,
      read.flatMap(({ people }) => people),
    );
    return read.map(({ values, people: named }) => {
      for (const { id, projectId, person } of named) values.set(id, people.get(`${projectId} ${person}`) ?? null);
      return { values, fields: fields.filter(({ id }) => values.has(id)) };
    });
  }

  /** The values of new tasks, each of its project, where something is written of it. */
  async readForNew(
    tx: TransactionContext,
    tasks: readonly { readonly projectId: string; readonly custom?: WrittenValues['custom'] | undefined }[],
  ): Promise<(NewValues | undefined)[]> {
    const written = tasks.flatMap(({ projectId, custom }) => (custom ? [{ projectId, custom, before: [] }] : []));
    if (written.length === 0) return [];
    const read = await this.readValues(tx, written);
    const stored = read.map((changes) => withChanges({}, changes));
    const fields = [...new Set(read.flatMap((changes) => changes.fields))].sort(
      (one, other) => one.position - other.position,
    );
    const names = await this.rows.findNames(tx, personIds(fields, stored));
    const values = stored.map((one, index) => {
      const custom = shownValues(fields, written[index]?.projectId ?? '', one, (userId) => names.get(userId));
      this.ensureRoom(custom);
      return { values: one, custom };
    });
    return tasks.map(({ custom }) => (custom ? values.shift() : undefined));
  }

  /** Checks values that no project has yet: of fields of any project, and people need only be active. @throws as `readValues` */
  async ensureReadable(tx: TransactionContext, custom: WrittenValues['custom']): Promise<void> {
    const keys = Object.keys(custom).sort();
    const fields = (await this.catalogue.shareFields(tx, keys)).map((field) => ({ ...field, projectIds: null }));
    const byKey = new Map(fields.map((field) => [field.key, field]));
    const unknown = await this.findUnknown(tx, keys, byKey);
    const { people } = readAll(byKey, unknown, { projectId: '', custom, before: [] });
    const named = new Set(people.map(({ person }) => person));
    if ((await this.rows.countActive(tx, [...named])) < named.size) throw new NotFoundError('User');
    this.ensureRoom(custom as Custom);
  }

  /** @throws ValidationError when they would take too much room */
  ensureRoom(custom: Custom): void {
    if (Buffer.byteLength(JSON.stringify(custom)) > MOST_BYTES) {
      throw new ValidationError({ custom: 'Values take at most 32 KiB' });
    }
  }

  /** What a project's tasks keep of fields that are not of it stays. */
  async writeValues(tx: TransactionContext, tasks: readonly ValuedTask[], changes: ValueChanges): Promise<void> {
    for (const [projectId, some] of Map.groupBy(tasks, (task) => task.projectId)) {
      const ids = some.map(({ id }) => id);
      await this.rows.writeValues(tx, ids, changesIn(projectId, changes).values);
    }
  }

  /** What is said of keys that no field has. */
  private async findUnknown(
    tx: TransactionContext,
    keys: readonly string[],
    known: ReadonlyMap<string, FieldDefinition>,
  ): Promise<Map<string, string>> {
    const unknown = keys.filter((key) => !known.has(key));
    if (unknown.length === 0) return new Map();
    const all = (await this.catalogue.findAll(tx)).map(({ key }) => key);
    return new Map(unknown.map((key) => [key, `Unknown field${suggestion(key, all)}`]));
  }

  /** The ids of those who may be set. @throws NotFoundError */
  private async peopleOf(tx: TransactionContext, named: readonly NamedPerson[]): Promise<Map<string, string>> {
    if (named.length === 0) return new Map();
    if (named.some(({ person }) => !isPersonName(person))) throw new NotFoundError('User');
    const people = await this.access.findAssignable(tx, named);
    if (named.some(({ projectId, person }) => !people.has(`${projectId} ${person}`))) throw new NotFoundError('User');
    return people;
  }
}

/** What a new task has of them: without values it has nothing to show, either. */
export function own(values: NewValues | undefined): Partial<NewValues> {
  return values && Object.keys(values.custom).length > 0 ? values : {};
}

/** Values with those that changes set, and without those that they take out. */
export function withChanges(before: StoredValues, { values }: ValueChanges): StoredValues {
  const after: Record<string, StoredValue> = { ...before };
  for (const [id, value] of values) {
    if (value === null) Reflect.deleteProperty(after, id);
    else after[id] = value;
  }
  return after;
}

/** Those of fields that tasks of the project can have. */
export function changesIn(projectId: string, { values, fields }: ValueChanges): ValueChanges {
  const own = fields.filter((field) => isOfProject(field, projectId));
  return { values: new Map([...values].filter(([id]) => own.some((field) => field.id === id))), fields: own };
}

/** How the values of the task change, as the history says it. */
export function differencesOf(
  { projectId, values: before }: { readonly projectId: string; readonly values: StoredValues },
  { values, fields }: ValueChanges,
): Changes {
  const changes: Changes = {};
  for (const field of fields.filter((one) => isOfProject(one, projectId))) {
    const [from, to] = [before[field.id], values.get(field.id) ?? undefined];
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    changes[`${CUSTOM_PREFIX}${field.key}`] = { from: toldValue(field, from), to: toldValue(field, to) };
  }
  return changes;
}

function unarchived(field: FieldDefinition): FieldDefinition {
  return { ...field, archived: false, options: field.options.map((option) => ({ ...option, archived: false })) };
}

interface ReadValues {
  readonly values: Map<string, StoredValue | null>;
  readonly people: (NamedPerson & { readonly id: string })[];
}

/** @throws ValidationError with a message for each field */
function readAll(
  fields: ReadonlyMap<string, FieldDefinition>,
  unknown: ReadonlyMap<string, string>,
  { projectId, custom, before }: WrittenValues,
): ReadValues {
  const values = new Map<string, StoredValue | null>();
  const people: ReadValues['people'] = [];
  const problems: Record<string, string> = {};
  for (const [key, given] of Object.entries(custom)) {
    const field = fields.get(key);
    if (!field) {
      problems[`${CUSTOM_PREFIX}${key}`] = unknown.get(key) ?? 'Unknown field';
      continue;
    }
    try {
      if (given === null) {
        // What another project keeps counts as unset.
        if (isOfProject(field, projectId)) values.set(field.id, null);
        continue;
      }
      const value = readFor(field, projectId, given, before);
      values.set(field.id, value);
      if (field.type === 'person' && value !== null && !hasAll(before, field, value)) {
        people.push({ id: field.id, projectId, person: value as string });
      }
    } catch (error) {
      if (!(error instanceof ValueProblem)) throw error;
      problems[`${CUSTOM_PREFIX}${key}`] = error.message;
    }
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  return { values, people };
}

/** A value that all of the tasks have is never refused. */
function readFor(
  field: FieldDefinition,
  projectId: string,
  given: unknown,
  before: readonly StoredValues[],
): StoredValue | null {
  if (!isOfProject(field, projectId)) throw new ValueProblem('Not a field of this project');
  const value = readValue(
    field,
    given,
    (optionId) => before.length > 0 && before.every((task) => hasOption(task[field.id], optionId)),
  );
  if (field.archived && value !== null && !hasAll(before, field, value)) throw new ValueProblem('Field is archived');
  return value;
}

function hasOption(value: StoredValue | undefined, optionId: string): boolean {
  return Array.isArray(value) ? value.includes(optionId) : value === optionId;
}

function hasAll(before: readonly StoredValues[], { id }: FieldDefinition, value: StoredValue): boolean {
  return before.length > 0 && before.every((task) => JSON.stringify(task[id]) === JSON.stringify(value));
}
