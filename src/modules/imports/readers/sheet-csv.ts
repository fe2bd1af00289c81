import type { ImportOptions } from '../import-input.dto.js';
import { splitNames } from '#common/csv/csv-format.js';
import { headerKey, readCsv, type Header, type Row } from '../csv/csv-rows.js';
import { Cells } from './cells.js';
import { DateColumns } from './date-columns.js';
import { personIn } from './people.js';
import { ImportError, type ImportFile, type ImportRecord, type Person, type TaskRecord } from './records.js';
import { BESIDES, OWN_LINKS, sheetColumns } from './sheet-columns.js';
import type { SheetField } from './sheet-fields.js';
import { categoryOf, statusOf } from './words.js';

const DATES = ['createdAt', 'updatedAt', 'completedAt', 'dueDate', 'startDate'] as const;
const DATES_BESIDES = ['cycle start date', 'cycle end date', 'module start date', 'module target date'];
/** What GitLab calls the times of its sheets, which it gives in seconds. */
const IN_SECONDS = ['time estimate', 'time spent'];

/** What all rows of a sheet are read with. */
interface Sheet {
  readonly columns: ReadonlyMap<SheetField, string>;
  readonly dates: DateColumns;
  readonly isOwn: boolean;
  readonly isInSeconds: boolean;
  readonly placeOf: (key: string) => string | null;
}

/** Any sheet. */
export async function* readSheetCsv(file: ImportFile, options: ImportOptions): AsyncGenerator<ImportRecord> {
  const first = await readCsv(file);
  const columns = sheetColumns(first.header, options.columns ?? {});
  if (!columns.has('title')) {
    throw new ImportError(
      `No column becomes the title; name one in options.columns. The first row is: ${first.header.shown}`,
    );
  }
  const dates = await DateColumns.of(first, options, {
    columns: [...DATES.flatMap((field) => columns.get(field) ?? []), ...DATES_BESIDES],
    isOneOrder: false,
  });
  const { header, rows } = await readCsv(file);
  const isInSeconds = IN_SECONDS.every((name) => header.has(name));
  const placeOf = placesOf(header, columns);
  const sheet = { columns, dates, isOwn: header.isOwn, isInSeconds, placeOf };
  const titles = new Map<string, number>();
  const said = { epic: new Set<string>(), sprint: new Set<string>() };
  for await (const row of rows) yield* new SheetRow(row, sheet).records(titles, said);
  yield* dates.problems();
  yield* header.fields(placeOf);
}

/** What the columns become, by their keys. */
function placesOf(header: Header, columns: ReadonlyMap<SheetField, string>): (key: string) => string | null {
  const fields = new Map<string, string>([...columns].map(([field, column]) => [headerKey(column), field]));
  const ofOwn = header.isOwn ? OWN_LINKS : new Map<string, string>();
  return (key) => fields.get(key) ?? ofOwn.get(key) ?? BESIDES.get(key) ?? null;
}

class SheetRow {
  constructor(
    private readonly row: Row,
    private readonly sheet: Sheet,
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
    const cells = new Cells(row, id, this.sheet.dates);
    const [epic, sprint] = [this.text('epic'), this.text('sprint')];
    if (epic && !said.epic.has(epic)) {
      said.epic.add(epic);
      const [startDate, dueDate] = [cells.day('module start date'), cells.day('module target date')];
      yield { kind: 'epic', row: row.number, externalId: epic, name: epic, startDate, dueDate };
    }
    if (sprint && !said.sprint.has(sprint)) {
      said.sprint.add(sprint);
      const [startDate, endDate] = [cells.day('cycle start date'), cells.day('cycle end date')];
      yield { kind: 'sprint', externalId: sprint, name: sprint, startDate, endDate };
    }
    const task = this.task(title, id ?? nameOf(title, titles), cells);
    yield* cells.problems;
    yield task;
  }

  private task(title: string, externalId: string, cells: Cells): TaskRecord {
    const { row } = this;
    const { isOwn } = this.sheet;
    const completedAt = this.read('completedAt', (name) => cells.moment(name));
    return {
      kind: 'task',
      row: row.number,
      externalId,
      aliases: isOwn ? [row.text('id') ?? ''] : [],
      number: numberIn(externalId),
      url: this.text('url') ?? null,
      title,
      description: this.description,
      ...this.status(completedAt),
      priority: this.text('priority'),
      estimatedHours: this.read('estimatedHours', (name) => this.hours(cells, name)),
      loggedHours: this.read('loggedHours', (name) => this.hours(cells, name)),
      dueDate: this.read('dueDate', (name) => (isOwn ? cells.moment(name) : cells.day(name))),
      startDate: this.read('startDate', (name) => (isOwn ? cells.moment(name) : cells.day(name))),
      author: this.people('creator')?.[0] ?? this.noPerson('creator'),
      assignees: this.people('assignee'),
      labels: this.labels,
      epic: this.text('epic'),
      sprint: this.text('sprint'),
      parent: isOwn ? row.value('parentid') : this.text('parent'),
      blockedBy: this.text('blockedBy') === undefined ? undefined : listOf(this.text('blockedBy') ?? ''),
      createdAt: this.read('createdAt', (name) => cells.moment(name)),
      updatedAt: this.read('updatedAt', (name) => cells.moment(name)),
      completedAt,
      columns: row.cellsWithout((key) => this.sheet.placeOf(key) !== null),
    };
  }

  private status(completedAt: string | null | undefined): ReturnType<typeof statusOf> {
    const { row } = this;
    const status = this.text('status') || undefined;
    if (!this.sheet.isOwn || status === undefined) {
      const [statusCategory, resolution] = [row.text('status category'), row.text('resolution')];
      return statusOf({ status, statusCategory, resolution, completedAt });
    }
    // Another status than Done is never the end here, whatever it is called.
    const category = status.toLowerCase() === 'done' ? 'done' : categoryOf(status) === 'started' ? 'started' : 'todo';
    return { status, category, statusIs: 'ours' };
  }

  private hours(cells: Cells, name: string): number | null | undefined {
    const isSeconds = this.sheet.isInSeconds && IN_SECONDS.some((other) => headerKey(other) === headerKey(name));
    return isSeconds ? cells.seconds(name) : cells.hours(name);
  }

  private text(field: SheetField): string | null | undefined {
    return this.read(field, (name) => this.row.value(name));
  }

  private read<Value>(field: SheetField, value: (name: string) => Value): Value | undefined {
    const name = this.sheet.columns.get(field);
    return name === undefined ? undefined : value(name);
  }

  private get description(): string | null | undefined {
    const raw = this.read('description', (name) => this.row.raw(name));
    return raw === '' ? null : raw;
  }

  private get labels(): string[] | undefined {
    const text = this.text('labels');
    if (text === undefined) return undefined;
    return this.sheet.isOwn ? splitNames(text ?? '') : listOf(text ?? '');
  }

  /** A column that is named in the plural has several. */
  private people(field: 'assignee' | 'creator'): Person[] | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    const isList = headerKey(this.sheet.columns.get(field) ?? '') === 'assignees';
    return (isList ? listOf(text ?? '') : text ? [text] : []).map(personIn);
  }

  private noPerson(field: 'creator'): null | undefined {
    return this.text(field) === undefined ? undefined : null;
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
