import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';

interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  isRight?: boolean;
  /** It has sentences, which may take several lines. */
  isProse?: boolean;
  /** It has the buttons of its row: it stays in view while the others scroll. */
  isKept?: boolean;
}

const styleOf = ({ isRight, isProse, isKept }: Pick<Column<never>, 'isRight' | 'isProse' | 'isKept'>): string =>
  cx(
    'px-3',
    isProse ? 'min-w-32 sm:min-w-56' : 'whitespace-nowrap',
    isRight && 'text-right',
    isKept && 'sticky right-0 bg-inherit',
  );

interface TableProps<Row> {
  /** The accessible name. */
  name: string;
  columns: readonly Column<Row>[];
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
          <tr className="bg-surface">
            {columns.map((column) => (
              <th key={column.name} scope="col" className={cx('py-2 font-medium', styleOf(column))}>
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
            <tr key={keyOf(row)} className="border-t border-line bg-surface hover:bg-hover">
              {columns.map((column) => (
                <td key={column.name} className={cx('py-1.5', styleOf(column))}>
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
