/** Longer than an id, such as the token in the address of a calendar. */
const SECRET = /[\w-]{40,}/g;

/** The path of an address as people may read it later: without the query, and without what may be a secret. */
export function shownPath(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path.replace(SECRET, '…');
}
