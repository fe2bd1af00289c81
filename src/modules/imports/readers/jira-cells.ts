import { createHash } from 'node:crypto';
import type { Cells } from './cells.js';
import type { CommentRecord, Person, TimeRecord } from './records.js';

/** A file of an issue. */
export interface JiraFile {
  readonly name: string;
  readonly url: string;
}

/** What cells of a row are read with. */
interface JiraNames {
  readonly key: string;
  readonly cells: Cells;
  personOf(id: string): Person | null;
  markdown(text: string): string;
}

/** The parts of a cell between `;`: so many before the text, the text, and so many after it; undefined for too few. */
function partsOf(cell: string, before: number, after: number): string[] | undefined {
  const all = cell.split(';');
  if (all.length < before + 1 + after) return undefined;
  const end = all.length - after;
  return [...all.slice(0, before), all.slice(before, end).join(';'), ...all.slice(end)];
}

/** The date of a cell of comments or of work. */
export function dateIn(column: string, cell: string): string {
  const parts = column === 'comment' ? partsOf(cell, 1, 1) : partsOf(`;${cell}`, 0, 3);
  return (column === 'comment' ? parts?.[0] : parts?.[1])?.trim() ?? '';
}

/** `date;author;text`; what is not written so is the text alone. */
export function commentsOf(values: readonly string[], names: JiraNames): CommentRecord[] {
  const seen = new Map<string, number>();
  return values.map((cell) => {
    const [date = '', author = '', text = ''] = partsOf(cell, 2, 0) ?? [];
    const isWhole = /\d/.test(date) && text !== '';
    const name = digestOf(isWhole ? `${date};${author}` : cell);
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    const externalId = `${names.key}/${name}${number > 1 ? `/${number}` : ''}`;
    if (!isWhole) return { externalId, author: null, at: null, body: names.markdown(cell) };
    const at = names.cells.momentIn(date, 'comment', 'Comment');
    return { externalId, author: names.personOf(author.trim()), at, body: names.markdown(text) };
  });
}

/** `[text;]date;author;seconds`. */
export function timesOf(values: readonly string[], names: JiraNames): TimeRecord[] {
  return values.flatMap((cell, index) => {
    const [note = '', date = '', author = '', seconds = ''] = partsOf(`;${cell}`, 0, 3) ?? [];
    if (!/^\d{1,12}$/.test(seconds) || Number(seconds) === 0) {
      names.cells.problem('Log Work', `"${cell}" is no work that can be read`);
      return [];
    }
    const at = names.cells.momentIn(date, 'log work', 'Log Work');
    const hours = Math.round(Number(seconds) / 36) / 100;
    const externalId = `${names.key}/work/${index + 1}`;
    const text = note.replace(/^;/, '').trim();
    return [{ externalId, person: names.personOf(author.trim()), at, hours, note: text || null }];
  });
}

/** `date;author;name;address`; a name can hold semicolons. */
export function filesOf(values: readonly string[], cells: Cells): JiraFile[] {
  return values.flatMap((cell) => {
    const [, , name = '', url = ''] = partsOf(cell, 2, 1) ?? [];
    const isFile = /^https?:/.test(url);
    if (!isFile) cells.problem('Attachment', `"${cell}" is no file that can be read`);
    return isFile ? [{ name, url }] : [];
  });
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
