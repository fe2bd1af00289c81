import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { CsvError, type InfoRecord, parse } from 'csv-parse/sync';
import { CSV_FORMAT, OWN_GUARD } from '#common/csv/csv-format.js';

/** The part of a request for a new task that a row of the file gives; what its cells leave empty is left out. */
interface TaskFields {
  title?: string;
  description?: string;
  status?: string;
  priority?: string;
  estimatedHours?: number;
  dueDate?: string;
  startDate?: string;
  custom?: Record<string, unknown>;
}

/** `line` is the line of the file on which the row starts: a quoted cell may span several. */
export interface TaskRow {
  line: number;
  fields: TaskFields;
  /** The filled cells of other columns, by the names of these. */
  others?: Record<string, string>;
}

export interface RefusedRow {
  line: number;
  reason: string;
}

export interface CsvFile {
  rows: TaskRow[];
  /** Rows that cannot be sent. */
  refused: RefusedRow[];
  /** Names of the columns that no field of a task is read from. */
  ignoredColumns: string[];
}

interface Line {
  line: number;
  cells: string[];
}

type PlainField = Exclude<keyof TaskFields, 'custom'>;

/** The names of each field's column, in lower case; the first that the file has is read. */
const COLUMN_NAMES: Record<PlainField, string[]> = {
  title: ['title'],
  description: ['description'],
  status: ['status'],
  priority: ['priority'],
  estimatedHours: ['estimatedhours', 'storypoint'],
  dueDate: ['duedate'],
  startDate: ['startdate'],
};

/**
 * Reads the tasks of a CSV file in UTF-8 whose first row names the columns.
 *
 * @throws Error when the file as a whole cannot be read.
 */
export async function readCsvFile(path: string): Promise<CsvFile> {
  const content = await readFile(path);
  if (!isUtf8(content)) throw new Error('The file is not encoded in UTF-8');
  const [header, ...lines] = parseLines(content);
  const names = header?.cells.map((cell) => cell.trim().replace(OWN_GUARD, '')) ?? [];
  const columns = findColumns(names);

  const file: CsvFile = { rows: [], refused: [], ignoredColumns: names.filter((_, index) => !columns.has(index)) };
  for (const { line, cells } of lines) {
    const read =
      cells.length === names.length ? readFields(cells, columns) : `Has ${cells.length} cells, not ${names.length}`;
    if (typeof read === 'string') file.refused.push({ line, reason: read });
    else file.rows.push({ line, fields: read, ...otherCells(names, cells, columns) });
  }
  return file;
}

function parseLines(content: Buffer): Line[] {
  const lines: Line[] = [];
  let line = 1;
  let end = 0;
  const addLine = (cells: string[], { bytes }: InfoRecord): null => {
    const text = content.toString('latin1', end, bytes);
    const emptyLines = countLineBreaks(/^[\r\n]*/.exec(text)?.[0] ?? '');
    lines.push({ line: line + emptyLines, cells });
    line += countLineBreaks(text);
    end = bytes;
    return null;
  };
  try {
    parse(content, { ...CSV_FORMAT, bom: true, on_record: addLine });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Error(`The row that starts on line ${line} cannot be read: ${error.message}`, { cause: error });
  }
  return lines;
}

function countLineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

function findColumns(names: string[]): Map<number, PlainField> {
  const lowerCaseNames = names.map((name) => name.toLowerCase());
  const columns = new Map<number, PlainField>();
  for (const [field, candidates] of Object.entries(COLUMN_NAMES)) {
    const name = candidates.find((candidate) => lowerCaseNames.includes(candidate));
    if (name !== undefined) columns.set(lowerCaseNames.indexOf(name), field as PlainField);
  }
  if (!lowerCaseNames.includes('title')) {
    throw new Error(`The file has no column "title"; its first row is: ${names.join(', ').slice(0, 200)}`);
  }
  return columns;
}

/** The fields that the cells give, or why they cannot be sent. */
function readFields(cells: string[], columns: Map<number, PlainField>): TaskFields | string {
  const fields: TaskFields = {};
  for (const [index, field] of columns) {
    const cell = (cells[index] ?? '').replace(OWN_GUARD, '');
    // A description is kept as it is, blanks included, like the service does.
    const text = field === 'description' ? cell : cell.trim();
    if (text === '') continue;
    if (field === 'estimatedHours') {
      fields.estimatedHours = Number(text);
      if (!Number.isFinite(fields.estimatedHours)) return `estimatedHours: "${text}" is not a number`;
    } else {
      fields[field] = text;
    }
  }
  return fields;
}

function otherCells(
  names: readonly string[],
  cells: readonly string[],
  columns: ReadonlyMap<number, PlainField>,
): Pick<TaskRow, 'others'> {
  const filled = names.flatMap((name, index): [string, string][] => {
    const text = (cells[index] ?? '').replace(OWN_GUARD, '').trim();
    return columns.has(index) || name === '' || text === '' ? [] : [[name, text]];
  });
  return filled.length > 0 ? { others: Object.fromEntries(filled) } : {};
}
