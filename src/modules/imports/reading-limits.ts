import { ImportError } from './readers/records.js';

const MIB = 1024 * 1024;

/** What a file may have. Each ends the reading as soon as it is passed. */
const MOST_COLUMNS = 1_000;
const MOST_CELL_BYTES = MIB;
const MOST_RECORD_BYTES = 32 * MIB;
export const MOST_MANIFEST_BYTES = MIB;
/** Tasks: rows, cards or issues. */
export const MOST_TASKS = 100_000;
/** Lines of another file of an archive, and elements of another kind in a JSON file. */
const MOST_LINES = 1_000_000;
/** Of the process that reads. */
export const MOST_MEMORY_MIB = 512;
export const MOST_SECONDS_WITHOUT_PROGRESS = 60;

const shown = (count: number): string => count.toLocaleString('en-US');

/** @throws ImportError past the limit */
export function ensureColumns(count: number): void {
  if (count > MOST_COLUMNS) throw new ImportError(`The file has more than ${shown(MOST_COLUMNS)} columns`);
}

/** `place` says which cell. @throws ImportError past the limit */
export function ensureCell(bytes: number, place: string): void {
  if (bytes > MOST_CELL_BYTES) throw new ImportError(`A cell of ${place} is larger than 1 MiB`);
}

/** @throws ImportError past the limit */
export function ensureRecord(bytes: number): void {
  if (bytes > MOST_RECORD_BYTES) throw new ImportError('One record of the file is larger than 32 MiB');
}

/** `count` are those that have come so far. @throws ImportError past the limit */
export function ensureTasks(count: number): void {
  if (count > MOST_TASKS) throw new ImportError(`The file has more than ${shown(MOST_TASKS)} rows; split it`);
}

/** `count` are those that have come so far of `place`. @throws ImportError past the limit */
export function ensureLines(count: number, place: string, most = MOST_LINES): void {
  if (count > most) throw new ImportError(`${place} has more than ${shown(most)} lines`);
}

/** `count` are those that have come so far. @throws ImportError past the limit */
export function ensureElements(count: number): void {
  if (count > MOST_LINES) throw new ImportError(`The file has more than ${shown(MOST_LINES)} elements`);
}
