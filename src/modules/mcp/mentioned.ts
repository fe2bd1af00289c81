import { replacedInProse } from '../mentions/mentions.service.js';
import type { Names, User } from './names.js';
import { ToolError } from './tool-error.js';

const MOST_SHOWN = 10;
/** `@"Mia Chen"`, or an `@` that begins a word. */
const NAMED = /(?<![\p{L}\p{N}._%+@/-])@(?:"([^"\n]{1,100})"|(?=\p{L}))/gu;

/**
 * A text with the people that it names by `@Name` or `@"Name With Spaces"` as mentions (inbox 1.4): those who are active
 * and reach the project. The longest name that fits counts; what is nobody's name stays text.
 *
 * @throws ToolError that lists those who share a name
 */
export async function withNamedPeople(names: Names, projectId: string, text: string): Promise<string> {
  if (text.search(NAMED) < 0) return text;
  const people = await names.readersOf(projectId);
  return replacedInProse(text, (prose) => {
    let done = '';
    let from = 0;
    for (const { 0: found, 1: quoted, index } of prose.matchAll(NAMED)) {
      if (index < from) continue;
      const start = index + found.length;
      const matches = quoted === undefined ? longestAt(people, prose.slice(start)) : called(people, quoted);
      const [match] = matches;
      if (!match) continue;
      if (matches.length > 1) throw severalMatches(match.name, matches);
      done += `${prose.slice(from, index)}[@${match.name.replace(/[\\[\]]/g, '\\$&')}](user:${match.id})`;
      from = start + (quoted === undefined ? match.name.length : 0);
    }
    return done + prose.slice(from);
  });
}

function called(people: readonly User[], name: string): User[] {
  const wanted = name.trim().toLowerCase();
  return people.filter((user) => user.name.toLowerCase() === wanted);
}

/** Those with the longest name that the text begins with, as whole words. */
function longestAt(people: readonly User[], text: string): User[] {
  const fits = people.filter(({ name }) => {
    const begins = text.slice(0, name.length).toLowerCase() === name.toLowerCase();
    return begins && !/^[\p{L}\p{N}_@]/u.test(text.slice(name.length));
  });
  const longest = Math.max(0, ...fits.map(({ name }) => name.length));
  return fits.filter(({ name }) => name.length === longest);
}

function severalMatches(name: string, matches: readonly User[]): ToolError {
  const shown = matches
    .slice(0, MOST_SHOWN)
    .map((user) => `${JSON.stringify(user.name)} (${user.email}), id ${user.id}`);
  return new ToolError(
    `"@${name}" can be more than one person: ${shown.join('; ')}. Name one as [@${name}](user:<id>).`,
    true,
  );
}
