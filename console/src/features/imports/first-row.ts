/** Characters of a file among which its first rows are looked for. */
const SAMPLE = 65_536;

const SIGNS = [',', ';', '\t'] as const;

/** The cells of the first rows of a sheet, as the service reads them; none of a file that is no text. */
export async function firstRowsOf(file: Blob, most: number): Promise<string[][]> {
  const text = (await file.slice(0, SAMPLE).text()).replace(/^\uFEFF/, '').trimStart();
  if (text.includes('\0')) return [];
  const lines = linesOf(text, most);
  const [head = ''] = lines;
  const [sign = ','] = SIGNS.toSorted((one, other) => cellsOf(head, other).length - cellsOf(head, one).length);
  return lines.map((line) => cellsOf(line, sign));
}

/** The names in the first row of a sheet. */
export const namesIn = ([head = []]: readonly string[][]): string[] => [...new Set(head.filter((name) => name !== ''))];

/** A quoted cell may go on over the end of a line. */
function linesOf(text: string, most: number): string[] {
  const lines = text.match(/(?:"[^"]*"|[^"\r\n])+/g) ?? [];
  return lines.slice(0, most);
}

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
