/** What a text names: a person or a team of the company (inbox 1.1). */
export interface Mention {
  readonly type: 'user' | 'team';
  readonly id: string;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** A line of a block that is code by its indentation: after a blank line, and outside lists, whose paragraphs are indented. */
const INDENTED = /^(?: {4}| {0,3}\t)/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/;
/** An inline span of one paragraph: as many backticks at its end as at its beginning. */
const CODE_SPAN = /(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[^])*?[^`]\1(?!`)/g;
const MENTION =
  /\[((?:\\.|[^\]\\])*)\]\((user|team):([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)/gi;
/** What an `@` in the middle of is no mention: links of Markdown, addresses in angle brackets and bare ones. */
const LINK = /!?\[(?:\\.|[^\]\\])*\](?:\([^)]*\)|\[[^\]]*\])|<[^<>\s]+>|\b[a-z][a-z0-9+.-]*:\/\/\S+|\bmailto:\S+/gi;
const ADDRESS =
  /(?<![\p{L}\p{N}.%+@/-]|[\p{L}\p{N}]_)@([a-z0-9._%+'-]+@[a-z0-9-]+(?:\.[a-z0-9-]*[a-z0-9])+)(?![\p{L}\p{N}@]|_[\p{L}\p{N}])/giu;

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
    for (const [, , type = '', given = ''] of prose.matchAll(MENTION)) {
      const id = given.toLowerCase();
      if (!found.has(id)) found.set(id, { type: type.toLowerCase() as Mention['type'], id });
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
      for (const [, address = ''] of prose.text.matchAll(ADDRESS)) if (!prose.isCode) found.add(address.toLowerCase());
    }
  }
  return [...found];
}

/** The text with the addresses of these people in the form that is kept: `[@Mia Chen](user:<id>)`. */
export function withPeople(text: string, people: ReadonlyMap<string, { id: string; name: string }>): string {
  return replacedInProse(text, (prose) =>
    prose.replace(ADDRESS, (given, address: string) => {
      const person = people.get(address.toLowerCase());
      return person ? `[@${escaped(person.name)}](user:${person.id})` : given;
    }),
  );
}

/** The text with names in place of the links to those whom it names. */
export function withNames(text: string): string {
  return text.replace(MENTION, (_link, name: string) => name.replace(/\\(.)/g, '$1'));
}

/** The text with its prose replaced: what is neither code nor a link. */
export function replacedInProse(text: string, replace: (prose: string) => string): string {
  return partsOf(text)
    .flatMap((part) => (part.isCode ? [part] : proseOf(part.text)))
    .map((part) => (part.isCode ? part.text : replace(part.text)))
    .join('');
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
    if (prose !== '') parts.push(...splitAt(prose, CODE_SPAN));
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
  return splitAt(text, LINK);
}

function splitAt(text: string, pattern: RegExp): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isCode: false });
    parts.push({ text: match[0], isCode: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isCode: false });
  return parts;
}
