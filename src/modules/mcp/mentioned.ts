import { ByName } from '#common/text/by-name.js';
import { NAMED } from '#common/text/named.js';
import { matchesAt } from '#common/text/spans.js';
import { replacedInProse } from '#modules/mentions/mentions.service.js';
import type { Names, User } from './names.js';
import { ToolError } from './tool-error.js';

const MOST_SHOWN = 10;

/**
 * A text with the people that it names by `@Name` or `@"Name With Spaces"` as mentions: those who are active
 * and reach the project. The longest name that fits counts; what is nobody's name stays text.
 *
 * @throws ToolError that lists those who share a name
 */
export async function withNamedPeople(names: Names, projectId: string, text: string): Promise<string> {
  if (matchesAt(text, '@', NAMED).next().done) return text;
  const people = new ByName(await names.readersOf(projectId));
  return replacedInProse(text, (prose) => withPeopleOf(prose, people));
}

function withPeopleOf(prose: string, people: ByName<User>): string {
  let done = '';
  let from = 0;
  for (const { index, end, groups } of matchesAt(prose, '@', NAMED)) {
    if (index < from) continue;
    const [, quoted] = groups;
    const matches = quoted === undefined ? people.longestAt(prose, end) : people.called(quoted.trim());
    const [match] = matches;
    if (!match) continue;
    if (matches.length > 1) throw severalMatches(match.name, matches);
    done += `${prose.slice(from, index)}[@${match.name.replace(/[\\[\]]/g, '\\$&')}](user:${match.id})`;
    from = end + (quoted === undefined ? match.name.length : 0);
  }
  return done + prose.slice(from);
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
