import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { areTurned } from '#common/validation/date-order.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import type { LockedTask } from '#modules/tasks/changes/task-locks.service.js';
import { responseOf } from '#modules/tasks/changes/task-locks.service.js';
import { TaskChanges } from '#modules/tasks/changes/task-changes.service.js';
import { type ImportedTask, TaskImports } from '#modules/tasks/imports/task-imports.service.js';
import type { ImportReference } from '../import-reference.entity.js';
import type { TaskRecord } from '../readers/records.js';
import { Catalogue } from './catalogue.js';
import { CommentWriter } from './comment-writer.js';
import { type DesiredTask, desiredTask, epicOf, labelsOf } from './desired-task.js';
import { CUSTOM_PREFIX } from '#schema/fields.js';
import { hashOf, ImportReferencesRepository } from '../import-references.repository.js';
import { FormerTidWriter } from './former-tid-writer.js';
import { FieldWriter } from './field-writer.js';
import type { Batch } from './scope.js';
import { KEPT, type WrittenAgain, writtenAgain } from './written-again.js';

const DEFAULT_STATUS = 'Backlog';

/** A record, what it would be here, and what there is of it. */
interface Work {
  readonly record: TaskRecord;
  readonly desired: DesiredTask;
  readonly reference: ImportReference | undefined;
  /** The task that it is, or is to be. */
  readonly taskId: string;
}

/** Writes the tasks of a batch: new ones, and what has changed of those that came before. */
@Injectable()
export class TaskWriter {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly tasks: TaskImports,
    private readonly changes: TaskChanges,
    private readonly references: ImportReferencesRepository,
    private readonly comments: CommentWriter,
    private readonly fields: FieldWriter,
    private readonly formerTids: FormerTidWriter,
  ) {}

  /** The events of all that it writes. */
  async writeTasks(batch: Batch, records: readonly TaskRecord[]): Promise<DomainEvent[]> {
    const { tx, space, project } = batch;
    const ids = await this.catalogue.ensureThings(batch, namedBy(batch, records));
    const fields = await this.fields.ensureFields(batch, records);
    const names = [...records.map(({ externalId }) => externalId), ...linkedOutside(batch, records)];
    const known = await this.references.findByExternalIds(tx, space, 'task', names);
    const thingIds = records.flatMap(({ externalId }) => known.get(externalId)?.thingId ?? []);
    const existing = new Map((await this.tasks.lockExisting(tx, project.id, thingIds)).map((task) => [task.id, task]));
    const carried = await this.tasks.findLabelIds(tx, [...existing.keys()]);
    const works = records.map((given): Work => {
      const record = withLinesOfOthers(batch, given, known);
      const reference = known.get(record.externalId);
      const taskId = reference?.thingId ?? uuidv7();
      return { record, desired: desiredTask(batch, record, { ids, fields }, taskId), reference, taskId };
    });
    const made = await this.create(
      batch,
      works.filter(({ reference }) => !reference),
    );
    const events = [made];
    await this.formerTids.writeFormerTids(
      batch,
      works.filter(({ reference, taskId }) => !reference || existing.has(taskId)),
    );
    for (const work of works) {
      const task = work.reference && existing.get(work.reference.thingId);
      if (task) events.push(await this.update(batch, work, task, carried.get(task.id) ?? []));
      else if (work.reference) this.skip(batch, work.record);
    }
    return events.flat();
  }

  private async create(batch: Batch, works: readonly Work[]): Promise<DomainEvent[]> {
    const { tx, run, project, space, tally } = batch;
    if (works.length === 0) return [];
    const leastNumber = run.keepsNumbers ? run.survey.highestNumber : 0;
    const tasks = works.map((work) => newTaskOf(batch, work));
    const reserved = run.claimedTids.numbersOf(project.key);
    const made = await this.tasks.create(tx, { ...project, leastNumber, reserved }, tasks);
    await this.references.addReferences(
      tx,
      space,
      run.importId,
      made.result.map((task, index) => {
        const { record, desired } = works[index] as Work;
        return {
          kind: 'task',
          externalId: record.externalId,
          thingId: task.id,
          url: record.url ?? null,
          written: hashesOf(desired),
          writtenAt: task.updatedAt,
        };
      }),
    );
    tally.count('tasks', 'created', works.length);
    for (const { record } of works) sayLeftDelegate(batch, record);
    const written = made.result.map((task, index) => ({ task, record: (works[index] as Work).record }));
    return [...made.events, ...(await this.comments.writeAll(batch, written))];
  }

  private async update(
    batch: Batch,
    { record, desired, reference }: Work,
    task: LockedTask,
    labelIds: readonly string[],
  ): Promise<DomainEvent[]> {
    const { tx, tally } = batch;
    if (!reference) return [];
    const current: Record<string, unknown> = { ...task, labelIds, ...valuesNow(task, desired) };
    const isOurs = (field: string) => [undefined, hashOf(current[field])].includes(reference.written[field]);
    const again = writtenAgain(reference, fieldsOf(desired), current, isOurs);
    const { settings, kept, written } = withDatesInOrder(task, again);
    for (const field of kept) tally.problem({ row: record.row, externalId: record.externalId, field, message: KEPT });
    const isChanged = Object.keys(settings).length > 0;
    tally.count('tasks', isChanged ? 'updated' : 'unchanged');
    const change = isChanged
      ? await this.changes.applySettings(tx, [task], withCustom(settings))
      : { result: [responseOf(task)], events: [] };
    const [after = responseOf(task)] = change.result;
    const writtenAt = isChanged && reference.writtenAt === task.updatedAt ? after.updatedAt : reference.writtenAt;
    const isSame = hashOf(written) === hashOf(reference.written) && !isChanged;
    if (!isSame) await this.references.updateReferences(tx, [{ id: reference.id, written, writtenAt }]);
    return [...change.events, ...(await this.comments.writeAll(batch, [{ task: after, record }]))];
  }

  private skip({ tally }: Batch, { row, externalId }: TaskRecord): void {
    tally.count('tasks', 'skipped');
    tally.problem({ row, externalId, field: null, message: 'The task was deleted here; it does not come again' });
  }
}

/** A virtual colleague that has not come, and does not come with it, cannot have it. */
function sayLeftDelegate({ run, tally }: Batch, { row, externalId, delegate }: TaskRecord): void {
  if (!delegate || run.colleagues.ids.has(delegate) || run.colleagues.coming.has(delegate)) return;
  const message = 'The virtual colleague that it is delegated to does not come with it';
  tally.problem({ row, externalId, field: 'delegate', message });
}

/** The names of what tasks are linked with and that is not in the file. */
function linkedOutside({ run: { survey } }: Batch, records: readonly TaskRecord[]): string[] {
  const keys = records.flatMap(({ links = [] }) => links.map(({ key }) => key));
  return [...new Set(keys)].filter((key) => survey.resolve(key) === undefined);
}

/** A link with what is no task here, such as an epic, is a line of the description. */
function withLinesOfOthers(
  { run: { survey } }: Batch,
  record: TaskRecord,
  known: ReadonlyMap<string, unknown>,
): TaskRecord {
  const { links = [], lines = [] } = record;
  const isTask = (name: string) => survey.tasks.has(survey.resolve(name) ?? '') || known.has(name);
  const others = links.flatMap(({ key, line }) => (line === undefined || isTask(key) ? [] : [line]));
  return others.length > 0 ? { ...record, lines: [...others, ...lines] } : record;
}

/** What tasks name, each once. */
function namedBy(batch: Pick<Batch, 'run'>, records: readonly TaskRecord[]) {
  const { survey } = batch.run;
  const epics = new Set(records.map((record) => epicOf(batch, record)));
  const sprints = new Set(records.map(({ sprint }) => sprint));
  return {
    labels: records.flatMap((record) => labelsOf(batch, record) ?? []),
    epics: [...epics].flatMap((key) => (key ? (survey.epics.get(key) ?? []) : [])),
    sprints: [...sprints].flatMap((key) => (key ? (survey.sprints.get(key) ?? []) : [])),
  };
}

function newTaskOf({ run }: Batch, { record, desired, taskId }: Work): ImportedTask {
  // What was changed was there before: without a date of its own it began then.
  const createdAt = record.createdAt ?? record.updatedAt ?? new Date().toISOString();
  const updatedAt = record.updatedAt ?? createdAt;
  return {
    id: taskId,
    title: desired.title,
    description: desired.description ?? null,
    mentions: desired.mentions.length > 0 ? desired.mentions : null,
    status: desired.status ?? DEFAULT_STATUS,
    priority: desired.priority ?? 'None',
    estimatedHours: desired.estimatedHours ?? null,
    loggedHours: desired.loggedHours ?? null,
    sprintId: desired.sprintId ?? null,
    epicId: desired.epicId ?? null,
    dueDate: desired.dueDate ?? null,
    startDate: desired.startDate ?? null,
    // Without a column for it, whoever starts the import is who brings it.
    createdById: record.author === undefined ? run.starter.id : (run.meanings.userOf(record.author)?.id ?? null),
    createdAt,
    updatedAt: updatedAt < createdAt ? createdAt : updatedAt,
    completedAt: record.completedAt ?? null,
    number: run.keepsNumbers ? record.number : undefined,
    place: run.keepsNumbers ? record.place : undefined,
    rank: run.keepsNumbers ? record.rank : undefined,
    assignee: desired.assignee ?? null,
    delegateId: (record.delegate && run.colleagues.ids.get(record.delegate)) ?? null,
    labelIds: desired.labelIds ?? [],
    custom: desired.custom,
    cameFrom: `${run.tracker}:${record.externalId}`,
  };
}

/** By the names of settings; without what the file says nothing of. */
function fieldsOf({ assignee, mentions: _mentions, custom = {}, ...fields }: DesiredTask): Record<string, unknown> {
  const own = Object.fromEntries(Object.entries(custom).map(([key, value]) => [`${CUSTOM_PREFIX}${key}`, value]));
  const all = { ...fields, ...own, assigneeId: assignee === undefined ? undefined : (assignee?.id ?? null) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Where the task would begin after it is due, because one of the dates was changed here, both stay. */
function withDatesInOrder(task: LockedTask, again: WrittenAgain): WrittenAgain {
  const after = { ...task, ...again.settings } as Pick<LockedTask, 'startDate' | 'dueDate'>;
  if (!areTurned(after.startDate, after.dueDate)) return again;
  const { startDate: _startDate, dueDate: _dueDate, ...settings } = again.settings;
  return { ...again, settings, kept: [...again.kept, 'startDate', 'dueDate'] };
}

/** The values that the task has of the fields that are desired, as the desired ones are written. */
function valuesNow({ custom = {} }: LockedTask, desired: DesiredTask): Record<string, unknown> {
  const shown = (value: unknown) =>
    typeof value === 'object' && value !== null && 'id' in value ? value.id : (value ?? null);
  return Object.fromEntries(
    Object.keys(desired.custom ?? {}).map((key) => [`${CUSTOM_PREFIX}${key}`, shown(custom[key])]),
  );
}

/** Settings as a client would send them. */
function withCustom(settings: Record<string, unknown>): Record<string, unknown> {
  const own = Object.entries(settings).filter(([name]) => name.startsWith(CUSTOM_PREFIX));
  if (own.length === 0) return settings;
  const others = Object.entries(settings).filter(([name]) => !name.startsWith(CUSTOM_PREFIX));
  const custom = Object.fromEntries(own.map(([name, value]) => [name.slice(CUSTOM_PREFIX.length), value]));
  return { ...Object.fromEntries(others), custom };
}

function hashesOf(desired: DesiredTask): Record<string, string> {
  return Object.fromEntries(Object.entries(fieldsOf(desired)).map(([field, value]) => [field, hashOf(value)]));
}
