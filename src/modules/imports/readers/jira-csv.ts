import { createHash } from 'node:crypto';
import type { ImportOptions } from '../import-input.dto.js';
import { readCsv, type Row } from '../csv/csv-rows.js';
import { Cells } from './cells.js';
import {
  type Category,
  type CommentRecord,
  type EpicRecord,
  ImportError,
  type ImportFile,
  type ImportRecord,
  type Person,
  type TaskRecord,
  type TimeRecord,
} from './records.js';
import { markdownOf } from './wiki-markup.js';
import { fileLink, fileStays } from './file-link.js';
import { categoryOf, meansCancelled, numberOfKey } from './words.js';

const POINTS = ['custom field (story point estimate)', 'custom field (story points)', 'story points'];
const EPIC_LINK = ['custom field (epic link)', 'epic link'];
const SPRINT = ['sprint', 'custom field (sprint)'];
/** What epics have there and not here, besides comments. */
const NOT_OF_EPICS = [
  ...['status', 'priority', 'assignee', 'labels', 'components', 'sprint', 'log work', 'time spent'],
  ...['original estimate', ...POINTS],
];
const LINK = /^(?:inward|outward) issue link \((.+)\)$/i;
const INWARD = /^inward issue link \((.+)\)$/i;
const OUTWARD = /^outward issue link \((.+)\)$/i;

const BECOMES: Readonly<Record<string, string>> = {
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
  'fix version/s': 'description',
  'due date': 'dueDate',
  labels: 'labels',
  components: 'labels',
  'component/s': 'labels',
  description: 'description',
  'log work': 'time entries',
  'original estimate': 'estimatedHours',
  'time spent': 'loggedHours',
  attachment: 'description',
  attachments: 'description',
  sprint: 'sprint',
  'custom field (sprint)': 'sprint',
  parent: 'parent',
  'parent id': 'parent',
  'parent key': 'parent',
  comment: 'comments',
  comments: 'comments',
  ...Object.fromEntries(POINTS.map((name) => [name, 'estimatedHours'])),
  ...Object.fromEntries(EPIC_LINK.map((name) => [name, 'epic'])),
};

/** The CSV of Jira, of the cloud and of the data center (moving 2.2). */
export async function* readJiraCsv(file: ImportFile, options: ImportOptions): AsyncGenerator<ImportRecord> {
  const names = await findNames(file);
  const { header, rows } = await readCsv(file);
  if (!header.has('summary') || !header.has('issue key')) {
    throw new ImportError(
      'The file has no columns "Summary" and "Issue key": export the issues from Jira as CSV, all fields',
    );
  }
  const sprints = new Set<string>();
  for await (const row of rows) yield* new JiraRow(row, options, names).records(sprints);
  yield* header.fields((name) => BECOMES[name] ?? (LINK.test(name) ? 'links' : null));
}

/** The names of people by their ids: a comment has the id alone. */
async function findNames(file: ImportFile): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const { rows } = await readCsv(file);
  for await (const row of rows) {
    for (const column of ['assignee', 'reporter', 'creator']) {
      const [id, name] = [row.text(`${column} id`), row.text(column)];
      if (id && name) names.set(id, name);
    }
  }
  return names;
}

class JiraRow {
  private readonly key: string;
  private readonly cells: Cells;
  private readonly files: readonly { readonly name: string; readonly url: string }[];

  constructor(
    private readonly row: Row,
    private readonly options: ImportOptions,
    private readonly names: ReadonlyMap<string, string>,
  ) {
    this.key = row.text('issue key') ?? '';
    this.cells = new Cells(row, this.key || null, options);
    this.files = this.readFiles();
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
    const record = this.isEpic ? this.epic(title) : this.task(title, sprint, others.reverse());
    yield* this.cells.problems;
    yield record;
  }

  private get isEpic(): boolean {
    return /^epic$/i.test(this.row.text('issue type') ?? '');
  }

  private get aliases(): string[] {
    const id = this.row.text('issue id');
    return id ? [id] : [];
  }

  private epic(title: string): EpicRecord {
    const { row, cells } = this;
    const comments = row.list('comment', 'comments') ?? [];
    if (comments.length > 0) cells.problem('Comment', `An epic has no comments here: ${comments.length} are left out`);
    for (const column of NOT_OF_EPICS) {
      const values = row.list(column) ?? [];
      if (values.length > 0) cells.problem(column, `An epic has none here: ${values.join(', ')} is left out`);
    }
    for (const { name } of this.files) cells.problem('files', fileStays(name));
    const { blockedBy, blocks, lines } = this.links();
    const added = [
      ...line('Blocked by', blockedBy),
      ...line('Blocks', blocks),
      ...lines,
      ...line('Fix versions', row.list('fix versions', 'fix version/s')),
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
      dueDate: cells.day('due date'),
      createdAt,
      updatedAt: cells.moment('updated') ?? createdAt,
    };
  }

  private task(title: string, sprint: string | undefined, otherSprints: readonly string[]): TaskRecord {
    const { row, cells, key } = this;
    const times = this.times();
    const { blockedBy, blocks, related, lines } = this.links();
    return {
      kind: 'task',
      row: row.number,
      externalId: key,
      aliases: this.aliases,
      number: numberOfKey(key),
      title,
      description: this.description,
      lines: [
        ...lines,
        ...line('Fix versions', row.list('fix versions', 'fix version/s')),
        ...line('Other sprints', otherSprints),
      ],
      status: row.text('status') || undefined,
      category: this.category,
      priority: row.value('priority'),
      estimatedHours: this.estimatedHours,
      loggedHours: times.length > 0 ? hoursOf(times) : inHours(cells.number('time spent')),
      dueDate: cells.day('due date'),
      author: this.person('reporter') ?? this.person('creator'),
      assignees: this.assignees,
      labels: this.labels,
      sprint: row.list(...SPRINT) ? (sprint ?? null) : undefined,
      epic: row.value(...EPIC_LINK),
      parent: row.value('parent key') ?? row.value('parent id', 'parent'),
      blockedBy,
      blocks,
      related,
      createdAt: cells.moment('created'),
      updatedAt: cells.moment('updated'),
      completedAt: cells.moment('resolved'),
      comments: this.comments(),
      times,
      files: this.files,
    };
  }

  private get description(): string | null | undefined {
    const text = this.row.raw('description');
    return text === undefined ? undefined : text.trim() === '' ? null : this.markdown(text);
  }

  private get category(): Category | undefined {
    const status = this.row.text('status');
    if (!status) return undefined;
    if (meansCancelled(this.row.text('resolution') ?? '')) return 'cancelled';
    switch (this.row.text('status category')?.toLowerCase()) {
      case 'done':
        return meansCancelled(status) ? 'cancelled' : 'done';
      case 'in progress':
        return 'started';
      case 'to do':
      case 'new':
        return 'todo';
      default:
        return categoryOf(status);
    }
  }

  private get estimatedHours(): number | null | undefined {
    const { pointsAreHours = true } = this.options;
    const points = pointsAreHours ? this.cells.number(...POINTS) : undefined;
    return points ?? inHours(this.cells.number('original estimate')) ?? points;
  }

  private get labels(): string[] | undefined {
    const type = this.row.text('issue type');
    const ofType = type && !/^sub-?task$/i.test(type) ? [type] : [];
    const given = this.row.list('labels', 'components', 'component/s');
    return given || type !== undefined ? [...(given ?? []), ...ofType] : undefined;
  }

  private get assignees(): Person[] | undefined {
    const person = this.person('assignee');
    return person === undefined ? undefined : person === null ? [] : [person];
  }

  private person(column: string): Person | null | undefined {
    const [name, id] = [this.row.value(column), this.row.value(`${column} id`)];
    if (name === undefined && id === undefined) return undefined;
    return name || id ? { id: id ?? null, name: name ?? null, email: name?.includes('@') ? name : null } : null;
  }

  private byId(id: string): Person | null {
    return id === '' ? null : { id, name: this.names.get(id) ?? null, email: null };
  }

  private markdown(text: string): string {
    const addressOf = (name: string) => this.files.find((file) => file.name === name)?.url;
    return markdownOf(text, { nameOf: (id) => this.names.get(id) ?? id, addressOf });
  }

  /** `date;author;text` (moving 2.2); what is not written so is the text alone. */
  private comments(): CommentRecord[] {
    const seen = new Map<string, number>();
    return (this.row.list('comment', 'comments') ?? []).map((cell) => {
      const [, date = '', author = '', text = ''] = /^([^;]*);([^;]*);([^]*)$/.exec(cell) ?? [];
      const isWhole = /\d/.test(date) && text !== '';
      const name = digestOf(isWhole ? `${date};${author}` : cell);
      const number = (seen.get(name) ?? 0) + 1;
      seen.set(name, number);
      const externalId = `${this.key}/${name}${number > 1 ? `/${number}` : ''}`;
      if (!isWhole) return { externalId, author: null, at: null, body: this.markdown(cell) };
      const at = this.cells.momentIn(date, 'Comment');
      return { externalId, author: this.byId(author.trim()), at, body: this.markdown(text) };
    });
  }

  /** `[text;]date;author;seconds`. */
  private times(): TimeRecord[] {
    return (this.row.list('log work') ?? []).flatMap((cell, index) => {
      const [, note = '', date = '', author = '', seconds = ''] =
        /^(?:([^]*);)?([^;]*);([^;]*);(\d+)$/.exec(cell) ?? [];
      if (seconds === '' || Number(seconds) === 0) {
        this.cells.problem('Log Work', `"${cell}" is no work that can be read`);
        return [];
      }
      const at = this.cells.momentIn(date, 'Log Work');
      const hours = Math.round(Number(seconds) / 36) / 100;
      return [
        {
          externalId: `${this.key}/work/${index + 1}`,
          person: this.byId(author.trim()),
          at,
          hours,
          note: note.trim() || null,
        },
      ];
    });
  }

  /** `date;author;name;address`; a name can hold semicolons. */
  private readFiles(): { name: string; url: string }[] {
    return (this.row.list('attachment', 'attachments') ?? []).flatMap((cell) => {
      const [, name = '', url = ''] = /^[^;]*;[^;]*;([^]*);(https?:[^;]*)$/.exec(cell) ?? [];
      if (url === '') this.cells.problem('Attachment', `"${cell}" is no file that can be read`);
      return url === '' ? [] : [{ name, url }];
    });
  }

  private links() {
    const blockedBy: string[] = [];
    const blocks: string[] = [];
    const related: string[] = [];
    const lines: string[] = [];
    const relate = (type: string, key: string) => {
      related.push(key);
      lines.push(`${type}: ${key}`);
    };
    for (const [type, key] of this.row.matching(INWARD)) {
      if (/^block/i.test(type)) blockedBy.push(key);
      else relate(`${type} (inward)`, key);
    }
    for (const [type, key] of this.row.matching(OUTWARD)) {
      if (/^block/i.test(type)) blocks.push(key);
      else relate(type, key);
    }
    return { blockedBy, blocks, related, lines };
  }
}

function line(name: string, values: readonly string[] = []): string[] {
  return values.length > 0 ? [`${name}: ${values.join(', ')}`] : [];
}

function hoursOf(times: readonly TimeRecord[]): number {
  return Math.round(times.reduce((sum, { hours }) => sum + hours, 0) * 100) / 100;
}

function inHours(seconds: number | null | undefined): number | null | undefined {
  return typeof seconds === 'number' ? Math.round(seconds / 36) / 100 : seconds;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
