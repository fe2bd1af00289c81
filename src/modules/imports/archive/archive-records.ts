import { ARCHIVE_PARTS, type ArchivePart } from '#common/archive/archive-format.js';
import { DateTime } from 'luxon';
import { DONE } from '#schema/lanes.js';
import { LINK_TYPES } from '#schema/task-links.js';
import { PROMISE_SOURCES, PROMISE_STATES } from '#schema/promises.js';
import type {
  Category,
  CommentRecord,
  HistoryRecord,
  ImportRecord,
  LinkRecord,
  Person,
  PromiseRecord,
  TaskRecord,
  TimeRecord,
} from '../readers/records.js';
import { type ArchivedMember, type ArchivedTeam, membersOf, teamsOf } from './archived-company.js';
import { ownFieldsOf } from './archived-fields.js';
import { epicOf, sprintOf } from './archived-plans.js';
import {
  COLOR,
  colleagueOf,
  idOf,
  keyOf,
  matching,
  momentOf,
  momentOrNull,
  momentsOf,
  numberOrNull,
  rowsOf,
  textOf,
  textOrNull,
  textsOf,
  uuidOrNull,
} from './archived-values.js';
import type { ArchiveSpool, BundledPart, SpooledPart } from './archive-spool.js';
import { type ArchiveZip, objectOf, type Row } from './archive-zip.js';
import { addTo } from '#common/collections/add-to.js';

/** A project of an archive. */
export interface ArchivedProject {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly isArchived: boolean;
  readonly createdAt: string | undefined;
  readonly updatedAt: string | undefined;
  /** Those who alone reach it, with its members. */
  readonly team: ArchivedTeam | undefined;
  readonly members: readonly ArchivedMember[];
}

/** A file of a task; its bytes are beside. */
export interface ArchivedFile {
  readonly id: string;
  /** The task, as references name it. */
  readonly taskKey: string;
  readonly name: string;
  readonly contentType: string;
  readonly sha256: string;
  readonly author: Person | null;
  /** The virtual colleague that attached it there. */
  readonly colleagueId: string | null;
  readonly createdAt: string | undefined;
  /** Undefined when the archive does not have its bytes. */
  readonly size: number | undefined;
}

/** What each part becomes. */
const BECOMES: Readonly<Record<ArchivePart, string>> = {
  users: 'people',
  teams: 'teams',
  labels: 'labels',
  lanes: 'lanes',
  projects: 'project',
  members: 'members',
  sprints: 'sprints',
  epics: 'epics',
  colleagues: 'virtual colleagues',
  fields: 'fields',
  tasks: 'tasks',
  comments: 'comments',
  time_entries: 'time entries',
  promises: 'promises',
  blockers: 'links',
  links: 'links',
  history: 'history',
  views: 'views',
  templates: 'templates',
  recurrences: 'recurrences',
  attachments: 'files',
};

/** What comes only where the archive makes its projects: it is of the company, not of one project. */
const OF_COMPANY: ReadonlySet<ArchivePart> = new Set([
  'teams',
  'lanes',
  'members',
  'colleagues',
  'views',
  'templates',
  'recurrences',
]);

/** What the usual lanes mean; any other one is under way. */
const CATEGORIES: Readonly<Record<string, Category>> = {
  backlog: 'todo',
  'to do': 'todo',
  [DONE.toLowerCase()]: 'done',
};

const PROJECT_KEY = /^[A-Z][A-Z0-9]{1,9}$/;
const FALLBACK_KEY = 'PRJ';
/** A fractional index (`task-rank.ts`). */
const RANK = /^[a-z][0-9A-Za-z]{1,60}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const SHA256 = /^[0-9a-f]{64}$/;
/** Numbers are those of tasks here. */
const FORMER_TID = /^[A-Z][A-Z0-9]{1,9}-[1-9]\d{0,8}$/;

function numberOf(tid: string): number | undefined {
  const number = Number(/-(\d{1,9})$/.exec(tid)?.[1]);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}

/** The projects of an archive, in their order. */
export async function projectsOf(archive: ArchiveZip): Promise<ArchivedProject[]> {
  const projects: ArchivedProject[] = [];
  const teams = await teamsOf(archive);
  const members = await membersOf(archive);
  for await (const { row } of archive.rows('projects')) {
    const key = matching(row['key'], PROJECT_KEY) ?? FALLBACK_KEY;
    const id = idOf(row['id']);
    projects.push({
      id,
      key,
      name: textOf(row['name']).trim() || key,
      description: textOrNull(row['description']) ?? undefined,
      isArchived: row['status'] === 'archived',
      team: teams.get(idOf(row['teamId'])),
      members: members.get(id) ?? [],
      ...momentsOf(row),
    });
  }
  return projects;
}

/** An archive that has been taken apart: what all of its projects need, and what each of them has. */
export interface OpenArchive {
  readonly archive: ArchiveZip;
  readonly spool: ArchiveSpool;
  /** By their ids. */
  readonly people: ReadonlyMap<string, Person>;
}

/** The people of an archive by their ids. */
export async function peopleOf(archive: ArchiveZip): Promise<Map<string, Person>> {
  const people = new Map<string, Person>();
  for await (const { row } of archive.rows('users')) {
    const id = idOf(row['id']);
    if (id !== '') people.set(id, { id, name: textOrNull(row['name']), email: textOrNull(row['email']) });
  }
  return people;
}

/** The records of one project. `isFirst`: also what the archive holds beside its projects, which is said once. */
export async function* readArchive(
  opened: OpenArchive,
  project: ArchivedProject,
  { isFirst, makesProject }: { readonly isFirst: boolean; readonly makesProject: boolean },
): AsyncGenerator<ImportRecord> {
  const { archive } = opened;
  yield { kind: 'origin', instance: archive.manifest.companyId };
  if (isFirst) {
    for (const person of opened.people.values()) yield { kind: 'person', person };
    for (const name of ARCHIVE_PARTS) {
      const becomes = makesProject || !OF_COMPANY.has(name) ? BECOMES[name] : null;
      yield { kind: 'field', name, values: archive.manifest.counts[name], becomes };
    }
    for await (const { field } of ownFieldsOf(archive)) yield { kind: 'own-field', field };
    for await (const { row } of archive.rows('labels')) {
      const color = matching(row['color'], COLOR);
      const name = textOf(row['name']).trim();
      if (name !== '') yield { kind: 'label', externalId: idOf(row['id']), name, color, ...momentsOf(row) };
    }
  }
  yield* new ProjectReader(opened, project).records();
}

/** The files of a project's tasks. */
export async function* filesOf(opened: OpenArchive, project: ArchivedProject): AsyncGenerator<ArchivedFile> {
  yield* new ProjectReader(opened, project).files();
}

class ProjectReader {
  /** The keys of the tasks by their ids. */
  private readonly keys = new Map<string, string>();

  constructor(
    private readonly opened: OpenArchive,
    private readonly project: ArchivedProject,
  ) {}

  async *records(): AsyncGenerator<ImportRecord> {
    for await (const { row } of this.own('sprints')) yield sprintOf(row);
    for await (const { line, row } of this.own('epics')) yield epicOf(row, line);
    await this.readKeys();
    for (const bundle of this.opened.spool.bundlesOf(this.project.id)) yield* this.tasks(bundle);
  }

  private async *tasks(bundle: number): AsyncGenerator<ImportRecord> {
    const comments = await this.grouped('comments', bundle, (row) => this.comment(row));
    const times = await this.grouped('time_entries', bundle, (row) => this.time(row));
    const promises = await this.grouped('promises', bundle, (row) => this.promise(row));
    const history = await this.grouped('history', bundle, (row) => this.change(row));
    const links = await this.grouped('links', bundle, (row) => this.link(row));
    const blockers = await this.grouped('blockers', bundle, (row) => this.keys.get(idOf(row['blockerId'])));
    for await (const { line, row } of this.opened.spool.bundled('tasks', this.project.id, bundle)) {
      const id = idOf(row['id']);
      if (textOf(row['title']).trim() === '') {
        yield { kind: 'failed', row: line, externalId: keyOf(row), field: 'title', message: 'The title is missing' };
        continue;
      }
      const hanging = {
        comments: comments.get(id) ?? [],
        times: times.get(id) ?? [],
        promises: promises.get(id) ?? [],
        history: history.get(id) ?? [],
      };
      const tied = { blockedBy: blockers.get(id) ?? [], links: links.get(id) ?? [] };
      yield { ...this.task(row, line), ...hanging, ...tied };
    }
  }

  async *files(): AsyncGenerator<ArchivedFile> {
    await this.readKeys();
    for await (const { row } of this.own('attachments')) {
      const taskKey = this.keys.get(idOf(row['taskId']));
      const sha256 = matching(row['sha256'], SHA256);
      if (taskKey === undefined || sha256 === undefined) continue;
      const texts = { name: textOf(row['name']), contentType: textOf(row['contentType']) };
      const who = { author: this.person(row['authorId']), colleagueId: uuidOrNull(row['colleagueId']) };
      const size = this.opened.archive.sizeOf(sha256);
      yield { id: idOf(row['id']), taskKey, ...texts, sha256, size, ...who, createdAt: momentOf(row['createdAt']) };
    }
  }

  private own(part: SpooledPart) {
    return this.opened.spool.rows(part, this.project.id);
  }

  private async readKeys(): Promise<void> {
    for await (const { row } of this.own('tasks')) this.keys.set(idOf(row['id']), keyOf(row));
  }

  /** What hangs on the tasks of a bundle, by task. */
  private async grouped<Record>(
    part: BundledPart,
    bundle: number,
    toRecord: (row: Row) => Record | undefined,
  ): Promise<Map<string, Record[]>> {
    const groups = new Map<string, Record[]>();
    for await (const { row } of this.opened.spool.bundled(part, this.project.id, bundle)) {
      const taskId = idOf(row['taskId']);
      const record = this.keys.has(taskId) ? toRecord(row) : undefined;
      if (record === undefined) continue;
      addTo(groups, taskId, record);
    }
    return groups;
  }

  private task(row: Row, line: number): TaskRecord {
    const key = keyOf(row);
    const status = textOf(row['status']);
    const assignee = this.person(row['assigneeId']);
    return {
      kind: 'task',
      row: line,
      externalId: key,
      aliases: [idOf(row['id'])],
      number: numberOf(key),
      rank: matching(row['rank'], RANK),
      title: textOf(row['title']),
      description: textOrNull(row['description']),
      status: status || undefined,
      category: CATEGORIES[status.toLowerCase()] ?? 'started',
      priority: textOf(row['priority']),
      estimatedHours: numberOrNull(row['estimatedHours']),
      loggedHours: numberOrNull(row['loggedHours']),
      dueDate: momentOrNull(row['dueDate']),
      startDate: momentOrNull(row['startDate']),
      author: this.person(row['createdById']),
      assignees: assignee ? [assignee] : [],
      delegate: textOrNull(row['delegateId']),
      labels: rowsOf(row['labels']).map(({ name }) => textOf(name)),
      epic: textOrNull(row['epicId']),
      sprint: textOrNull(row['sprintId']),
      parent: this.keys.get(idOf(row['parentId'])) ?? null,
      ...momentsOf(row),
      completedAt: momentOrNull(row['completedAt']),
      custom: objectOf(row['custom']),
      formerTids: textsOf(row['formerTids']).filter((tid) => FORMER_TID.test(tid)),
    };
  }

  /** Undefined when the other task is of another project. */
  private link(row: Row): LinkRecord | undefined {
    const type = LINK_TYPES.find((known) => known === row['type']);
    const key = this.keys.get(idOf(row['otherTaskId']));
    if (type === undefined || key === undefined) return undefined;
    return { type, key, externalId: idOf(row['id']), createdAt: momentOf(row['createdAt']) };
  }

  private comment(row: Row): CommentRecord {
    const { createdAt: at = null, updatedAt = null } = momentsOf(row);
    const colleague = colleagueOf(row['author']);
    const author = colleague ? null : this.person(row['authorId']);
    const isColleaguesOwn = colleague !== undefined && row['authorId'] === null;
    return {
      externalId: idOf(row['id']),
      author,
      colleague,
      isColleaguesOwn,
      at,
      updatedAt,
      body: textOf(row['body']),
    };
  }

  private time(row: Row): TimeRecord {
    return {
      externalId: idOf(row['id']),
      person: this.person(row['userId']),
      colleagueId: uuidOrNull(row['colleagueId']),
      at: momentOrNull(row['spentOn']),
      hours: numberOrNull(row['hours']) ?? 0,
      note: textOrNull(row['note']),
      ...momentsOf(row),
    };
  }

  private promise(row: Row): PromiseRecord | undefined {
    const until = matching(row['until'], DAY);
    const state = PROMISE_STATES.find((known) => known === row['state']);
    const createdAt = momentOf(row['createdAt']);
    if (until === undefined || !DateTime.fromISO(until).isValid || state === undefined || createdAt === undefined)
      return undefined;
    const source = PROMISE_SOURCES.find((known) => known === row['source']) ?? 'api';
    const person = this.person(objectOf(row['person'])['id']);
    const endedAt = state === 'open' ? null : (momentOf(row['endedAt']) ?? createdAt);
    return { person, until, words: textOrNull(row['words']), source, state, createdAt, endedAt };
  }

  private change(row: Row): HistoryRecord | undefined {
    const at = momentOf(row['at']);
    const colleague = colleagueOf(row['actor']);
    const actor = colleague ? null : this.person(objectOf(row['actor'])['id']);
    return at === undefined
      ? undefined
      : { at, actor, colleague, event: textOf(row['event']), changes: objectOf(row['changes']) };
  }

  private person(id: unknown): Person | null {
    return this.opened.people.get(idOf(id)) ?? null;
  }
}
