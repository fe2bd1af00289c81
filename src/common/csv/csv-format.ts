/** How CSV files are read, whoever reads them (moving 2.1, 2.7). */
export const CSV_FORMAT = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  record_delimiter: ['\r\n', '\n', '\r'],
};

/** The sign that the service's own CSV puts before a cell that could be a formula (extensions 4.5). */
export const OWN_GUARD = /^'(?=[=+\-@'\t\r])/;

/** Names in one cell of the service's own CSV, joined by `;`. One that could be taken for several stands in quotes (extensions 4.5). */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => (/^"|;/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(';');
}

/** The names that `joinNames` has joined; empty ones are left out. */
export function splitNames(text: string): string[] {
  return [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=;|$)|([^;]*))(?:;|$)/g)]
    .map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim())
    .filter((name) => name !== '');
}
