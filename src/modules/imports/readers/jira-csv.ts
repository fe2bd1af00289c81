import { roundHours } from '#common/numbers/rounding.js';
import type { LinkType } from '#schema/task-links.js';
import { addressLeftOut } from '#common/validation/web-address.js';
import type { ImportOptions } from '../import-input.dto.js';
import { byHeaderKey, type Header, headerKey, readCsv, type Row } from '../csv/csv-rows.js';
import { Cells } from './cells.js';
import { DateColumns, type DateHabits } from './date-columns.js';
import { fileLink, fileStays } from './file-link.js';
import { commentsOf, dateIn, filesOf, type JiraFile, timesOf } from './jira-cells.js';
import { englishKey } from './languages/jira-columns.js';
import { personIn } from './people.js';
import {
  type EpicRecord,
  ImportError,
  type ImportFile,
  type ImportRecord,
  type LinkRecord,
  type Person,
  type TaskRecord,
} from './records.js';
import type { SheetField } from './sheet-fields.js';
import { markdownOf } from './wiki-markup.js';
import { numberOfKey, statusOf, typeOf } from './words.js';

const POINTS = ['custom field (story point estimate)', 'custom field (story points)', 'story points'];
const EPIC_LINK = ['custom field (epic link)', 'epic link'];
const START = ['start date', 'custom field (start date)', 'custom field (target start)'];
const SPRINT = ['sprint', 'custom field (sprint)'];
const DATES: DateHabits = {
  columns: ['created', 'updated', 'resolved', 'due date', ...START, 'comment', 'log work'],
  isOneOrder: true,
  usual: 'mdy',
  textsOf: (column, row) =>
    column === 'comment' || column === 'log work'
      ? (row.list(column) ?? []).map((cell) => dateIn(column, cell))
      : [row.text(column) ?? ''],
};
/** What epics have there and not here, besides comments. */
const NOT_OF_EPICS = [
  ...['status', 'priority', 'assignee', 'labels', 'components', 'sprint', 'log work', 'time spent'],
  ...['original estimate', ...POINTS],
];
const LINK = /^(?:inward|outward) issue link \((.+)\)$/i;
const INWARD = /^inward issue link \((.+)\)$/i;
const OUTWARD = /^outward issue link \((.+)\)$/i;

const BECOMES = byHeaderKey({
  summary: 'title',
  'issue key': 'external id',
  'issue id': 'links',
  'issue type': 'labels',
  status: 'status',
  'status category': 'status',
  priority: 'priority',
  resolution: 'status',
  assignee: 'assignee',
  'assignee id': 'assignee',
  reporter: 'creator',
  'reporter id': 'creator',
  creator: 'creator',
  'creator id': 'creator',
  created: 'createdAt',
  updated: 'updatedAt',
  resolved: 'completedAt',
  'fix versions': 'description',
  'due date': 'dueDate',
  labels: 'labels',
  components: 'labels',
  description: 'description',
  'log work': 'time entries',
  'original estimate': 'estimatedHours',
  'time spent': 'loggedHours',
  'logged hours': 'loggedHours',
  attachment: 'description',
  sprint: 'sprint',
  'custom field (sprint)': 'sprint',
  'custom field (epic name)': 'links',
  parent: 'parent',
  'parent id': 'parent',
  'parent key': 'parent',
  comment: 'comments',
  url: 'url',
  'blocked by': 'blockers',
  ...Object.fromEntries(START.map((name) => [name, 'startDate'])),
  ...Object.fromEntries(POINTS.map((name) => [name, 'estimatedHours'])),
  ...Object.fromEntries(EPIC_LINK.map((name) => [name, 'epic'])),
});

/** The column that stands for each field of `options.columns`. */
const COLUMN_OF: Readonly<Record<SheetField, string>> = {
  id: 'issue key',
  title: 'summary',
  description: 'description',
  status: 'status',
  priority: 'priority',
  estimatedHours: 'story points',
  loggedHours: 'logged hours',
  dueDate: 'due date',
  startDate: 'start date',
  assignee: 'assignee',
  labels: 'labels',
  epic: 'epic link',
  sprint: 'sprint',
  parent: 'parent key',
  blockedBy: 'blocked by',
  creator: 'reporter',
  createdAt: 'created',
  updatedAt: 'updated',
  completedAt: 'resolved',
  url: 'url',
};

/** The CSV of Jira, of the cloud and of the data center, in the language of whoever exported it. */
export async function* readJiraCsv(file: ImportFile, options: ImportOptions): AsyncGenerator<ImportRecord> {
  const names = new Map<string, string>();
  const known = keysOf(options);
  const first = await readCsv(file, known);
  ensureColumns(first.header, options);
  const dates = await DateColumns.of(first, options, DATES, (row) => noteNames(row, names));
  const { header, rows } = await readCsv(file, known);
  const sprints = new Set<string>();
  for await (const row of rows) yield* new JiraRow(row, options, dates, names).records(sprints);
  yield* dates.problems();
  yield* header.fields((key, name) => BECOMES.get(key) ?? (LINK.test(name) ? 'links' : null));
}

/** Names of columns in English: those that the options say, then those of the languages that are known. */
function keysOf({ columns = {} }: ImportOptions): (key: string) => string {
  const given = new Map(
    Object.entries(columns).map(([column, field]) => [headerKey(column), headerKey(COLUMN_OF[field as SheetField])]),
  );
  const taken = new Set(given.values());
  return (key) => {
    const chosen = given.get(key);
    if (chosen !== undefined) return chosen;
    const english = englishKey(key);
    return taken.has(english) ? `other ${key}` : english;
  };
}

function ensureColumns(header: Header, { columns = {} }: ImportOptions): void {
  const has = (column: string) => header.names.some((name) => headerKey(name) === headerKey(column));
  const missing = Object.keys(columns).find((column) => !has(column));
  if (missing !== undefined)
    throw new ImportError(`options.columns names a column that the file does not have: ${missing}`);
  const lacking = [
    ...(header.has('summary') ? [] : ['the title (Summary)']),
    ...(header.has('issue key') ? [] : ['the key (Issue key)']),
  ];
  if (lacking.length === 0) return;
  throw new ImportError(
    `No column is ${lacking.join(' or ')}. Set the language of your Jira profile to English and export again, or name the columns in options.columns. The columns found are: ${header.shown}`,
  );
}

/** The names of people by their ids: a comment has the id alone. */
function noteNames(row: Row, names: Map<string, string>): void {
  for (const column of ['assignee', 'reporter', 'creator']) {
    const [id, name] = [row.text(`${column} id`), row.text(column)];
    if (id && name) names.set(id, name);
  }
}

class JiraRow {
  private readonly key: string;
  private readonly cells: Cells;
  private readonly files: readonly JiraFile[];

  constructor(
    private readonly row: Row,
    private readonly options: ImportOptions,
    dates: DateColumns,
    private readonly names: ReadonlyMap<string, string>,
  ) {
    this.key = row.text('issue key') ?? '';
    this.cells = new Cells(row, this.key || null, dates);
    this.files = filesOf(row.list('attachment') ?? [], this.cells);
  }

  *records(sprints: Set<string>): Generator<ImportRecord> {
    const { row, key } = this;
    yield* row.oddities(key || null);
    const failed = { kind: 'failed', row: row.number, externalId: key || null } as const;
    if (key === '') {
      yield { ...failed, field: 'Issue key', message: 'The row has no issue key' };
      return;
    }
    const title = row.text('summary') ?? '';
    if (title === '') {
      yield { ...failed, field: 'Summary', message: 'The title is missing' };
      return;
    }
    const [sprint, ...others] = (row.list(...SPRINT) ?? []).reverse();
    if (sprint !== undefined && !sprints.has(sprint)) {
      sprints.add(sprint);
      yield { kind: 'sprint', externalId: sprint, name: sprint };
    }
    const isEpic = typeOf(row.text('issue type') ?? '') === 'epic';
    const record = isEpic ? this.epic(title) : this.task(title, sprint, others.reverse());
    yield* this.cells.problems;
    yield record;
  }

  private get aliases(): string[] {
    const id = this.row.text('issue id');
    return id ? [id] : [];
  }

  private epic(title: string): EpicRecord {
    const { row, cells } = this;
    const comments = row.list('comment') ?? [];
    if (comments.length > 0) cells.problem('Comment', `An epic has no comments here: ${comments.length} are left out`);
    for (const column of NOT_OF_EPICS) {
      const values = row.list(column) ?? [];
      if (values.length > 0)
        cells.problem(row.nameOf(column) ?? column, `An epic has none here: ${values.join(', ')} is left out`);
    }
    for (const { name } of this.files) cells.problem('files', fileStays(name));
    const { blockedBy, blocks, links, lines } = this.links();
    const added = [
      ...line('Blocked by', blockedBy),
      ...line('Blocks', blocks),
      ...links.map((link) => link.line),
      ...lines,
      ...line('Fix versions', row.list('fix versions')),
      ...this.files.map(fileLink),
    ];
    const description = [this.description ?? '', added.join('  \n')].filter((part) => part !== '').join('\n\n');
    const createdAt = cells.moment('created') ?? undefined;
    return {
      kind: 'epic',
      row: row.number,
      externalId: this.key,
      aliases: [...this.aliases, ...(row.list('custom field (epic name)') ?? [])],
      name: title,
      description: description === '' ? null : description,
      startDate: this.startDate,
      dueDate: cells.day('due date'),
      createdAt,
      updatedAt: cells.moment('updated') ?? createdAt,
    };
  }

  private task(title: string, sprint: string | undefined, otherSprints: readonly string[]): TaskRecord {
    const { row, cells, key } = this;
    const times = timesOf(row.list('log work') ?? [], this.reading);
    const { blockedBy, blocks, links, lines } = this.links();
    const logged = times.reduce((sum, { hours }) => sum + hours, 0);
    return {
      kind: 'task',
      row: row.number,
      externalId: key,
      aliases: this.aliases,
      number: numberOfKey(key),
      url: row.text('url') || null,
      title,
      description: this.description,
      lines: [...lines, ...line('Fix versions', row.list('fix versions')), ...line('Other sprints', otherSprints)],
      ...statusOf({
        status: row.text('status') || undefined,
        statusCategory: row.text('status category'),
        resolution: row.text('resolution'),
        completedAt: row.text('resolved'),
      }),
      priority: row.value('priority'),
      estimatedHours: this.estimatedHours,
      loggedHours: times.length > 0 ? roundHours(logged) : (cells.hours('logged hours') ?? cells.seconds('time spent')),
      dueDate: cells.day('due date'),
      startDate: this.startDate,
      author: firstOf(this.person('reporter'), this.person('creator')),
      assignees: this.assignees,
      labels: this.labels,
      sprint: row.list(...SPRINT) ? (sprint ?? null) : undefined,
      epic: row.value(...EPIC_LINK),
      parent: firstOf(row.value('parent key'), row.value('parent id', 'parent')),
      blockedBy,
      blocks,
      links,
      createdAt: cells.moment('created'),
      updatedAt: cells.moment('updated'),
      completedAt: cells.moment('resolved'),
      comments: commentsOf(row.list('comment') ?? [], this.reading),
      times,
      files: this.files,
      columns: row.cellsWithout((column, name) => BECOMES.has(column) || LINK.test(name)),
    };
  }

  private get description(): string | null | undefined {
    const text = this.row.raw('description');
    return text === undefined ? undefined : text.trim() === '' ? null : this.markdown(text);
  }

  private get estimatedHours(): number | null | undefined {
    const { pointsAreHours = true } = this.options;
    const points = pointsAreHours ? this.cells.hours(...POINTS) : undefined;
    return points ?? this.cells.seconds('original estimate') ?? points;
  }

  /** Of the columns that a project may have the first that is filled. */
  private get startDate(): string | null | undefined {
    return START.map((column) => this.cells.day(column)).reduce((one, other) => firstOf(one, other));
  }

  private get labels(): string[] | undefined {
    const type = this.row.text('issue type');
    const ofType = type && typeOf(type) !== 'subtask' ? [type] : [];
    const given = this.row.list('labels', 'components');
    return given || type !== undefined ? [...(given ?? []), ...ofType] : undefined;
  }

  private get assignees(): Person[] | undefined {
    const person = this.person('assignee');
    return person === undefined ? undefined : person === null ? [] : [person];
  }

  private person(column: string): Person | null | undefined {
    const [name, id] = [this.row.value(column), this.row.value(`${column} id`)];
    if (name === undefined && id === undefined) return undefined;
    const named = name ? personIn(name) : { name: null, email: null };
    return name || id ? { ...named, id: id ?? null, name: named.name ?? name ?? null } : null;
  }

  private get reading() {
    const { key, cells, names } = this;
    const personOf = (id: string) => (id === '' ? null : { id, name: names.get(id) ?? null, email: null });
    return { key, cells, personOf, markdown: (text: string) => this.markdown(text) };
  }

  private markdown(text: string): string {
    const addressOf = (name: string) => this.files.find((file) => file.name === name)?.url;
    const leaveOut = (address: string) => this.cells.problem('links', addressLeftOut(address));
    return markdownOf(text, { nameOf: (id) => this.names.get(id) ?? id, addressOf, leaveOut });
  }

  private links() {
    const blockedBy = (this.row.list('blocked by') ?? []).flatMap((cell) => cell.split(/[,;\s]+/)).filter(Boolean);
    const blocks: string[] = [];
    const links: (LinkRecord & { readonly line: string })[] = [];
    const lines: string[] = [];
    const relate = (given: string, key: string, isInward: boolean) => {
      const text = `${given}${isInward ? ' (inward)' : ''}: ${key}`;
      const type = linkTypeOf(given);
      if (type) links.push({ type, key, isInward, line: text });
      else lines.push(text);
    };
    for (const [type, key] of this.row.matching(INWARD)) {
      if (/^block/i.test(type)) blockedBy.push(key);
      else relate(type, key, true);
    }
    for (const [type, key] of this.row.matching(OUTWARD)) {
      if (/^block/i.test(type)) blocks.push(key);
      else relate(type, key, false);
    }
    return { blockedBy, blocks, links, lines };
  }
}

/** Undefined for what has no type here, such as clones. */
function linkTypeOf(given: string): LinkType | undefined {
  return /^relate/i.test(given) ? 'relates' : /^duplicate/i.test(given) ? 'duplicates' : undefined;
}

/** The first that is filled; null when there are columns for it, but no value. */
function firstOf<Value>(one: Value | null | undefined, other: Value | null | undefined): Value | null | undefined {
  return one ?? other ?? (one === null ? null : undefined);
}

function line(name: string, values: readonly string[] = []): string[] {
  return values.length > 0 ? [`${name}: ${values.join(', ')}`] : [];
}
