/** A text as PostgreSQL can store it: without NUL, without half characters. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** The first characters of a text. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return Array.from(text).slice(0, most).join('');
}
