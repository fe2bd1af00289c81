import { isUuid } from '#common/validation/uuid.js';
import { objectOf, type Row } from './archive-zip.js';
import type { ColleagueName } from '../readers/records.js';

/** The color of a label or an epic. */
export const COLOR = /^#[0-9A-Fa-f]{6}$/;

const LONGEST_ID = 100;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
export const idOf = (value: unknown): string => textOf(value).slice(0, LONGEST_ID);
export const uuidOrNull = (value: unknown): string | null => (isUuid(textOf(value)) ? textOf(value) : null);
export const matching = (value: unknown, form: RegExp) => (form.test(textOf(value)) ? textOf(value) : undefined);
export const numberOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
export const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.map(objectOf) : []);

/** What references call a task: its `tid`. */
export const keyOf = (row: Row): string => idOf(row['tid']) || idOf(row['id']);

export function momentOf(value: unknown): string | undefined {
  const text = matching(value, MOMENT);
  return text === undefined || Number.isNaN(Date.parse(text)) ? undefined : text;
}

export const momentOrNull = (value: unknown): string | null => momentOf(value) ?? null;

export const momentsOf = ({ createdAt, updatedAt }: Row) => ({
  createdAt: momentOf(createdAt),
  updatedAt: momentOf(updatedAt) ?? momentOf(createdAt),
});

export function colleagueOf(author: unknown): ColleagueName | undefined {
  const { type, id, name } = objectOf(author);
  return type === 'colleague' && isUuid(textOf(id)) ? { id: textOf(id), name: textOf(name) } : undefined;
}
