import { folded, storedName } from '#common/text/folded.js';
import { LIMITS, isStorableText, textProblem } from '#common/validation/text.js';
import { parseTimestamp } from '#common/validation/timestamp.js';
import { webAddressOf } from '#common/validation/web-address.js';
import { isUuid } from '#common/validation/uuid.js';
import type { FieldDefinition, FieldOption, StoredValue } from './fields.js';

const TEXT = { minimum: 0, maximum: 1_000 };
const NUMBERS_BELOW = 1e15;
const MOST_DIGITS = 15;
const MOST_DECIMALS = 6;
const MOST_OPTIONS = 50;
/** Options that a message names. */
const MOST_NAMED = 20;
const LINE_BREAK = /[\n\r\v\f\u0085\u2028\u2029]/;

/** What is wrong with a value, for people. */
export class ValueProblem extends Error {}

/**
 * A value as it is stored; null when it clears the field. `isKept` says which options the task may go on having, although they are
 * archived. Of a person it is what names them, an id or an e-mail in lower case.
 *
 * @throws ValueProblem
 */
export function readValue(
  field: FieldDefinition,
  value: unknown,
  isKept: (optionId: string) => boolean = () => false,
): StoredValue | null {
  switch (field.type) {
    case 'text':
      return readText(value);
    case 'number':
      return readNumber(value);
    case 'date':
      return readDay(value);
    case 'select':
      return optionOf(field, value, isKept).id;
    case 'multi_select':
      return readOptions(field, value, isKept);
    case 'person':
      return readPerson(value);
    case 'url':
      return readAddress(value);
    case 'checkbox':
      if (typeof value !== 'boolean') throw new ValueProblem('Expected boolean');
      return value;
  }
}

function readText(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : value;
  const problem = textProblem(text, TEXT);
  if (problem) throw new ValueProblem(problem);
  if (LINE_BREAK.test(text as string)) throw new ValueProblem('Must be one line');
  return storedName(text as string) === '' ? null : (text as string);
}

function readNumber(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new ValueProblem('Expected number');
  if (!isFieldNumber(value)) throw new ValueProblem('Too many digits');
  return value || 0;
}

/** Whether a number field holds it exactly. */
export function isFieldNumber(value: number): boolean {
  const text = String(Math.abs(value));
  const [whole = '', decimals = ''] = text.split('.');
  const digits = (whole + decimals).replace(/^0+/, '');
  const isExact = !text.includes('e') && digits.length <= MOST_DIGITS && decimals.length <= MOST_DECIMALS;
  return isExact && Math.abs(value) < NUMBERS_BELOW;
}

function readDay(value: unknown): string {
  const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && parseTimestamp(value) !== undefined;
  if (!isDay) throw new ValueProblem('Invalid date');
  return value;
}

function readAddress(value: unknown): string {
  const isSound = typeof value === 'string' && isStorableText(value) && textProblem(value, LIMITS.url) === undefined;
  if (!isSound || webAddressOf(value) !== value) throw new ValueProblem('Invalid url');
  return value;
}

/** Sorted: their order is that of the options, whenever they are shown. */
function readOptions(
  field: FieldDefinition,
  value: unknown,
  isKept: (optionId: string) => boolean,
): readonly string[] | null {
  if (!Array.isArray(value)) throw new ValueProblem(mustBeOneOf(field));
  const ids = [...new Set(value.map((item: unknown) => optionOf(field, item, isKept).id))];
  if (ids.length > MOST_OPTIONS) throw new ValueProblem(`At most ${MOST_OPTIONS}`);
  return ids.length === 0 ? null : ids.sort();
}

function optionOf(field: FieldDefinition, value: unknown, isKept: (optionId: string) => boolean): FieldOption {
  const text = typeof value === 'string' ? folded(value.trim()) : undefined;
  const option = field.options.find(({ id, name }) => id === text || folded(name) === text);
  if (!option) throw new ValueProblem(mustBeOneOf(field));
  if (option.archived && !isKept(option.id)) throw new ValueProblem('Option is archived');
  return option;
}

function mustBeOneOf({ options }: FieldDefinition): string {
  const names = options.filter(({ archived }) => !archived).map(({ name }) => name);
  return `Must be one of: ${names.slice(0, MOST_NAMED).join(', ')}${names.length > MOST_NAMED ? ', …' : ''}`;
}

/** What is no text is nobody. */
function readPerson(value: unknown): string {
  const named = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value;
  return typeof named === 'string' ? named.trim().toLowerCase() : '';
}

/** Whether a text may name a person: others are found nowhere. */
export function isPersonName(text: string): boolean {
  return isUuid(text) || (isStorableText(text) && text.includes('@'));
}
