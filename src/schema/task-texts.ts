import { folded, soughtIn, unaccented } from '#common/text/folded.js';
import { searchTerms } from '#common/validation/search.js';
import type { Conditions } from '#core/database/lists/conditions.js';
import { allTidsOf } from './former-tids.js';

/**
 * What `task_texts` keeps for the search of a task, as a row `searched` with `text` and `accented`; each argument is SQL. The
 * inner rows are not written into the outer ones, where their texts would be folded again.
 */
export function searchedTexts({ tid, title, description }: Record<'tid' | 'title' | 'description', string>): string {
  return `LATERAL (SELECT u.text, nullif(u.accented, u.text) AS accented
    FROM (SELECT unaccented(w.text) AS text, w.text AS accented
      FROM (SELECT folded(${tid} || E'\\n' || ${title} || E'\\n' || coalesce(${description}, '')) AS text OFFSET 0) w
      OFFSET 0) u) searched`;
}

/** What is searched of the tasks `$2`, as it is now. */
export const REWRITE_TEXTS = `UPDATE task_texts x SET project_id = t.project_id, text = searched.text, accented = searched.accented
    FROM tasks t, ${searchedTexts({ tid: allTidsOf('t'), title: 't.title', description: 't.description' })}
    WHERE x.company_id = $1 AND x.id = ANY ($2::uuid[]) AND t.company_id = $1 AND t.id = x.id`;

/** The title of a row of `task_texts`, as it is compared. */
export function searchedTitle(row: string): string {
  return `split_part(${row}.text, E'\\n', 2)`;
}

/** Whether a column contains a text, as a search compares them. */
export function containsText(column: string, conditions: Conditions, text: string): string {
  const sought = soughtIn(text);
  return `strpos(${sought.form}(${column}), ${conditions.parameter(sought.text)}) > 0`;
}

/** The same of a column that is part of what is searched of the task `t`: the index finds the few that may have it. */
export function containsSearchedText(column: string, conditions: Conditions, text: string): string {
  return isAmongSearched(text, conditions, containsText(column, conditions, text));
}

/** Whether the title of the task `t` is a text, to people. */
export function isTitled(conditions: Conditions, title: string): string {
  return isAmongSearched(title, conditions, `folded(t.title) = ${conditions.parameter(folded(title))}`);
}

function isAmongSearched(text: string, conditions: Conditions, condition: string): string {
  return `EXISTS (SELECT 1 FROM task_texts tt WHERE tt.company_id = $1 AND tt.id = t.id
    AND tt.text LIKE ${conditions.parameter(containing(unaccented(text)))} AND ${condition})`;
}

/** How many terms of a search are looked up in the index: with three long ones, it finds little that does not match. */
const MOST_LOOKED_UP = 3;

/** The condition that the row `t` contains every term of a search, as one of these. */
export interface ContainedTerms {
  /** The index finds those that match. */
  readonly indexed: string;
  /** Row after row is looked at: of a few tasks, many of which may match. */
  readonly lookedUp: string;
  /** Of a row `t` of `task_texts` itself. */
  readonly own: string;
}

/** Undefined without a term. */
export function containsTerms(conditions: Conditions, search: string | undefined): ContainedTerms | undefined {
  const terms = termsOf(search).sort((one, other) => other.length - one.length);
  if (terms.length === 0) return undefined;
  const patterns = terms.map((term) => conditions.parameter(containing(unaccented(term))));
  const accented = terms
    .map((term) => soughtIn(term))
    .filter(({ form }) => form === 'folded')
    .map(({ text }) => conditions.parameter(containing(text)));
  const others = patterns.slice(MOST_LOOKED_UP);
  const containedIn = (row: string) =>
    [
      ...patterns.slice(0, MOST_LOOKED_UP).map((pattern) => `${row}.text LIKE ${pattern}`),
      ...(others.length > 0 ? [`${row}.text LIKE ALL (ARRAY[${others.join(', ')}])`] : []),
      ...accented.map((pattern) => `${row}.accented LIKE ${pattern}`),
    ].join(' AND ');
  const matching = `FROM task_texts tt WHERE tt.company_id = $1 AND tt.id = t.id AND ${containedIn('tt')}`;
  return {
    indexed: `EXISTS (SELECT 1 ${matching})`,
    lookedUp: `coalesce((SELECT true ${matching} LIMIT 1), false)`,
    own: containedIn('t'),
  };
}

/** The terms of a search, without those that others contain: where the longer one is, so is the shorter. */
export function termsOf(search = ''): string[] {
  const terms = [...searchTerms(search)];
  const isContained = (term: string) => terms.some(([other]) => other !== term && other.includes(term));
  return terms.filter(([term]) => !isContained(term)).map(([, given]) => given);
}

/** The LIKE pattern of texts that contain `term`, whose own `%`, `_` and `\` are ordinary characters. */
function containing(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}
