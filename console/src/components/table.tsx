import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';

interface TableProps<Row> {
  /** The accessible name. */
  name: string;
  columns: readonly { name: string; cell: (row: Row) => ReactNode; isRight?: boolean }[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** What stands in the place of rows where there is none. */
  none?: string;
}

/** Rows under headers; wider than the screen, it scrolls by itself. */
export function Table<Row>({ name, columns, rows, keyOf, none }: TableProps<Row>) {
  return (
    <div className="panel scroll-thin overflow-x-auto" tabIndex={0} role="group" aria-label={name}>
      <table aria-label={name} className="w-full text-sm">
        <thead className="text-left text-xs text-muted">
          <tr>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={cx('px-3 py-2 font-medium whitespace-nowrap', column.isRight && 'text-right')}
              >
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && none && (
            <tr className="border-t border-line text-muted">
              <td colSpan={columns.length} className="px-3 py-1.5">
                {none}
              </td>
            </tr>
          )}
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-t border-line hover:bg-hover">
              {columns.map((column) => (
                <td key={column.name} className={cx('px-3 py-1.5 whitespace-nowrap', column.isRight && 'text-right')}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
