import { splitNames } from '#common/csv/csv-format.js';
import type { FieldResponse } from '../../../sdk/src/sdk.js';
import type { CsvFile } from './csv-file.js';

/** The file with the columns that are called as a field of the company, by its name or `custom.<key>`, read as values of it. */
export function withOwnColumns(file: CsvFile, fields: readonly FieldResponse[]): CsvFile {
  const byName = new Map(
    fields.flatMap((field) => [
      [`custom.${field.key}`, field],
      [field.name.toLowerCase(), field],
    ]),
  );
  const fieldOf = (column: string) => byName.get(column.toLowerCase());
  const rows = file.rows.map(({ others = {}, ...row }) => {
    const values = Object.entries(others).flatMap(([column, text]): [string, unknown][] => {
      const field = fieldOf(column);
      return field ? [[field.key, valueOf(field, text)]] : [];
    });
    return values.length > 0 ? { ...row, fields: { ...row.fields, custom: Object.fromEntries<unknown>(values) } } : row;
  });
  return { ...file, rows, ignoredColumns: file.ignoredColumns.filter((column) => !fieldOf(column)) };
}

/** What does not fit is sent as it is: the service says what is wrong with it. */
function valueOf({ type }: FieldResponse, text: string): unknown {
  if (type === 'multi_select') return splitNames(text);
  if (type === 'number') return Number.isFinite(Number(text)) ? Number(text) : text;
  if (type === 'checkbox' && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return text;
}
