import type { CustomField } from '../lib/fields.ts';
import { showNumber } from '../lib/figures.ts';
import { fields as words } from '../lib/texts/fields.texts.ts';

/** What is neither a person nor a list, as text. */
export const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

export const isPerson = (value: unknown): value is { id: string; name: string } =>
  typeof value === 'object' && value !== null;

/** A value as it is read; empty for none. */
export function shownValue({ type }: Pick<CustomField, 'type'>, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (type === 'number' && typeof value === 'number') return showNumber(value);
  if (type === 'checkbox') return value === true ? words.yes : words.no;
  if (Array.isArray(value)) return value.join(', ');
  return isPerson(value) ? value.name : plain(value);
}
