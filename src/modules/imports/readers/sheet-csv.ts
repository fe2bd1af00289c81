import type { ImportOptions } from '../import-input.dto.js';
import { splitNames } from '../../../common/csv/csv-format.js';
import { readCsv, type Header, type Row } from '../csv/csv-rows.js';
import { Cells } from './cells.js';
import { ImportError, type ImportFile, type ImportRecord, type Person, type TaskRecord } from './records.js';
import { SHEET_FIELDS, type SheetField } from './sheet-fields.js';
import { categoryOf } from './words.js';

/** What columns of sheets are usually called, in lower case; the first that a sheet has counts. */
const USUAL: Readonly<Record<SheetField, readonly string[]>> = {
  id: ['tid', 'id', 'key', 'issuekey', 'issue key', 'number', '#'],
  title: ['title', 'name', 'summary', 'task', 'subject'],
  description: ['description', 'notes', 'details', 'body'],
  status: ['status', 'state'],
  priority: ['priority'],
  estimatedHours: ['estimatedhours', 'storypoint', 'storypoints', 'story points', 'estimate', 'points'],
  loggedHours: ['loggedhours', 'time spent', 'hours'],
  dueDate: ['duedate', 'due date', 'due', 'deadline'],
  assignee: ['assignee', 'assignee email', 'owner', 'assigned to'],
  labels: ['labels', 'tags', 'label'],
  epic: ['epic'],
  sprint: ['sprint'],
  parent: ['parent', 'parent id'],
  blockedBy: ['blocked by', 'blockedby'],
  creator: ['creator', 'author', 'reporter', 'created by'],
  createdAt: ['createdat', 'created at', 'created'],
  updatedAt: ['updatedat', 'updated at', 'updated'],
  url: ['url', 'link'],
};

/** What the service's own CSV says by ids, in lower case. */
const OWN_LINKS: Readonly<Record<string, string>> = { id: 'links', parentid: 'parent' };

/** Any sheet (moving 1.2). */
export async function* readSheetCsv(file: ImportFile, options: ImportOptions): AsyncGenerator<ImportRecord> {
  const { header, rows } = await readCsv(file);
  const columns = columnsOf(header, options.columns ?? {});
  if (!columns.has('title')) {
    const first = header.names.join(', ').slice(0, 200);
    throw new ImportError(`No column becomes the title; name one in options.columns. The first row is: ${first}`);
  }
  const titles = new Map<string, number>();
  const said = { epic: new Set<string>(), sprint: new Set<string>() };
  for await (const row of rows) yield* new SheetRow(row, options, columns, header.isOwn).records(titles, said);
  const fields = new Map([...columns].map(([field, column]) => [column.toLowerCase(), field]));
  const ofOwn = header.isOwn ? OWN_LINKS : {};
  yield* header.fields((name) => fields.get(name) ?? ofOwn[name] ?? null);
}

/** The column of each field: the one that the options name, else the usual one. */
function columnsOf(header: Header, given: Readonly<Record<string, string>>): Map<SheetField, string> {
  const columns = new Map<SheetField, string>();
  const named = Object.entries(given);
  for (const [column, field] of named) {
    if (!header.has(column))
      throw new ImportError(`options.columns names a column that the file does not have: ${column}`);
    columns.set(field as SheetField, column);
  }
  const isTaken = (name: string) => named.some(([column]) => column.toLowerCase() === name);
  for (const field of SHEET_FIELDS) {
    const usual = USUAL[field].find((name) => header.has(name) && !isTaken(name));
    if (!columns.has(field) && usual !== undefined) columns.set(field, usual);
  }
  return columns;
}

class SheetRow {
  constructor(
    private readonly row: Row,
    private readonly options: ImportOptions,
    private readonly columns: ReadonlyMap<SheetField, string>,
    private readonly isOwn: boolean,
  ) {}

  *records(titles: Map<string, number>, said: Record<'epic' | 'sprint', Set<string>>): Generator<ImportRecord> {
    const { row } = this;
    const title = this.text('title') ?? '';
    const id = this.text('id') ?? null;
    yield* row.oddities(id);
    if (title === '') {
      yield { kind: 'failed', row: row.number, externalId: id, field: 'title', message: 'The title is missing' };
      return;
    }
    const [epic, sprint] = [this.text('epic'), this.text('sprint')];
    if (epic && !said.epic.has(epic)) {
      said.epic.add(epic);
      yield { kind: 'epic', row: row.number, externalId: epic, name: epic };
    }
    if (sprint && !said.sprint.has(sprint)) {
      said.sprint.add(sprint);
      yield { kind: 'sprint', externalId: sprint, name: sprint };
    }
    const cells = new Cells(row, id, this.options);
    const task = this.task(title, id ?? nameOf(title, titles), cells);
    yield* cells.problems;
    yield task;
  }

  private task(title: string, externalId: string, cells: Cells): TaskRecord {
    const { row } = this;
    const status = this.text('status');
    return {
      kind: 'task',
      row: row.number,
      externalId,
      aliases: this.isOwn ? [row.text('id') ?? ''] : [],
      number: numberIn(externalId),
      url: this.text('url') ?? null,
      title,
      description: this.description,
      status: status || undefined,
      category: status ? categoryOf(status) : undefined,
      priority: this.text('priority'),
      estimatedHours: this.read('estimatedHours', (name) => cells.number(name)),
      loggedHours: this.read('loggedHours', (name) => cells.number(name)),
      dueDate: this.read('dueDate', (name) => (this.isOwn ? cells.moment(name) : cells.day(name))),
      author: this.person('creator'),
      assignees: this.assignees,
      labels: this.labels,
      epic: this.text('epic'),
      sprint: this.text('sprint'),
      parent: this.isOwn ? row.value('parentid') : this.text('parent'),
      blockedBy: this.text('blockedBy') === undefined ? undefined : listOf(this.text('blockedBy') ?? ''),
      createdAt: this.read('createdAt', (name) => cells.moment(name)),
      updatedAt: this.read('updatedAt', (name) => cells.moment(name)),
    };
  }

  private text(field: SheetField): string | null | undefined {
    return this.read(field, (name) => this.row.value(name));
  }

  private read<Value>(field: SheetField, value: (name: string) => Value): Value | undefined {
    const name = this.columns.get(field);
    return name === undefined ? undefined : value(name);
  }

  private get description(): string | null | undefined {
    const raw = this.read('description', (name) => this.row.raw(name));
    return raw === '' ? null : raw;
  }

  private get labels(): string[] | undefined {
    const text = this.text('labels');
    if (text === undefined) return undefined;
    return this.isOwn ? splitNames(text ?? '') : listOf(text ?? '');
  }

  private get assignees(): Person[] | undefined {
    const person = this.person('assignee');
    return person === undefined ? undefined : person === null ? [] : [person];
  }

  private person(field: 'assignee' | 'creator'): Person | null | undefined {
    const text = this.text(field);
    if (text === undefined || text === null) return text;
    const isAddress = text.includes('@') && !text.includes(' ');
    return { id: null, name: isAddress ? null : text, email: isAddress ? text.toLowerCase() : null };
  }
}

function listOf(text: string): string[] {
  return text
    .split(/[;,]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** A row without an id is known by its title; the second of the same title by that and its number. */
function nameOf(title: string, titles: Map<string, number>): string {
  const number = (titles.get(title) ?? 0) + 1;
  titles.set(title, number);
  return number === 1 ? title.slice(0, 300) : `${title.slice(0, 290)} (${number})`;
}

function numberIn(id: string): number | undefined {
  const [, digits] = /^(?:[A-Za-z][A-Za-z0-9_]*-|#)([1-9]\d{0,8})$/.exec(id) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
