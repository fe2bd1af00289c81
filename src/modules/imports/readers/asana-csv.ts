import type { ImportOptions } from '../import-input.dto.js';
import { byHeaderKey, readCsv, type Header, type Row } from '../csv/csv-rows.js';
import { Cells } from './cells.js';
import { DateColumns, type DateHabits } from './date-columns.js';
import { ImportError, type ImportFile, type ImportRecord, type Person, type TaskRecord } from './records.js';
import { statusOf } from './words.js';
import { addTo } from '#common/collections/add-to.js';

const DATES: DateHabits = {
  columns: ['created at', 'completed at', 'last modified', 'start date', 'due date'],
  isOneOrder: true,
};

const BECOMES = byHeaderKey({
  'task id': 'external id',
  'created at': 'createdAt',
  'completed at': 'status',
  'last modified': 'updatedAt',
  name: 'title',
  'section/column': 'status',
  assignee: 'assignee',
  'assignee email': 'assignee',
  'start date': 'startDate',
  'due date': 'dueDate',
  tags: 'labels',
  notes: 'description',
  projects: 'description',
  'parent task': 'parent',
  'blocked by (dependencies)': 'blockers',
  'blocking (dependencies)': 'blockers',
});

/** What fields of one's own become, unless somebody chooses otherwise. */
const OTHER = 'description';

/** The CSV of Asana. */
export async function* readAsanaCsv(file: ImportFile, options: ImportOptions): AsyncGenerator<ImportRecord> {
  const first = await readCsv(file);
  ensureColumns(first.header);
  // The ids of tasks by their names: a parent is named.
  const names = new Map<string, string[]>();
  const dates = await DateColumns.of(first, options, DATES, (row) => noteName(row, names));
  const { header, rows } = await readCsv(file);
  for await (const row of rows) yield* new AsanaRow(row, dates, names).records();
  yield* dates.problems();
  yield* header.fields((key) => BECOMES.get(key) ?? OTHER);
}

function ensureColumns(header: Header): void {
  const missing = ['Task ID', 'Name'].filter((name) => !header.has(name));
  if (missing.length === 0) return;
  throw new ImportError(
    `The file is no export of Asana: it has no column ${missing.map((name) => `"${name}"`).join(' and no ')}. Export the project from Asana as CSV, or import the file as a sheet (csv). The columns found are: ${header.shown}`,
  );
}

function noteName(row: Row, names: Map<string, string[]>): void {
  const [name = '', id = ''] = [row.text('name'), row.text('task id')];
  if (name !== '' && id !== '') addTo(names, name, id);
}

class AsanaRow {
  private readonly id: string;
  private readonly cells: Cells;

  constructor(
    private readonly row: Row,
    dates: DateColumns,
    private readonly names: ReadonlyMap<string, readonly string[]>,
  ) {
    this.id = row.text('task id') ?? '';
    this.cells = new Cells(row, this.id || null, dates);
  }

  *records(): Generator<ImportRecord> {
    const { row, id } = this;
    yield* row.oddities(id || null);
    const failed = { kind: 'failed', row: row.number, externalId: id || null } as const;
    if (id === '') {
      yield { ...failed, field: 'Task ID', message: 'The row has no task id' };
      return;
    }
    if (row.text('name') === '') {
      yield { ...failed, field: 'Name', message: 'The title is missing' };
      return;
    }
    const task = this.task();
    yield* this.cells.problems;
    yield task;
  }

  private task(): TaskRecord {
    const { row, cells } = this;
    // A task that is completed is done, whatever its section is called.
    const completedAt = row.text('completed at');
    const status = completedAt ? undefined : row.text('section/column') || undefined;
    return {
      kind: 'task',
      row: row.number,
      externalId: this.id,
      url: `https://app.asana.com/0/0/${this.id}`,
      title: row.text('name') ?? '',
      description: row.raw('notes') === undefined ? undefined : row.raw('notes') || null,
      lines: this.lines,
      columns: row.cellsWithout((key) => BECOMES.has(key)),
      ...statusOf({ status, completedAt }),
      dueDate: cells.day('due date'),
      startDate: cells.day('start date'),
      assignees: this.assignees,
      labels: row.text('tags') === undefined ? undefined : listOf(row.text('tags')),
      parent:
        this.named('Parent task', row.text('parent task'))[0] ??
        (row.text('parent task') === undefined ? undefined : null),
      blockedBy: listOf(row.text('blocked by (dependencies)')).flatMap((name) => this.named('Blocked By', name)),
      blocks: listOf(row.text('blocking (dependencies)')).flatMap((name) => this.named('Blocking', name)),
      createdAt: cells.moment('created at'),
      updatedAt: cells.moment('last modified'),
      completedAt: cells.moment('completed at'),
      author: undefined,
    };
  }

  private get assignees(): Person[] | undefined {
    const [name, email] = [this.row.value('assignee'), this.row.value('assignee email')];
    if (name === undefined && email === undefined) return undefined;
    return name || email ? [{ id: null, name: name ?? null, email: email ?? null }] : [];
  }

  /** What has no field here, as `Name: value`. */
  private get lines(): string[] {
    const projects = listOf(this.row.text('projects'));
    return [...(projects.length > 1 ? [`Projects: ${projects.join(', ')}`] : [])];
  }

  private named(field: string, name: string | undefined): string[] {
    if (!name) return [];
    const ids = this.names.get(name) ?? [];
    if (ids.length === 1) return [...ids];
    this.cells.problem(
      field,
      ids.length === 0 ? `"${name}" is not in the file` : `"${name}" is the name of ${ids.length} tasks`,
    );
    return [];
  }
}

function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
