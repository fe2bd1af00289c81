import type { Person } from './records.js';

/** Somebody as a cell names them: by a name, an address, or both as `Name <mail>`. */
export function personIn(text: string): Person {
  const given = text.trim();
  const open = given.lastIndexOf('<');
  const inside = open < 0 || !given.endsWith('>') ? '' : given.slice(open + 1, -1).trim();
  if (isAddress(inside)) {
    const name = given.slice(0, open).replaceAll('"', '').trim();
    return { id: null, name: name || null, email: inside.toLowerCase() };
  }
  return isAddress(given)
    ? { id: null, name: null, email: given.toLowerCase() }
    : { id: null, name: given, email: null };
}

function isAddress(text: string): boolean {
  const at = text.indexOf('@');
  return at > 0 && at < text.length - 1 && !/\s/.test(text);
}
