/** Which tids a text of a forge names, and which of them it closes. */

export interface MeantTids {
  /** In upper case, the first named first. */
  readonly named: readonly string[];
  readonly closed: ReadonlySet<string>;
}

/** More in one event are too many to look up. */
const MOST_TIDS = 1_000;

const TID = String.raw`[A-Za-z][A-Za-z0-9]{1,9}-[1-9][0-9]{0,9}`;
const ALONE = String.raw`(?<![\p{L}\p{N}])${TID}(?![\p{L}\p{N}])`;
const TIDS = new RegExp(ALONE, 'gu');
const ANYWHERE = new RegExp(TID, 'u');
const BETWEEN = String.raw`(?:\s*,\s*(?:and\s+)?|\s+and\s+)`;
const CLOSING = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:close[sd]?|fix(?:es|ed)?|resolve[sd]?|implement(?:s|ed)?)(?::\s*|\s+)(${ALONE}(?:${BETWEEN}${ALONE})*)`,
  'giu',
);
const NOT = /^(?:not|never|no|.*n['’]t)$/iu;
const WORDS_BEFORE = 3;
/** Characters in which the words before are looked for. */
const SIGHT = 200;

/** Nothing of it is next to a tid, or a word. */
const GAP = ' ¦ ';
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const QUOTE = /^\s{0,3}>/;
const INDENTED = /^(?: {4}|\t)/;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]+/gi;
/** The page of a task, and what may stand before the tid in the address of another one. */
const TASK_PAGE = new RegExp(String.raw`(?:/tasks/|[?&]task=)(${TID})(?![\p{L}\p{N}])`, 'u');

export const NO_TIDS: MeantTids = { named: [], closed: new Set() };

/** What the name of a branch names; of a pull request's own branch, it closes these. */
export function tidsOfBranch(branch: string, isOwn: boolean): MeantTids {
  const named = distinct(branch.match(TIDS) ?? []);
  return { named, closed: new Set(isOwn ? named : []) };
}

/** What a title, a body or a message names and closes; `ownHost` is that of the service, whose addresses count. */
export function tidsOfText(text: string, ownHost: string): MeantTids {
  // Most texts name nothing: they need no reading.
  if (!ANYWHERE.test(text)) return NO_TIDS;
  const plain = withoutAddresses(withoutCode(text), ownHost);
  const closed = [...plain.matchAll(CLOSING)]
    .filter(({ index }) => !isDenied(plain.slice(Math.max(0, index - SIGHT), index)))
    .flatMap(([, list = '']) => list.match(TIDS) ?? []);
  return { named: distinct(plain.match(TIDS) ?? []), closed: new Set(distinct(closed)) };
}

/** All that several texts name and close. What begins with `Revert "` closes nothing. */
export function together(parts: readonly MeantTids[], isRevert = false): MeantTids {
  const named = distinct(parts.flatMap((part) => part.named));
  return { named, closed: new Set(isRevert ? [] : parts.flatMap(({ closed }) => [...closed])) };
}

export function isRevert(title: string): boolean {
  return title.startsWith('Revert "');
}

function distinct(tids: readonly string[]): string[] {
  return [...new Set(tids.map((tid) => tid.toUpperCase()))].slice(0, MOST_TIDS);
}

function isDenied(before: string): boolean {
  const words = before.match(/[\p{L}\p{N}'’]+/gu) ?? [];
  return words.slice(-WORDS_BEFORE).some((word) => NOT.test(word));
}

/** Without blocks of code, quoted lines and spans of code. */
function withoutCode(text: string): string {
  const kept: string[] = [];
  let fence: string | undefined;
  let [isInList, wasBlank, isCode] = [false, true, false];
  for (const line of text.split(/\r\n?|\n/)) {
    const mark = FENCE.exec(line)?.[1];
    const isFenced: boolean = fence !== undefined;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    const isBlank = line.trim() === '';
    isCode = INDENTED.test(line) && !isInList && (wasBlank || isCode) && !isBlank;
    if (LIST_ITEM.test(line)) isInList = true;
    else if (!isBlank && !/^\s/.test(line)) isInList = false;
    const isLeftOut = isFenced || mark !== undefined || isCode || QUOTE.test(line);
    kept.push(isLeftOut ? GAP : line);
    wasBlank = isBlank;
  }
  return withoutSpans(kept.join('\n'));
}

/** A span of code ends with as many backticks as it begins with. */
function withoutSpans(text: string): string {
  const marks = [...text.matchAll(/`+/g)];
  const next = nextAlike(marks.map(([mark]) => mark.length));
  let [plain, end] = ['', 0];
  for (let first = 0; first < marks.length; first += 1) {
    const last = next[first];
    const [open, close] = [marks[first], marks[last ?? Number.NaN]];
    if (last === undefined || !open || !close) continue;
    plain += text.slice(end, open.index) + GAP;
    end = close.index + close[0].length;
    first = last;
  }
  return plain + text.slice(end);
}

/** For each length the place of the next one that is the same. */
function nextAlike(lengths: readonly number[]): (number | undefined)[] {
  const places = new Map<number, number>();
  const next: (number | undefined)[] = [];
  for (let place = lengths.length - 1; place >= 0; place -= 1) {
    const length = lengths[place] as number;
    next[place] = places.get(length);
    places.set(length, place);
  }
  return next;
}

/** Addresses of this service stand for the task whose page they are. */
function withoutAddresses(text: string, ownHost: string): string {
  return text.replace(ADDRESS, (address) => {
    const isOwn = URL.canParse(address) && new URL(address).host === ownHost;
    return isOwn ? (TASK_PAGE.exec(address)?.[1] ?? address) : GAP;
  });
}
