/** Characters of a file among which its first row is looked for. */
const SAMPLE = 65_536;

/** The names in the first row of a sheet, as the service reads them; none of a file that is no text. */
export async function firstRowOf(file: Blob): Promise<string[]> {
  const text = (await file.slice(0, SAMPLE).text()).replace(/^\uFEFF/, '').trimStart();
  if (text.includes('\0')) return [];
  const cuts = { ',': [] as string[], ';': [] as string[], '\t': [] as string[] };
  const signs = Object.keys(cuts) as (keyof typeof cuts)[];
  const line = firstLineOf(text);
  for (const sign of signs) cuts[sign] = cellsOf(line, sign);
  const [most = ','] = signs.toSorted((one, other) => cuts[other].length - cuts[one].length);
  return [...new Set(cuts[most].filter((name) => name !== ''))];
}

/** A quoted cell may go on over the end of a line. */
const firstLineOf = (text: string): string => /^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0] ?? '';

function cellsOf(line: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    if (sign === separator && !isQuoted) cells.push('');
    else cells[cells.length - 1] += sign;
  }
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"')
      .trim(),
  );
}
