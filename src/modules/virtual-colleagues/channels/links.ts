import type { TaskLists } from '../rules/finding-statement.js';
import type { Piece } from '../rules/sentence.js';

/** A piece of a line: text of people, or a link of ours. */
export type LinkedPiece = string | { readonly text: string; readonly url: string };

/** The line with its links; without an address where people reach the service there are none. */
export function linked(line: readonly Piece[], linkUrl: string | null): LinkedPiece[] {
  return line.map((piece) => {
    if (typeof piece === 'string') return piece;
    const text = 'tid' in piece ? piece.tid : piece.text;
    return linkUrl === null ? text : { text, url: linkUrl + ('tid' in piece ? `/tasks/${piece.tid}` : piece.path) };
  });
}

/** What follows a line that asks somebody about a task. */
export function answerPiece(tid: string): Piece[] {
  return [' ', { text: 'Answer', path: `/tasks/${tid}?answer` }];
}

/** Projects whose lists a line links to. */
const MOST_PROJECTS = 3;

/** What follows a line about tasks that lists of projects show. */
export function listPieces({ keys, filter }: TaskLists): Piece[] {
  const links = keys
    .slice(0, MOST_PROJECTS)
    .flatMap((key, index): Piece[] => [index === 0 ? '' : ', ', { text: key, path: listPath(key, filter) }]);
  return [' (all: ', ...links, ')'];
}

/** The path of a project's list of what a filter finds. */
function listPath(key: string, filter: string): string {
  const query = encodeURIComponent(filter).replaceAll('(', '%28').replaceAll(')', '%29').replaceAll("'", '%27');
  return `/projects/${key}/list?filter=${query}`;
}
