import type { ImportOptions } from '../import-input.dto.js';
import { byHeaderKey, type Header, readCsv, type Row } from '../csv/csv-rows.js';
import { Cells } from './cells.js';
import { DateColumns, type DateHabits } from './date-columns.js';
import { personIn } from './people.js';
import { ImportError, type ImportFile, type ImportRecord, type Person, type TaskRecord } from './records.js';
import { numberOfKey, statusOf } from './words.js';

const DATES: DateHabits = {
  columns: ['cycle start', 'cycle end', 'created', 'updated', 'completed', 'canceled', 'due date'],
  isOneOrder: true,
};
/** Beside an id and a title: what no other sheet has. */
const OWN_COLUMNS = ['team', 'status', 'creator', 'cycle number', 'project id'];

const BECOMES = byHeaderKey({
  id: 'external id',
  title: 'title',
  description: 'description',
  status: 'status',
  estimate: 'estimatedHours',
  priority: 'priority',
  team: 'sprint',
  'project id': 'epic',
  project: 'epic',
  creator: 'creator',
  assignee: 'assignee',
  labels: 'labels',
  'cycle number': 'sprint',
  'cycle name': 'sprint',
  'cycle start': 'sprint',
  'cycle end': 'sprint',
  created: 'createdAt',
  updated: 'updatedAt',
  started: 'status',
  completed: 'completedAt',
  canceled: 'status',
  archived: 'left out',
  'due date': 'dueDate',
  'parent issue': 'parent',
  uuid: 'links',
  'blocked by': 'blockers',
  'related to': 'links',
  'duplicate of': 'links',
  'project milestone': 'description',
});

/** The CSV of Linear, of whatever year: columns were added. */
export async function* readLinearCsv(file: ImportFile, options: ImportOptions): AsyncGenerator<ImportRecord> {
  const first = await readCsv(file);
  ensureColumns(first.header);
  const dates = await DateColumns.of(first, options, DATES);
  const { header, rows } = await readCsv(file);
  const said = new Set<string>();
  for await (const row of rows) yield* new LinearRow(row, options, dates).records(said);
  yield* dates.problems();
  yield* header.fields((key) => BECOMES.get(key) ?? null);
}

function ensureColumns(header: Header): void {
  const missing = ['ID', 'Title'].filter((name) => !header.has(name));
  if (!OWN_COLUMNS.some((name) => header.has(name))) missing.push('Team');
  if (missing.length === 0) return;
  throw new ImportError(
    `The file is no export of Linear: it has no column ${missing.map((name) => `"${name}"`).join(' and no ')}. Export the issues from Linear as CSV, or import the file as a sheet (csv). The columns found are: ${header.shown}`,
  );
}

class LinearRow {
  private readonly key: string;
  private readonly cells: Cells;

  constructor(
    private readonly row: Row,
    private readonly options: ImportOptions,
    dates: DateColumns,
  ) {
    this.key = row.text('id') ?? '';
    this.cells = new Cells(row, this.key || null, dates);
  }

  *records(said: Set<string>): Generator<ImportRecord> {
    const { row, key, cells } = this;
    yield* row.oddities(key || null);
    const left = { row: row.number, externalId: key || null } as const;
    if (key === '') {
      yield { kind: 'failed', ...left, field: 'ID', message: 'The row has no id' };
      return;
    }
    if (row.text('title') === '') {
      yield { kind: 'failed', ...left, field: 'Title', message: 'The title is missing' };
      return;
    }
    if (row.text('archived') && !(this.options.archived ?? false)) {
      yield {
        kind: 'skipped',
        ...left,
        field: 'Archived',
        message: 'It is archived; options.archived brings it',
      };
      return;
    }
    const { sprint, epic } = this;
    if (sprint && !said.has(`sprint ${sprint}`)) {
      said.add(`sprint ${sprint}`);
      const [startDate, endDate] = [cells.day('cycle start'), cells.day('cycle end')];
      yield { kind: 'sprint', externalId: sprint, name: this.sprintName, startDate, endDate };
    }
    if (epic && !said.has(`epic ${epic}`)) {
      said.add(`epic ${epic}`);
      yield { kind: 'epic', row: row.number, externalId: epic, name: row.text('project') ?? epic };
    }
    const task = this.task();
    yield* cells.problems;
    yield task;
  }

  private task(): TaskRecord {
    const { row, cells, key } = this;
    const [related, duplicates] = [keysOf(row.text('related to')), keysOf(row.text('duplicate of'))];
    const milestone = row.text('project milestone');
    return {
      kind: 'task',
      row: row.number,
      externalId: key,
      aliases: row.text('uuid') ? [row.text('uuid') ?? ''] : [],
      number: numberOfKey(key),
      title: row.text('title') ?? '',
      description: row.raw('description') === undefined ? undefined : row.raw('description') || null,
      lines: milestone ? [`Milestone: ${milestone}`] : [],
      links: [
        ...related.map((other) => ({ type: 'relates' as const, key: other, line: `Related to: ${other}` })),
        ...duplicates.map((other) => ({ type: 'duplicates' as const, key: other, line: `Duplicate of: ${other}` })),
      ],
      ...this.status,
      priority: row.value('priority'),
      estimatedHours: cells.number('estimate'),
      dueDate: cells.day('due date'),
      author: personOf(row.value('creator')),
      assignees:
        row.text('assignee') === undefined ? undefined : [personOf(row.value('assignee'))].filter((one) => !!one),
      labels: row.text('labels') === undefined ? undefined : keysOf(row.text('labels')),
      sprint: row.text('cycle name', 'cycle number') === undefined ? undefined : (this.sprint ?? null),
      epic: row.text('project') === undefined ? undefined : (this.epic ?? null),
      parent: row.value('parent issue'),
      blockedBy: row.text('blocked by') === undefined ? undefined : keysOf(row.text('blocked by')),
      createdAt: cells.moment('created'),
      updatedAt: cells.moment('updated'),
      completedAt: cells.moment('completed') ?? cells.moment('canceled'),
      columns: row.cellsWithout((column) => BECOMES.has(column)),
    };
  }

  private get status(): ReturnType<typeof statusOf> {
    const { row } = this;
    const status = statusOf({
      status: row.text('status') || undefined,
      completedAt: row.text('completed'),
      cancelledAt: row.text('canceled'),
    });
    return status.category === 'todo' && row.text('started') ? { ...status, category: 'started' } : status;
  }

  /** A cycle of a team: two teams can have cycles of the same number. */
  private get sprint(): string | undefined {
    const cycle = this.row.text('cycle number') || this.row.text('cycle name');
    return cycle ? `${this.row.text('team') ?? ''}/${cycle}` : undefined;
  }

  private get sprintName(): string {
    return this.row.text('cycle name') || `Cycle ${this.row.text('cycle number') ?? ''}`;
  }

  private get epic(): string | undefined {
    return this.row.text('project id') || this.row.text('project') || undefined;
  }
}

function keysOf(text = ''): string[] {
  return text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
}

/** Linear names people by their addresses, or by their names. */
function personOf(text: string | null | undefined): Person | null | undefined {
  return text ? personIn(text) : (text as null | undefined);
}
