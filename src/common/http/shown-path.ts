/** Longer than an id, such as the token in the address of a calendar. */
const SECRET = /(?:[\w-]|%[0-9a-f]{2}){40,}/gi;

/** The path of an address as people may read it later: without the query, and without what may be a secret. */
export function shownPath(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path.replace(SECRET, '…');
}
