import { roundHours } from '#common/numbers/rounding.js';
import { storedName } from '#common/text/folded.js';
import { areTurned } from '#common/validation/date-order.js';
import { LIMITS } from '#common/validation/text.js';
import type { NamedReference } from '#common/http/named-reference.dto.js';
import { MAX_TASK_HOURS, type Priority } from '#schema/tasks.js';
import { fileLink, fileStays } from '../readers/file-link.js';
import { longDate } from '../readers/moments.js';
import type { Person, TaskRecord } from '../readers/records.js';
import { textHere } from './archived-ids.js';
import { labelKey, type ThingIds } from './catalogue.js';
import { customOf, type FieldsHere } from './field-writer.js';
import type { Batch } from './scope.js';
import { cut, storable } from '#common/validation/storable.js';
import { NOT_DONE } from './surroundings.js';

/** The fields of a task as the file would have them; what it says nothing of is undefined. */
export interface DesiredTask {
  readonly title: string;
  readonly description: string | null | undefined;
  /** Those whom the description of an archive names. */
  readonly mentions: readonly string[];
  readonly status: string | undefined;
  readonly priority: Priority | undefined;
  readonly estimatedHours: number | null | undefined;
  readonly loggedHours: number | null | undefined;
  readonly dueDate: string | null | undefined;
  readonly startDate: string | null | undefined;
  readonly assignee: NamedReference | null | undefined;
  readonly epicId: string | null | undefined;
  readonly sprintId: string | null | undefined;
  readonly labelIds: readonly string[] | undefined;
  /** Values of own fields by their keys, as a client would write them. */
  readonly custom: Readonly<Record<string, unknown>> | undefined;
}

/** Labels of a task. */
const MOST_LABELS = 100;

/** The labels that a task names, and what its status adds. */
export function labelsOf({ run }: Pick<Batch, 'run'>, record: TaskRecord): string[] | undefined {
  const { labels, status } = record;
  const isNotDone = status !== undefined && run.meanings.statuses.of({ ...record, status }).isNotDone;
  if (labels === undefined && !isNotDone) return undefined;
  const all = [...(labels ?? []), ...(isNotDone ? [NOT_DONE] : [])];
  const unique = new Map(all.filter((name) => name.trim() !== '').map((name) => [labelKey(name), name.trim()]));
  return [...unique.values()].slice(0, MOST_LABELS);
}

/** The key of the epic that a task is in: the one that it names, or its parent when that is an epic. */
export function epicOf(
  { run: { survey } }: Pick<Batch, 'run'>,
  { epic, parent }: TaskRecord,
): string | null | undefined {
  const named = [epic, parent].map((name) => (name ? survey.resolve(name) : undefined));
  const key = named.find((found) => found !== undefined && survey.epics.has(found));
  return key ?? (epic === undefined ? undefined : null);
}

/** What a task would be here. It says in the tally what does not fit. */
export function desiredTask(
  batch: Batch,
  given: TaskRecord,
  { ids, fields }: { readonly ids: ThingIds; readonly fields: FieldsHere },
  taskId: string,
): DesiredTask {
  const { run, tally } = batch;
  const { record, mentions } = renamed(batch, given, taskId);
  const say = (field: string, message: string) =>
    tally.problem({ row: record.row, externalId: record.externalId, field, message });
  const { status, priority } = record;
  const epic = epicOf(batch, record);
  const labels = labelsOf(batch, record);
  const assignee = assigneeOf(batch, record, say);
  if ((record.labels?.length ?? 0) > MOST_LABELS)
    say('labels', `A task has at most ${MOST_LABELS} labels; the others are left out`);
  return {
    title: shortened(storedName(storable(record.title)), LIMITS.name.maximum, () =>
      say('title', 'The title is cut to 500 characters'),
    ),
    description: descriptionOf(batch, record, assignee, say),
    mentions,
    status:
      status === undefined
        ? undefined
        : cut(storedName(storable(run.meanings.statuses.of({ ...record, status }).lane)), LIMITS.shortName.maximum),
    priority: priority === undefined ? undefined : priority === null ? 'None' : run.meanings.priorityOf(priority),
    estimatedHours: hours(record.estimatedHours, () => say('estimatedHours', 'The hours are out of bounds')),
    loggedHours: hours(record.loggedHours, () => say('loggedHours', 'The hours are out of bounds')),
    dueDate: record.dueDate,
    startDate: startOf(record, () => say('startDate', 'It is after the due date')),
    assignee,
    epicId: epic && ids.epics.has(epic) ? ids.epics.get(epic) : epic === undefined ? undefined : null,
    sprintId: record.sprint ? (ids.sprints.get(record.sprint) ?? null) : record.sprint,
    labelIds: labels
      ?.map((name) => ids.labels.get(labelKey(name)))
      .filter((id) => id !== undefined)
      .sort(),
    custom: customOf(batch, record, fields, say),
  };
}

/** A text with the line that says who wrote it, where that is nobody here. */
export function signed(
  batch: Batch,
  text: string,
  author: Person | null | undefined,
  at: string | null | undefined,
): string {
  const { meanings } = batch.run;
  const name = meanings.nameOf(author);
  if (text.trim() === '' || name === undefined || meanings.userOf(author)) return text;
  const line = `${name}${at ? `, ${longDate(at)}` : ''}:`;
  return text.startsWith(line) ? text : `${line}\n\n${text}`;
}

/** With the ids that texts of an archive have here. */
function renamed({ run }: Batch, record: TaskRecord, taskId: string) {
  if (!run.isArchive || !record.description) return { record, mentions: [] };
  const { text, mentions } = textHere(run.meanings, taskId, record.description);
  return { record: { ...record, description: text }, mentions };
}

function descriptionOf(
  batch: Batch,
  record: TaskRecord,
  assignee: NamedReference | null | undefined,
  say: (field: string, message: string) => void,
): string | null | undefined {
  const { description, lines = [], files = [], author, createdAt } = record;
  const added = [
    ...lines,
    ...linesOfColumns(batch, record),
    ...alsoAssigned(batch, record, assignee),
    ...files.map(fileLink),
  ];
  for (const { name } of files) say('files', fileStays(name));
  batch.tally.count('files', 'skipped', files.length);
  if (description === undefined && added.length === 0) return undefined;
  const own = signed(batch, storable(description ?? ''), author, createdAt);
  const text = [own, ...(added.length > 0 ? [added.join('  \n')] : [])].filter((part) => part !== '').join('\n\n');
  const whole = shortened(storable(text), LIMITS.description.maximum, () =>
    say('description', 'The description is cut to 50,000 characters'),
  );
  return whole === '' ? null : whole;
}

/** Columns that become lines. */
function linesOfColumns({ run }: Batch, { columns = {} }: TaskRecord): string[] {
  return [...run.meanings.plans].flatMap(([name, { kind }]) => {
    const text = kind === 'description' ? columns[name] : undefined;
    return text === undefined ? [] : [`${name}: ${text.replaceAll('\n', ' ')}`];
  });
}

function assigneeOf(
  batch: Batch,
  { assignees }: TaskRecord,
  say: (field: string, message: string) => void,
): NamedReference | null | undefined {
  if (assignees === undefined) return undefined;
  const { meanings } = batch.run;
  const users = assignees.map((person) => meanings.userOf(person));
  const chosen = users.find((user) => user && batch.assignable.has(user.id));
  for (const [index, person] of assignees.entries()) {
    const name = meanings.nameOf(person) ?? '';
    const user = users[index];
    if (chosen && user?.id === chosen.id) continue;
    if (!user) say('assignee', `${name} is nobody here`);
    else if (!batch.assignable.has(user.id)) say('assignee', `${name} does not reach the project`);
    else say('assignee', `A task has one assignee: ${name} is named in its description`);
  }
  return chosen ?? null;
}

/** Of several the others, as a line of the description. */
function alsoAssigned(
  { run: { meanings } }: Batch,
  { assignees = [] }: TaskRecord,
  chosen: NamedReference | null | undefined,
): string[] {
  if (assignees.length < 2) return [];
  const others = assignees.filter((person) => !chosen || meanings.userOf(person)?.id !== chosen.id);
  const names = others.map((person) => meanings.nameOf(person) ?? '').filter((name) => name !== '');
  return names.length > 0 ? [`Also assigned: ${names.join(', ')}`] : [];
}

/** Without one that is after the due date. */
function startOf({ startDate, dueDate }: TaskRecord, refuse: () => void): string | null | undefined {
  if (!areTurned(startDate, dueDate)) return startDate;
  refuse();
  return null;
}

function hours(given: number | null | undefined, refuse: () => void): number | null | undefined {
  if (given === null || given === undefined) return given;
  if (given >= 0 && given <= MAX_TASK_HOURS) return roundHours(given);
  refuse();
  return null;
}

function shortened(text: string, most: number, note: () => void): string {
  const short = cut(text, most);
  if (short !== text) note();
  return short;
}
