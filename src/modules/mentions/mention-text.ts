import { ByName } from '#common/text/by-name.js';
import { MarkdownLabels } from '#common/text/markdown-labels.js';
import { NAMED } from '#common/text/named.js';
import { matchesAt, replaced, type Span } from '#common/text/spans.js';
import { codeSpansIn, linksIn } from './markdown-parts.js';

/** What a text names: a person or a team of the company. */
export interface Mention {
  readonly type: 'user' | 'team';
  readonly id: string;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** A line of a block that is code by its indentation: after a blank line, and outside lists, whose paragraphs are indented. */
const INDENTED = /^(?: {4}| {0,3}\t)/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/;
const TARGET = /\]\((user|team|colleague):([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)/iy;
const ADDRESS =
  /(?<![\p{L}\p{N}.%+@/-]|[\p{L}\p{N}]_)@([a-z0-9._%+'-]+@[a-z0-9-]+(?:\.[a-z0-9-]*[a-z0-9])+)(?![\p{L}\p{N}@]|_[\p{L}\p{N}])/iuy;

/** A part of a text: code, where nothing is a mention, or prose. */
interface Part {
  readonly text: string;
  readonly isCode: boolean;
}

/** Whether the text may name somebody; cheap, and never wrong about a text that does. */
export function mayMention(text: string): boolean {
  return text.includes('@') || /\]\((?:user|team):/i.test(text);
}

/** Whom the text names, each once, in the order in which they come. */
export function mentionsIn(text: string): Mention[] {
  const found = new Map<string, Mention>();
  for (const { text: prose, isCode } of partsOf(text)) {
    if (isCode) continue;
    for (const { type, id } of mentionLinksIn(prose)) {
      if (type !== 'colleague' && !found.has(id)) found.set(id, { type, id });
    }
  }
  return [...found.values()];
}

/** The e-mail addresses after an `@` that the text may name people by, in lower case. */
export function addressesIn(text: string): string[] {
  const found = new Set<string>();
  for (const part of partsOf(text)) {
    if (part.isCode) continue;
    for (const prose of proseOf(part.text)) {
      if (prose.isCode) continue;
      for (const { groups } of matchesAt(prose.text, '@', ADDRESS)) found.add((groups[1] ?? '').toLowerCase());
    }
  }
  return [...found];
}

/** The text with the addresses of these people in the form that is kept: `[@Mia Chen](user:<id>)`. */
export function withPeople(text: string, people: ReadonlyMap<string, { id: string; name: string }>): string {
  return replacedInProse(text, (prose) =>
    replaced(prose, matchesAt(prose, '@', ADDRESS), ({ groups: [given = '', address = ''] }) => {
      const person = people.get(address.toLowerCase());
      return person ? `[@${escaped(person.name)}](user:${person.id})` : given;
    }),
  );
}

/** The text with names in place of the links to those whom it names. */
export function withNames(text: string): string {
  return replaced(text, mentionLinksIn(text), ({ name }) => name.replace(/\\(.)/g, '$1'));
}

/** The text with the colleagues that it names by `@Name` or `@"Name With Spaces"` in the form that is kept; the longest name counts. */
export function withColleagues(text: string, colleagues: readonly { id: string; name: string }[]): string {
  const byName = new ByName(colleagues);
  return replacedInProse(text, (prose) => {
    let done = '';
    let from = 0;
    for (const { index, end, groups } of matchesAt(prose, '@', NAMED)) {
      if (index < from) continue;
      const [, quoted] = groups;
      const [colleague, another] = quoted === undefined ? byName.longestAt(prose, end) : byName.called(quoted.trim());
      if (!colleague || another) continue;
      done += `${prose.slice(from, index)}[@${escaped(colleague.name)}](colleague:${colleague.id})`;
      from = end + (quoted === undefined ? colleague.name.length : 0);
    }
    return done + prose.slice(from);
  });
}

/** The first of the colleagues that the text names, outside of code, and what stands before and behind. */
export function firstColleagueIn(
  text: string,
  ids: ReadonlySet<string>,
): { readonly id: string; readonly before: string; readonly rest: string } | undefined {
  const parts = partsOf(text);
  for (const [place, { text: prose, isCode }] of parts.entries()) {
    if (isCode) continue;
    for (const { type, id, index, end } of mentionLinksIn(prose)) {
      if (type !== 'colleague' || !ids.has(id)) continue;
      const [ahead, behind] = [parts.slice(0, place), parts.slice(place + 1)].map((some) =>
        some.map((part) => part.text),
      );
      return {
        id,
        before: [...(ahead ?? []), prose.slice(0, index)].join(''),
        rest: [prose.slice(end), ...(behind ?? [])].join(''),
      };
    }
  }
  return undefined;
}

/** The text with its prose replaced: what is neither code nor a link. */
export function replacedInProse(text: string, replace: (prose: string) => string): string {
  return partsOf(text)
    .flatMap((part) => (part.isCode ? [part] : proseOf(part.text)))
    .map((part) => (part.isCode ? part.text : replace(part.text)))
    .join('');
}

interface MentionLink extends Span {
  readonly type: Mention['type'] | 'colleague';
  readonly id: string;
  /** As it is written: with its backslashes. */
  readonly name: string;
}

/** `[name](user:id)`, wherever it stands. */
function* mentionLinksIn(text: string): Generator<MentionLink> {
  const labels = new MarkdownLabels(text);
  let index = text.indexOf('[');
  while (index >= 0) {
    const label = labels.endOf(index);
    TARGET.lastIndex = label ?? text.length;
    const target = TARGET.exec(text);
    const end = target ? TARGET.lastIndex : index + 1;
    if (target) {
      const [, type = '', id = ''] = target;
      const name = text.slice(index + 1, label);
      yield { index, end, name, type: type.toLowerCase() as MentionLink['type'], id: id.toLowerCase() };
    }
    index = text.indexOf('[', end);
  }
}

function escaped(name: string): string {
  return name.replace(/[\\[\]]/g, '\\$&');
}

/** Blocks and spans of code, and what is between them. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let prose = '';
  let code = '';
  let fence: string | undefined;
  let isAfterBlank = true;
  let isInList = false;
  const endProse = () => {
    if (prose !== '') parts.push(...splitAt(prose, codeSpansIn(prose)));
    prose = '';
  };
  for (const line of text.split(/(?<=\n)/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined && mark === undefined) {
      const isBlank = line.trim() === '';
      if (!isBlank && !/^[ \t]/.test(line) && isAfterBlank) isInList = false;
      if (LIST_ITEM.test(line)) isInList = true;
      const isIndented: boolean = isAfterBlank && !isBlank && !isInList && INDENTED.test(line);
      if (isIndented) {
        endProse();
        parts.push({ text: line, isCode: true });
      } else {
        prose += line;
      }
      isAfterBlank = isBlank || isIndented;
      continue;
    }
    isAfterBlank = false;
    endProse();
    code += line;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) {
      parts.push({ text: code, isCode: true });
      code = '';
      fence = undefined;
    }
  }
  endProse();
  if (code !== '') parts.push({ text: code, isCode: true });
  return parts;
}

/** Links are as code here: they hold no address to replace. */
function proseOf(text: string): Part[] {
  return splitAt(text, linksIn(text));
}

function splitAt(text: string, spans: Iterable<Span>): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { index, end } of spans) {
    if (index > from) parts.push({ text: text.slice(from, index), isCode: false });
    parts.push({ text: text.slice(index, end), isCode: true });
    from = end;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isCode: false });
  return parts;
}
