/** Rows in columns; the last one is as wide as it likes. */
export function table(rows: string[][]): string {
  const cleaned = rows.map((row) => row.map(oneLine));
  const widths = (cleaned[0] ?? []).map((_, column) => Math.max(...cleaned.map((row) => row[column]?.length ?? 0)));
  return cleaned
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A name that users chose, without characters that could control a terminal. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}
