/** The embedded database cannot be used. The message is one line that says why and what to do. */
export class EmbeddedDatabaseError extends Error {}

/** What a program of PostgreSQL said, in one line, with the remedy where there is a known one. */
export function explain(output: string): string {
  const lines = output.split('\n').map((text) => text.trim());
  const line = lines.filter((text) => text !== '').join(' ');
  const isUnlinked = /shared librar|Library not loaded/.test(line);
  return isUnlinked ? `${line}: run "npm rebuild", the packages were installed without their scripts` : line;
}
