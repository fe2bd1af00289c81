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

/** The path of a project's list of what a filter finds. */
export function listPath(key: string, filter: string): string {
  const query = encodeURIComponent(filter).replaceAll('(', '%28').replaceAll(')', '%29').replaceAll("'", '%27');
  return `/projects/${key}/list?filter=${query}`;
}
