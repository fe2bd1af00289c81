import type { ImportOptions } from '../import-input.dto.js';
import { readCsv, type Row } from '../csv/csv-rows.js';
import { Cells } from './cells.js';
import {
  type Category,
  ImportError,
  type ImportFile,
  type ImportRecord,
  type Person,
  type TaskRecord,
} from './records.js';
import { categoryOf, numberOfKey } from './words.js';

const BECOMES: Readonly<Record<string, string>> = {
  id: 'external id',
  title: 'title',
  description: 'description',
  status: 'status',
  estimate: 'estimatedHours',
  priority: 'priority',
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
  completed: 'completedAt',
  canceled: 'status',
  archived: 'left out',
  'due date': 'dueDate',
  'parent issue': 'parent',
  'blocked by': 'blockers',
  'related to': 'description',
  'duplicate of': 'description',
  'project milestone': 'description',
};

/** The CSV of Linear, with its 20, 30 or 34 columns (moving 2.4). */
export async function* readLinearCsv(file: ImportFile, options: ImportOptions): AsyncGenerator<ImportRecord> {
  const { header, rows } = await readCsv(file);
  if (!header.has('id') || !header.has('title') || !header.has('team')) {
    throw new ImportError('The file has no columns "ID", "Team" and "Title": export the issues from Linear as CSV');
  }
  const said = new Set<string>();
  for await (const row of rows) yield* new LinearRow(row, options).records(said);
  yield* header.fields((name) => BECOMES[name] ?? null);
}

class LinearRow {
  private readonly key: string;
  private readonly cells: Cells;

  constructor(
    private readonly row: Row,
    private readonly options: ImportOptions,
  ) {
    this.key = row.text('id') ?? '';
    this.cells = new Cells(row, this.key || null, options);
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
      lines: [
        ...related.map((other) => `Related to: ${other}`),
        ...duplicates.map((other) => `Duplicate of: ${other}`),
        ...(milestone ? [`Milestone: ${milestone}`] : []),
      ],
      related: [...related, ...duplicates],
      status: row.text('status') || undefined,
      category: this.category,
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
    };
  }

  private get category(): Category | undefined {
    const status = this.row.text('status');
    if (!status) return undefined;
    if (this.row.text('canceled')) return 'cancelled';
    if (this.row.text('completed')) return 'done';
    const named = categoryOf(status);
    return named === 'todo' && this.row.text('started') ? 'started' : named;
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
  if (text === null || text === undefined) return text;
  return text.includes('@') ? { id: null, name: null, email: text } : { id: null, name: text, email: null };
}
