import { Ahead, type Span } from '#common/text/spans.js';

/** What stands between two equal tags, `{code:java}…{code}`, or in one tag. */
export interface Tagged extends Span {
  /** After the colon of the first tag. */
  readonly options: string | undefined;
  readonly inner: string;
}

/** Text between tags of these names; what is in it is not looked at. */
export function* taggedIn(text: string, names: readonly string[], mayHaveOptions: boolean): Generator<Tagged> {
  const braces = new Ahead(text, '}');
  const endTags = new Map(names.map((name) => [name, new Ahead(text, `{${name}}`)]));
  let index = text.indexOf('{');
  while (index >= 0) {
    const name = names.find((candidate) => text.startsWith(candidate, index + 1));
    const tag = name === undefined ? undefined : openTagAt(text, index, index + 1 + name.length, braces);
    let end = index + 1;
    if (name !== undefined && tag && (mayHaveOptions || tag.options === undefined)) {
      const closing = endTags.get(name)?.from(tag.end) ?? Infinity;
      if (closing !== Infinity) {
        end = closing + name.length + 2;
        yield { index, end, options: tag.options, inner: text.slice(tag.end, closing) };
      }
    }
    index = text.indexOf('{', end);
  }
}

function openTagAt(text: string, index: number, afterName: number, braces: Ahead): Omit<Tagged, 'inner'> | undefined {
  if (text[afterName] === '}') return { index, end: afterName + 1, options: undefined };
  const brace = text[afterName] === ':' ? braces.from(afterName + 1) : Infinity;
  return brace === Infinity ? undefined : { index, end: brace + 1, options: text.slice(afterName + 1, brace) };
}

/** `{{code}}`, in one line. */
export function* monospacedIn(text: string): Generator<Span & { code: string }> {
  const ends = new Ahead(text, '}}');
  const lineEnds = new Ahead(text, '\n');
  let index = text.indexOf('{{');
  while (index >= 0) {
    const closing = ends.from(index + 3);
    const isInLine = closing !== Infinity && lineEnds.from(index + 2) > closing;
    if (isInLine) yield { index, end: closing + 2, code: text.slice(index + 2, closing) };
    index = text.indexOf('{{', isInLine ? closing + 2 : index + 1);
  }
}

/** `{color:red}`, `{color}` and `{anchor:name}`: they mean nothing here. */
export function* idleTagsIn(text: string): Generator<Span> {
  const braces = new Ahead(text, '}');
  let index = text.indexOf('{');
  while (index >= 0) {
    const isAnchor = text.startsWith('anchor:', index + 1);
    const tag =
      text.startsWith('color', index + 1) || isAnchor
        ? openTagAt(text, index, index + (isAnchor ? 7 : 6), braces)
        : undefined;
    if (tag) yield tag;
    index = text.indexOf('{', tag?.end ?? index + 1);
  }
}

const PERSON = 'accountid:';

/** `[~tom]` and `[~accountid:5b10]`, in a line. */
export function* peopleIn(line: string): Generator<Span & { id: string }> {
  const brackets = new Ahead(line, ']');
  let index = line.indexOf('[~');
  while (index >= 0) {
    const closing = brackets.from(index + 2);
    const id = line.slice(index + 2, closing);
    const isPerson = closing !== Infinity && id !== '';
    const end = isPerson ? closing + 1 : index + 1;
    if (isPerson) yield { index, end, id: id.startsWith(PERSON) && id !== PERSON ? id.slice(PERSON.length) : id };
    index = line.indexOf('[~', end);
  }
}

const FILE_NAME = /[^!|\n]+/y;
const EXTENSION = /\.[a-z\d]{1,5}$/i;

/** `!file.png!` and `!file.png|width=300!`, in a line. A name with spaces is one with settings, or that of a file of the issue. */
export function* imagesIn(line: string, isFile: (name: string) => boolean): Generator<Span & { file: string }> {
  const marks = new Ahead(line, '!');
  let index = line.indexOf('!');
  while (index >= 0) {
    FILE_NAME.lastIndex = index + 1;
    const file = FILE_NAME.exec(line)?.[0] ?? '';
    const afterName = index + 1 + file.length;
    const end = endOfImage(line, afterName, marks);
    const isImage = end !== undefined && mayBeFile(file, (name) => line[afterName] === '|' || isFile(name));
    if (isImage) yield { index, end, file };
    index = line.indexOf('!', isImage ? end : index + 1);
  }
}

function endOfImage(line: string, afterName: number, marks: Ahead): number | undefined {
  const closing = line[afterName] === '!' ? afterName : line[afterName] === '|' ? marks.from(afterName + 1) : Infinity;
  return closing === Infinity ? undefined : closing + 1;
}

function mayBeFile(name: string, mayHaveSpaces: (name: string) => boolean): boolean {
  if (/\s/.test(name)) return name.trim() === name && EXTENSION.test(name) && mayHaveSpaces(name);
  const dot = name.indexOf('.', 1);
  return dot > 0 && dot < name.length - 1;
}

const OPENING = /[\\[!]/g;

/** What keeps the bars of a row that do not part its cells: `\|`, links, and images with settings. */
export function* wholesIn(row: string): Generator<Span> {
  const brackets = new Ahead(row, ']');
  const marks = new Ahead(row, '!');
  let from = 0;
  for (const { 0: sign, index } of row.matchAll(OPENING)) {
    if (index < from) continue;
    let end: number;
    if (sign === '\\') end = row[index + 1] === '|' ? index + 2 : Infinity;
    else if (sign === '[') end = brackets.from(index + 1) + 1;
    else end = endOfPicture(row, index, marks);
    if (end === Infinity) continue;
    yield { index, end };
    from = end;
  }
}

function endOfPicture(row: string, index: number, marks: Ahead): number {
  FILE_NAME.lastIndex = index + 1;
  const name = FILE_NAME.exec(row)?.[0] ?? '';
  const isName = !/\s/.test(name) || mayBeFile(name, () => true);
  const bar = index + 1 + name.length;
  return name !== '' && isName && row[bar] === '|' ? marks.from(bar + 1) + 1 : Infinity;
}

const PART = /[^\]|\n]+/y;

function partAt(line: string, index: number): string {
  PART.lastIndex = index;
  return PART.exec(line)?.[0] ?? '';
}

/** `[label|address]` and `[label|address|tip]`, in a line. */
export function* namedLinksIn(line: string): Generator<Span & { label: string; to: string }> {
  const brackets = new Ahead(line, ']');
  let index = line.indexOf('[');
  while (index >= 0) {
    const label = partAt(line, index + 1);
    const bar = index + 1 + label.length;
    const to = label !== '' && line[bar] === '|' ? partAt(line, bar + 1) : '';
    const afterTo = bar + 1 + to.length;
    const closing = line[afterTo] === '|' ? brackets.from(afterTo + 1) : line[afterTo] === ']' ? afterTo : Infinity;
    const isLink = to !== '' && closing !== Infinity;
    if (isLink) yield { index, end: closing + 1, label, to };
    // All that begin before the same bar are none either.
    index = line.indexOf('[', isLink ? closing + 1 : Math.max(index + 1, bar));
  }
}

const SCHEME = /(?:https?|mailto|ftp):/y;

/** `[https://…]`, in a line. */
export function* bareLinksIn(line: string): Generator<Span & { to: string }> {
  let index = line.indexOf('[');
  while (index >= 0) {
    SCHEME.lastIndex = index + 1;
    const isAddress = SCHEME.test(line);
    const to = isAddress ? partAt(line, index + 1) : '';
    const closing = index + 1 + to.length;
    const isLink = isAddress && closing > SCHEME.lastIndex && line[closing] === ']';
    if (isLink) yield { index, end: closing + 1, to };
    index = line.indexOf('[', isLink ? closing + 1 : Math.max(index + 1, closing));
  }
}
