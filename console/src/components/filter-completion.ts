import type { FilterFieldResponse } from 'project-management-sdk';
import { contains } from '../lib/fits.ts';

/** What can be written at a place of a filter. */
export interface Completion {
  /** What is put in, with the blank that follows. */
  text: string;
  /** What the list shows; a field's or operator's meaning stands beside it. */
  label: string;
  hint?: string;
}

export interface Completions {
  /** Where the word begins that is completed. */
  from: number;
  options: Completion[];
}

/** What a value of each field may be: names of things, which are quoted where needed, and words of the language. */
export type FieldValues = (field: FilterFieldResponse) => { names: readonly string[]; words: readonly string[] };

interface Token {
  text: string;
  from: number;
  kind: 'word' | 'string' | 'symbol';
  isOpen: boolean;
}

const TOKEN = /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[\p{L}\p{M}\p{N}_\-./#@+]+|[=!<>~]{1,2}|&&|\|\||[()[\],:]|\S/gu;
const WORD = /^[\p{L}\p{M}\p{N}_./#@][\p{L}\p{M}\p{N}_\-./#@+]*$/u;
const RESERVED = new Set(['and', 'or', 'not', 'in', 'is', 'empty', 'null', 'contains']);
const MOST = 50;

const OPERATORS: Record<string, { text: string; hint: string }[]> = {
  '=': [{ text: '=', hint: 'is' }],
  '!=': [{ text: '!=', hint: 'is not' }],
  '<': [{ text: '<', hint: 'less than, before' }],
  '<=': [{ text: '<=', hint: 'at most' }],
  '>': [{ text: '>', hint: 'more than, after' }],
  '>=': [{ text: '>=', hint: 'at least' }],
  '~': [{ text: '~', hint: 'contains' }],
  '!~': [{ text: '!~', hint: 'does not contain' }],
  in: [
    { text: 'in (', hint: 'one of' },
    { text: 'not in (', hint: 'none of' },
  ],
  empty: [
    { text: 'is empty', hint: 'is unset' },
    { text: 'is not empty', hint: 'is set' },
  ],
};

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: part, index }) => {
    const quote = part[0] ?? '';
    const isString = quote === '"' || quote === "'";
    const isOpen = isString && (part.length === 1 || !part.endsWith(quote));
    return {
      text: part,
      from: index,
      kind: isString ? 'string' : /[\p{L}\p{N}]/u.test(part) ? 'word' : 'symbol',
      isOpen,
    };
  });
}

/** What stands at the cursor: a field, the operator after it, a value, or what joins two conditions. */
type Place =
  | { what: 'field' }
  | { what: 'operator' | 'emptiness'; field: FilterFieldResponse }
  | { what: 'value' | 'list' | 'after-value'; field: FilterFieldResponse }
  | { what: 'joint' }
  | { what: 'unknown' };

/** Goes over what stands before the cursor, as the service would. */
function placeAfter(tokens: readonly Token[], find: (word: string) => FilterFieldResponse | undefined): Place {
  let place: Place = { what: 'field' };
  for (const token of tokens) place = next(place, token, find);
  return place;
}

function next(place: Place, { text, kind }: Token, find: (word: string) => FilterFieldResponse | undefined): Place {
  const word = kind === 'string' ? '' : text.toLowerCase();
  if ((word === 'and' || word === 'or' || word === '&&' || word === '||') && place.what !== 'value')
    return { what: 'field' };
  switch (place.what) {
    case 'joint':
    case 'after-value':
    case 'field':
      if (place.what === 'after-value' && word === ',') return { what: 'value', field: place.field };
      if (word === ')' || word === ']') return { what: 'joint' };
      if (word === '(' || word === 'not' || word === '!' || word === '-') return { what: 'field' };
      return begun(word, find);
    case 'operator':
      if (word === 'is') return { what: 'emptiness', field: place.field };
      if (word === 'in') return { what: 'list', field: place.field };
      if (word === 'not') return place;
      if (kind === 'symbol' && /^[=!<>~:]/.test(word)) return { what: 'value', field: place.field };
      return place.field.type === 'flag'
        ? next({ what: 'joint' }, { text, kind, from: 0, isOpen: false }, find)
        : { what: 'unknown' };
    case 'emptiness':
      return word === 'not' ? place : { what: 'joint' };
    case 'list':
      return { what: 'value', field: place.field };
    case 'value':
      return { what: 'after-value', field: place.field };
    default:
      return { what: 'unknown' };
  }
}

function begun(word: string, find: (word: string) => FilterFieldResponse | undefined): Place {
  const field = find(word.replace(/^-/, ''));
  return field ? { what: 'operator', field } : { what: 'unknown' };
}

/** What can be written where the cursor is; nothing when the word there is whole. */
export function completionsAt(
  text: string,
  cursor: number,
  fields: readonly FilterFieldResponse[],
  valuesOf: FieldValues,
): Completions | undefined {
  const before = tokensOf(text.slice(0, cursor));
  const last = before.at(-1);
  const touches = last !== undefined && last.from + last.text.length === cursor;
  const isTyped = touches && (last.isOpen || last.kind === 'word');
  const typed = isTyped ? last : undefined;
  const find = (word: string) =>
    fields.find(({ name, aliases }) => [name, ...aliases].some((one) => one.toLowerCase() === word));
  const place = placeAfter(typed ? before.slice(0, -1) : before, find);
  const content = (typed?.text ?? '').replace(/^["'-]/, '').toLowerCase();
  const sign = typed?.kind === 'word' && typed.text.startsWith('-') && place.what !== 'value' ? 1 : 0;
  const options = optionsOf(place, fields, valuesOf, content, before.length === 0);
  const isWhole = options.some(({ label }) => label.toLowerCase() === content) && !typed?.isOpen;
  const fitting = options.filter(({ label }) => contains(label, content));
  const ordered = fitting.toSorted((one, other) => beginsNot(one, content) - beginsNot(other, content)).slice(0, MOST);
  if (isWhole || ordered.length === 0) return undefined;
  return { from: typed ? typed.from + sign : cursor, options: ordered };
}

const beginsNot = ({ label }: Completion, content: string): number => (label.toLowerCase().startsWith(content) ? 0 : 1);

function optionsOf(
  place: Place,
  fields: readonly FilterFieldResponse[],
  valuesOf: FieldValues,
  content: string,
  isFirst: boolean,
): Completion[] {
  switch (place.what) {
    case 'field':
      // An empty box has nothing to complete.
      if (isFirst && content === '') return [];
      return fields.map(({ name, type, description }) => ({
        text: type === 'flag' ? name : `${name} `,
        label: name,
        hint: description,
      }));
    case 'operator':
      // A flag is a condition by itself.
      if (place.field.type === 'flag') return content === '' ? [] : joints();
      return place.field.operators.flatMap((operator) =>
        (OPERATORS[operator] ?? []).map(({ text, hint }) => ({
          text: text.endsWith('(') || text.endsWith('empty') ? text : `${text} `,
          label: text,
          hint,
        })),
      );
    case 'emptiness':
      return ['empty', 'not empty'].map((text) => ({ text, label: text }));
    case 'list':
      return content === '' ? [{ text: '(', label: '(' }] : [];
    case 'value': {
      const { names, words } = valuesOf(place.field);
      return [
        ...words.map((word) => ({ text: word, label: word })),
        ...names.map((name) => ({ text: writtenName(name, words), label: name })),
      ];
    }
    case 'joint':
    case 'after-value':
      return content === '' ? [] : joints();
    default:
      return [];
  }
}

const joints = (): Completion[] => ['and', 'or'].map((text) => ({ text: `${text} `, label: text }));

function writtenName(name: string, words: readonly string[]): string {
  const isPlain = WORD.test(name) && !RESERVED.has(name.toLowerCase()) && !words.includes(name.toLowerCase());
  return isPlain ? name : `"${name.replace(/[\\"]/g, '\\$&')}"`;
}

/** The text with the completion in place of what was typed, and where the cursor comes to stand. */
export function completed(
  text: string,
  cursor: number,
  from: number,
  option: Completion,
): { text: string; cursor: number } {
  const rest = text.slice(cursor);
  const isQuoted = '"\''.includes(text[from] ?? ' ') && rest.startsWith(text[from] ?? '');
  return {
    text: text.slice(0, from) + option.text + (isQuoted ? rest.slice(1) : rest),
    cursor: from + option.text.length,
  };
}

/** Where the word is that an error of the service is about: `Column 8: …` counts code points from 1. */
export function placeOfError(message: string, text: string): { from: number; to: number } | undefined {
  const [, column] = /^Column (\d+): /.exec(message) ?? [];
  if (column === undefined) return undefined;
  const from = [...text].slice(0, Number(column) - 1).join('').length;
  const word = tokensOf(text).find((token) => token.from === from);
  return { from, to: from + (word?.text.length ?? 1) };
}
