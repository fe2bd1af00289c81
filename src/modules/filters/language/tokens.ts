import { FilterError } from './filter-error.js';

/** A piece of the text. `column` counts code points from 1. */
export interface Token {
  readonly kind: 'word' | 'string' | 'symbol' | 'end';
  /** Of a string its content. */
  readonly text: string;
  readonly column: number;
  /** Nothing stands between it and the token before. */
  readonly isAttached: boolean;
}

/** Longest first. */
const SYMBOLS = ['==', '!=', '<>', '<=', '>=', '!~', '&&', '||', '=', '<', '>', '~', '!', '(', ')', '[', ']', ',', ':'];
const IN_WORDS = new Set('_-./#@+');
const QUOTES = new Set(['"', "'"]);

/** Cuts the text of a filter into words, strings and symbols. @throws FilterError */
export function tokensOf(text: string): Token[] {
  const points = [...text];
  const tokens: Token[] = [];
  let at = 0;
  let isAttached = false;
  while (at < points.length) {
    const point = points[at] ?? '';
    if (point.trim() === '') {
      at += 1;
      isAttached = false;
      continue;
    }
    const [token, end] = tokenAt(points, at, isAttached);
    tokens.push(token);
    at = end;
    isAttached = true;
  }
  tokens.push({ kind: 'end', text: '', column: points.length + 1, isAttached: false });
  return tokens;
}

function tokenAt(points: readonly string[], at: number, isAttached: boolean): [Token, number] {
  const point = points[at] ?? '';
  const column = at + 1;
  if (QUOTES.has(point)) {
    const [text, end] = stringAt(points, at);
    return [{ kind: 'string', text, column, isAttached }, end];
  }
  if (isWordPoint(point)) {
    let end = at;
    while (end < points.length && isWordPoint(points[end] ?? '')) end += 1;
    return [{ kind: 'word', text: points.slice(at, end).join(''), column, isAttached }, end];
  }
  const symbol = SYMBOLS.find((candidate) => points.slice(at, at + candidate.length).join('') === candidate);
  if (!symbol) throw new FilterError(`unexpected "${point}"; texts with such characters stand in quotes`, column);
  return [{ kind: 'symbol', text: symbol, column, isAttached }, at + symbol.length];
}

/** The content of a string and where it ends. A backslash keeps a quote or a backslash. */
function stringAt(points: readonly string[], begin: number): [string, number] {
  const quote = points[begin];
  let text = '';
  for (let at = begin + 1; at < points.length; at += 1) {
    const point = points[at] ?? '';
    if (point === quote) return [text, at + 1];
    const next = points[at + 1] ?? '';
    if (point === '\\' && (next === '\\' || QUOTES.has(next))) {
      text += next;
      at += 1;
    } else {
      text += point;
    }
  }
  throw new FilterError(`the text that begins with ${quote} has no end`, begin + 1);
}

const PLAIN = new Set('0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** Letters, marks and digits of any script, and a few signs. */
export function isWordPoint(point: string): boolean {
  return PLAIN.has(point) || IN_WORDS.has(point) || /[\p{L}\p{M}\p{N}]/u.test(point);
}
