/** Somebody who is erased, and what they are called now. */
export interface ErasedName {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly nameless: string;
}

/**
 * What a text may hold: `typed` by people, where the names in mentions alone are the service's; `made` by the service, where
 * every name is.
 */
export type Hand = 'typed' | 'made';

/** Characters of a name in a mention: each may have a backslash. */
const LONGEST_MENTION = 1_100;
/** What a name may stand beside, to be one. */
const IN_WORD = /[\p{L}\p{N}]/u;

/** What erased users are called. */
export function namelessOf(id: string): string {
  return `Deleted user ${id.slice(-4)}`;
}

/** The text without the person's name. */
export function textWithout(text: string, person: ErasedName, hand: Hand): string {
  const mentioned = withoutMentions(text, person);
  if (hand === 'typed') return mentioned;
  return withoutWord(withoutWord(mentioned, person.email, person.nameless, true), person.name, person.nameless, false);
}

/** As `textWithout`, of each text of a JSON value; an object about the person loses name and e-mail. */
export function jsonWithout(value: unknown, person: ErasedName, hand: Hand): unknown {
  if (typeof value === 'string') return textWithout(value, person, hand);
  if (Array.isArray(value)) return value.map((item) => jsonWithout(item, person, hand));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => [
    hand === 'made' ? textWithout(key, person, hand) : key,
    jsonWithout(item, person, hand),
  ]);
  const cleaned: Record<string, unknown> = Object.fromEntries(entries);
  if (isAbout(value as Record<string, unknown>, person)) {
    if (typeof cleaned['name'] === 'string') cleaned['name'] = person.nameless;
    if (typeof cleaned['email'] === 'string') cleaned['email'] = null;
  }
  // What the service says beside somebody says the name that they had then.
  let rest: unknown = cleaned;
  if (hand === 'made') {
    for (const name of earlierNames(value, person)) rest = jsonWithout(rest, Object.assign({}, person, { name }), hand);
  }
  return rest;
}

/** Names of earlier days that objects about the person have, of those in this one. */
function earlierNames(value: object, person: ErasedName): string[] {
  return Object.values(value).flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null || !isAbout(item as Record<string, unknown>, person)) return [];
    const { name } = item as Record<string, unknown>;
    return typeof name === 'string' && name !== person.name && name !== person.nameless ? [name] : [];
  });
}

function isAbout({ id, email }: Record<string, unknown>, person: ErasedName): boolean {
  return id === person.id || (typeof email === 'string' && lowerCase(email) === lowerCase(person.email));
}

/** `[@Ana](user:<id>)` keeps its link, under whatever name it was written. */
function withoutMentions(text: string, { id, nameless }: ErasedName): string {
  const link = `](user:${id})`;
  const lowered = lowerCase(text);
  let result = '';
  let from = 0;
  for (let at = lowered.indexOf(link); at >= 0; at = lowered.indexOf(link, at + link.length)) {
    const begin = text.slice(Math.max(from, at - LONGEST_MENTION), at).lastIndexOf('[@');
    if (begin < 0) continue;
    result += `${text.slice(from, Math.max(from, at - LONGEST_MENTION) + begin)}[@${nameless}`;
    from = at;
  }
  return result + text.slice(from);
}

/** The text with `word` replaced where it stands alone. */
function withoutWord(text: string, word: string, replacement: string, anyCase: boolean): string {
  const wanted = anyCase ? lowerCase(word) : word;
  const searched = anyCase ? lowerCase(text) : text;
  if (wanted === '') return text;
  let result = '';
  let from = 0;
  for (let at = searched.indexOf(wanted); at >= 0; at = searched.indexOf(wanted, at + wanted.length)) {
    const end = at + wanted.length;
    if (isInWord(text, at, end)) continue;
    result += text.slice(from, at) + replacement;
    from = end;
  }
  return result + text.slice(from);
}

/** With as many characters as the text has, so that places are the same: `İ` would become two. */
function lowerCase(text: string): string {
  const lowered = text.toLowerCase();
  return lowered.length === text.length ? lowered : text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function isInWord(text: string, begin: number, end: number): boolean {
  return IN_WORD.test(text.charAt(begin - 1)) || IN_WORD.test(text.charAt(end));
}
