import { setImmediate } from 'node:timers/promises';
import { jsonBytes } from './json-bytes.js';
import { TURN } from './utf8-bytes.js';

/** Bytes of one answer as JSON that holds lists. */
export const MOST_ANSWER_BYTES = 2 * 1024 * 1024;
/** An answer of more bytes takes a place. */
export const LARGE_ANSWER_BYTES = 64 * 1024;

/** Shorter texts, such as ids and names, are never cut. */
const FEW_CHARACTERS = 100;
const ELLIPSIS = '…';
const MARK_BYTES = Buffer.byteLength(',"truncated":true');
/** Characters that are fewer bytes than this many in any case need not be counted. */
const FEW_BYTES = LARGE_ANSWER_BYTES / 4;

type Members = Record<string, unknown>;

interface Text {
  readonly holder: Members;
  readonly name: string;
  /** The object in a list that it is part of. */
  readonly item: Members;
  /** As JSON. */
  readonly bytes: number;
}

/** The longest that texts may be so that all are within `room`: only those that are longer are cut. */
export function longestWithin(sizes: readonly number[], room: number): number {
  let rest = sizes.reduce((sum, size) => sum + size, 0);
  if (rest <= room) return Infinity;
  let longest = 0;
  for (const [index, size] of sizes.toSorted((one, other) => other - one).entries()) {
    rest -= size;
    longest = Math.max(longest, Math.floor((room - rest) / (index + 1)));
  }
  return longest;
}

/** Whether the answer may have more than 64 KiB. It looks at few values of a small one. */
export function isLarge(answer: object): boolean {
  return bytesLeft(answer, LARGE_ANSWER_BYTES) < 0;
}

function bytesLeft(value: unknown, left: number): number {
  if (left < 0 || value === null || value === undefined) return left;
  if (typeof value === 'string') return left - (value.length < FEW_BYTES ? value.length : Buffer.byteLength(value));
  if (typeof value !== 'object') return left;
  for (const member of Object.values(value)) {
    left = bytesLeft(member, left);
    if (left < 0) return left;
  }
  return left;
}

/**
 * The JSON of an answer, of at most `most` bytes: texts of what is in its lists are cut, the longest first, to a beginning,
 * and each object of a list in which one was cut has `truncated`. The answer's own texts stay whole. Lists of too many small
 * things lose their ends, the longest first, and the object that holds one has `truncated`.
 */
export async function boundedJson(answer: object, most = MOST_ANSWER_BYTES): Promise<Buffer> {
  const whole = await jsonBytes(answer);
  if (whole.length <= most) return whole;
  await cutTexts(answer, most - whole.length);
  const cut = await jsonBytes(answer);
  if (cut.length <= most) return cut;
  await shortenLists(answer as Members, most - cut.length);
  return jsonBytes(answer);
}

/** As `boundedJson`, for an answer that is sent with other things. An answer of that size is changed as it is. */
export async function bound<Answer extends object>(answer: Answer, most = MOST_ANSWER_BYTES): Promise<Answer> {
  if (isLarge(answer)) await boundedJson(answer, most);
  return answer;
}

async function cutTexts(answer: object, surplus: number): Promise<void> {
  const texts: Text[] = [];
  let counted = 0;
  for (const text of textsInLists(answer as Members, undefined)) {
    texts.push(text);
    counted += text.bytes;
    if (counted < TURN) continue;
    counted = 0;
    await setImmediate();
  }
  const sizes = texts.map(({ bytes }) => bytes);
  const room = sizes.reduce((sum, size) => sum + size, 0) + surplus - MARK_BYTES * texts.length;
  const longest = longestWithin(sizes, room);
  for (const { holder, name, item, bytes } of texts) {
    if (bytes <= longest) continue;
    holder[name] = beginningOf(holder[name] as string, bytes, longest);
    item['truncated'] = true;
  }
}

interface LongList {
  readonly holder: Members;
  readonly name: string;
  /** As JSON. */
  readonly bytes: number;
}

/** The lists of the answer itself and of its parts; those of what is in a list go with it. */
async function shortenLists(answer: Members, surplus: number): Promise<void> {
  const lists: LongList[] = [];
  for (const [holder, name] of listsIn(answer)) {
    lists.push({ holder, name, bytes: (await jsonBytes(holder[name])).length });
  }
  const sizes = lists.map(({ bytes }) => bytes);
  const room = sizes.reduce((sum, size) => sum + size, 0) + surplus - MARK_BYTES * lists.length;
  const longest = longestWithin(sizes, room);
  for (const { holder, name, bytes } of lists) {
    if (bytes <= longest) continue;
    holder[name] = await beginningOfList(holder[name] as unknown[], longest);
    holder['truncated'] = true;
  }
}

function* listsIn(holder: Members): Generator<[Members, string]> {
  for (const [name, value] of Object.entries(holder)) {
    if (Array.isArray(value)) yield [holder, name];
    else if (isObject(value)) yield* listsIn(value);
  }
}

/** As many items as have so many bytes. */
async function beginningOfList(items: readonly unknown[], most: number): Promise<unknown[]> {
  const beginning: unknown[] = [];
  let counted = 0;
  for (const [index, item] of items.entries()) {
    counted += jsonSize(item) + 1;
    if (counted > most - 2) break;
    beginning.push(item);
    if (index % 1_000 === 999) await setImmediate();
  }
  return beginning;
}

function* textsInLists(holder: Members, item: Members | undefined): Generator<Text> {
  for (const [name, value] of Object.entries(holder)) {
    if (typeof value === 'string') {
      if (item && value.length > FEW_CHARACTERS) yield { holder, name, item, bytes: jsonSize(value) };
    } else if (Array.isArray(value)) {
      for (const one of value as unknown[]) if (isObject(one)) yield* textsInLists(one, one);
    } else if (isObject(value)) yield* textsInLists(value, item);
  }
}

/** A beginning whose JSON has so many bytes, or few less. */
function beginningOf(text: string, bytes: number, most: number): string {
  const room = Math.max(0, most - Buffer.byteLength(ELLIPSIS));
  let end = Math.floor((text.length * room) / bytes);
  while (end > 0 && jsonSize(text.slice(0, end)) > room) end = Math.floor(end * 0.9);
  const isAmidCharacter = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return text.slice(0, isAmidCharacter ? end - 1 : end) + ELLIPSIS;
}

const jsonSize = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
