import type { ArchivedField } from '#modules/fields/field-imports.service.js';
import type { Person } from '../readers/records.js';
import { ownFieldsOf } from './archived-fields.js';
import { idOf, momentOrNull, momentsOf, numberOrNull, rowsOf, textOf, textOrNull } from './archived-values.js';
import { type ArchivedTie, tiesOf } from './archived-ties.js';
import { type ArchiveZip, objectOf, type Row } from './archive-zip.js';
import { addTo } from '#common/collections/add-to.js';

interface Dated {
  readonly createdAt: string | undefined;
  readonly updatedAt: string | undefined;
}

/** A team of an archive. */
export interface ArchivedTeam extends Dated {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly members: readonly Person[];
}

/** Somebody whom a project has as a member itself. */
export interface ArchivedMember {
  readonly person: Person;
  readonly role: 'lead' | 'member';
}

export interface ArchivedLane extends Dated {
  readonly name: string;
  readonly limit: number | null;
}

/** A view, a template or a virtual colleague: what a request would send, of which nothing is known yet. */
export interface ArchivedThing extends Dated {
  readonly id: string;
  readonly row: number;
  readonly input: Row;
  readonly ownerId: string | null;
}

export interface ArchivedColleague extends ArchivedThing {
  readonly lastRunAt: string | null;
  readonly lastRunStatus: 'success' | 'partial' | 'failed' | null;
}

/** What an archive has of the company, besides its projects and people. */
/** With what it has made, by tids. */
export interface ArchivedRecurrence extends ArchivedThing {
  readonly made: number;
  readonly skipped: number;
  readonly tids: readonly string[];
  /** Null when it is deleted, or of another archive. */
  readonly lastTid: string | null;
}

export type CompanyRecord =
  | { readonly kind: 'lanes'; readonly lanes: readonly ArchivedLane[] }
  | { readonly kind: 'team'; readonly team: ArchivedTeam }
  | { readonly kind: 'tie'; readonly tie: ArchivedTie }
  | { readonly kind: 'own-field'; readonly row: number; readonly field: ArchivedField }
  | { readonly kind: 'colleague'; readonly colleague: ArchivedColleague }
  | { readonly kind: 'colleague-again'; readonly colleague: ArchivedColleague }
  | { readonly kind: 'view'; readonly view: ArchivedThing }
  | { readonly kind: 'template'; readonly template: ArchivedThing }
  | { readonly kind: 'recurrence'; readonly recurrence: ArchivedRecurrence };

const RUN_STATUSES = ['success', 'partial', 'failed'] as const;
const COLLEAGUE = ['name', 'role', 'description', 'avatar', 'active', 'projectIds', 'settings'];
const VIEW = ['name', 'description', 'filter', 'layout', 'groupBy', 'subgroupBy', 'sortBy', 'sortOrder', 'columns'];
const TEMPLATE = ['name', 'description', 'projectId', 'task', 'subtasks'];
const RECURRENCE = ['name', 'projectId', 'templateId', 'task', 'subtasks', 'schedule', 'mode', 'onlyOneOpen'];

/** Somebody of the archive, who is known by the id. */
const personOf = (id: unknown): Person => ({ id: idOf(id), name: null, email: null });

/** The teams by their ids. */
export async function teamsOf(archive: ArchiveZip): Promise<Map<string, ArchivedTeam>> {
  const teams = new Map<string, ArchivedTeam>();
  for await (const { row } of archive.rows('teams')) {
    const id = idOf(row['id']);
    const members = rowsOf(row['members']).map((member) => personOf(member['id']));
    const texts = { name: textOf(row['name']), description: textOrNull(row['description']) };
    teams.set(id, { id, ...texts, members, ...momentsOf(row) });
  }
  return teams;
}

/** The members that projects have themselves, by project. */
export async function membersOf(archive: ArchiveZip): Promise<Map<string, ArchivedMember[]>> {
  const members = new Map<string, ArchivedMember[]>();
  for await (const { row } of archive.rows('members')) {
    const projectId = idOf(row['projectId']);
    const role = row['role'] === 'lead' ? 'lead' : 'member';
    addTo(members, projectId, { person: personOf(row['id']), role });
  }
  return members;
}

/** What is there before the projects: what tasks refer to. */
export async function* foundationsOf(archive: ArchiveZip): AsyncGenerator<CompanyRecord> {
  const lanes: ArchivedLane[] = [];
  for await (const { row } of archive.rows('lanes')) {
    lanes.push({ name: textOf(row['name']), limit: numberOrNull(row['limit']), ...momentsOf(row) });
  }
  yield { kind: 'lanes', lanes };
  for (const team of (await teamsOf(archive)).values()) yield { kind: 'team', team };
  for await (const { line, field } of ownFieldsOf(archive)) yield { kind: 'own-field', row: line, field };
  yield* colleaguesOf(archive);
}

/**
 * What comes after the projects: it refers to them. Views are last: they can name all that comes. Colleagues come once more when they
 * name recurrences, whose tasks have them as delegates.
 */
export async function* additionsOf(archive: ArchiveZip): AsyncGenerator<CompanyRecord> {
  for await (const tie of tiesOf(archive)) yield { kind: 'tie', tie };
  for await (const { line, field } of ownFieldsOf(archive)) yield { kind: 'own-field', row: line, field };
  yield* colleaguesOf(archive);
  for await (const { line, row } of archive.rows('templates')) {
    yield { kind: 'template', template: thingOf(row, line, given(row, TEMPLATE), row['createdById']) };
  }
  yield* recurrencesOf(archive);
  for await (const record of colleaguesOf(archive)) {
    if (JSON.stringify(record.colleague.input).includes('recurrence')) yield { ...record, kind: 'colleague-again' };
  }
  for await (const { line, row } of archive.rows('views')) {
    const input = { ...given(row, VIEW), visibility: row['visibility'], ...given(row, ['projectId']) };
    yield { kind: 'view', view: thingOf(row, line, input) };
  }
}

async function* recurrencesOf(archive: ArchiveZip): AsyncGenerator<CompanyRecord> {
  const rows: { line: number; row: Row }[] = [];
  for await (const { line, row } of archive.rows('recurrences')) rows.push({ line, row });
  if (rows.length === 0) return;
  const made = new Map<string, { id: string; tid: string }[]>();
  for await (const { row } of archive.rows('tasks')) {
    const recurrenceId = textOrNull(row['recurrenceId']);
    if (recurrenceId !== null) addTo(made, recurrenceId, { id: idOf(row['id']), tid: textOf(row['tid']) });
  }
  for (const { line, row } of rows) {
    const tasks = made.get(idOf(row['id'])) ?? [];
    const lastTid = tasks.find(({ id }) => id === row['lastTaskId'])?.tid ?? null;
    const counts = { made: numberOrNull(row['made']) ?? 0, skipped: numberOrNull(row['skipped']) ?? 0 };
    const thing = thingOf(row, line, given(row, RECURRENCE), row['createdById']);
    yield { kind: 'recurrence', recurrence: { ...thing, ...counts, tids: tasks.map(({ tid }) => tid), lastTid } };
  }
}

async function* colleaguesOf(archive: ArchiveZip): AsyncGenerator<Extract<CompanyRecord, { kind: 'colleague' }>> {
  for await (const { line, row } of archive.rows('colleagues')) {
    const schedule = withoutNulls(objectOf(row['schedule']));
    const rules = rowsOf(row['rules']).map(withoutNulls);
    const input = { ...given(row, COLLEAGUE), schedule, rules };
    const lastRunStatus = RUN_STATUSES.find((status) => status === row['lastRunStatus']) ?? null;
    const lastRunAt = momentOrNull(row['lastRunAt']);
    yield { kind: 'colleague', colleague: { ...thingOf(row, line, input), lastRunAt, lastRunStatus } };
  }
}

function thingOf(row: Row, line: number, input: Row, ownerId = row['ownerId']): ArchivedThing {
  return { id: idOf(row['id']), row: line, input, ownerId: textOrNull(ownerId), ...momentsOf(row) };
}

/** Some of the fields, as a request would have them. */
function given(row: Row, fields: readonly string[]): Row {
  return withoutNulls(Object.fromEntries(fields.map((field) => [field, row[field]])));
}

/** A request leaves out what is null. */
function withoutNulls(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}
