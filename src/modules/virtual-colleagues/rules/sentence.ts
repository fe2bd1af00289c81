import type { Tone } from '../settings/colleague-settings.js';
import { calendarDay, dayInWords, TIME_FORMS, type TimeForm, today } from './time-words.js';

/** A piece of what is said: text, a task that is named, or a place that a text links to. */
export type Piece = string | { readonly tid: string } | { readonly text: string; readonly path: string };

/** A part of a message that people wrote: text, or the name of a value. */
type MessagePart = { readonly text: string } | { readonly name: string };

/** A sentence for each tone, with the values of a finding in braces. */
export type Tones = Readonly<Record<Tone, string | readonly MessagePart[]>>;

/** What a rule says in each situation that it finds. */
export type Sentences = Readonly<Record<string, Tones>>;

/** What a finding names: tids are links where there are any, moments are told as people tell the day. */
export interface Named {
  /** Of the task that it is about. */
  readonly tid: string | null;
  readonly texts: Readonly<Record<string, string>>;
  readonly tids: Readonly<Record<string, readonly string[]>>;
  readonly moments: Readonly<Record<string, string | null>>;
  /** People of whom one may be chosen. */
  readonly names: Readonly<Record<string, readonly string[]>>;
}

/** When and where it is said. */
interface Hour {
  readonly moment: string;
  readonly zone: string;
}

/** Characters of a sentence of the service's own, at most. */
export const MOST_CHARACTERS = 200;

/** Tids that a list names. */
const MOST_TIDS = 3;

/** What it names of lists when it would be too long. */
const FEWER: readonly number[] = [2, 1, 0];

/**
 * What a sentence says of a finding. `{task}` is its tid and title, `{due.since}` is the moment `due` in a form, `{blockers}` a
 * list of tids. Of a list it names `most`.
 */
export function spoken(
  sentence: string | readonly MessagePart[],
  named: Named,
  hour: Hour,
  most: number = MOST_TIDS,
): Piece[] {
  const parts = typeof sentence === 'string' ? partsOf(sentence) : sentence;
  return joined(parts.flatMap((part) => ('text' in part ? [part.text] : valueOf(part.name, named, { ...hour, most }))));
}

/** The same within its length: of long lists it names fewer, and less of a long title. What people wrote stays whole. */
export function spokenBriefly(
  sentence: string | readonly MessagePart[],
  named: Named,
  hour: Hour,
  mostCharacters: number = MOST_CHARACTERS,
): Piece[] {
  const whole = spoken(sentence, named, hour);
  if (typeof sentence !== 'string' || lengthOf(whole) <= mostCharacters) return whole;
  const shorter = FEWER.map((most) => spoken(sentence, named, hour, most));
  const brief = shorter.find((line) => lengthOf(line) <= mostCharacters);
  const title = named.texts['title'];
  if (brief || title === undefined) return brief ?? (shorter.at(-1) as Piece[]);
  const characters = [...title];
  const excess = lengthOf(shorter.at(-1) as Piece[]) - mostCharacters;
  const cut = `${characters.slice(0, Math.max(0, characters.length - excess - 1)).join('')}…`;
  return spoken(sentence, { ...named, texts: { ...named.texts, title: cut } }, hour, FEWER.at(-1));
}

const lengthOf = (line: readonly Piece[]): number => [...textOf(line)].length;

/** The text of what is said. */
export function textOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : 'tid' in piece ? piece.tid : piece.text)).join('');
}

/** The tids, with commas: at most three, then how many more. */
export function listOf(tids: readonly string[], most = MOST_TIDS): Piece[] {
  const named = tids.slice(0, most).flatMap((tid, index): Piece[] => (index === 0 ? [{ tid }] : [', ', { tid }]));
  return tids.length > most ? [...named, ` and ${tids.length - most} more`] : named;
}

/** People's words, so that the message with all its other pieces stays within its length. */
export function quoted(words: string, others: readonly Piece[]): string {
  const room = Math.max(20, MOST_CHARACTERS - lengthOf(others) - 2);
  const characters = [...words];
  const most = Math.min(80, room);
  return `"${characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : words}"`;
}

function valueOf(
  name: string,
  { tid, texts, tids, moments, names }: Named,
  { most, ...hour }: Hour & { readonly most: number },
): Piece[] {
  if (name === 'task' && tid !== null) return [{ tid }, ` "${texts['title'] ?? ''}"`];
  const list = tids[name];
  if (list !== undefined) return listOf(list, Math.max(1, most));
  const people = names[name];
  if (people !== undefined) return [people.slice(0, most).join(' or ') || 'someone'];
  const text = texts[name];
  if (text !== undefined) return [text];
  const [momentName = '', form = ''] = name.split('.');
  const moment = moments[momentName];
  if (moment === undefined || !isForm(form)) throw new Error(`A message names {${name}}, which its rule does not find`);
  if (moment === null) return [''];
  return [dayInWords(form, calendarDay(moment, hour.zone), today(hour.moment, hour.zone))];
}

const isForm = (form: string): form is TimeForm => (TIME_FORMS as readonly string[]).includes(form);

/** `{name}` in a sentence of the service's own rules is a value. */
function partsOf(sentence: string): MessagePart[] {
  return sentence.split(/\{([\w.]+)\}/).map((piece, index) => (index % 2 === 0 ? { text: piece } : { name: piece }));
}

function joined(pieces: readonly Piece[]): Piece[] {
  const whole: Piece[] = [];
  for (const piece of pieces) {
    const last = whole.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') whole[whole.length - 1] = last + piece;
    else if (piece !== '') whole.push(piece);
  }
  return whole;
}
