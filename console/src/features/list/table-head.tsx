import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Sort } from '../../components/shown-tasks.ts';
import { countOf, selection, useSelection } from '../../lib/selection.ts';
import { list } from '../../lib/texts/list.texts.ts';
import { ColumnEdge, type ColumnWidths } from './column-widths.tsx';
import type { Column } from './columns.tsx';

interface HeadProps {
  columns: readonly Column[];
  mayWrite: boolean;
  sort: Sort;
  total: number;
  onSort: (sort: Sort) => void;
  grid: object;
  /** Undefined: the columns have no edges to drag. */
  widths: ColumnWidths | undefined;
}

/** The names of the columns; each with an order sorts by itself. */
export function TableHead({ columns, mayWrite, sort, total, onSort, grid, widths }: HeadProps) {
  const names = [{ name: 'title' as const, label: list.names.title, sortBy: 'title' as const }, ...columns];
  return (
    <div role="row" aria-rowindex={1} className="grid min-h-9 items-center px-2" style={grid}>
      <span role="columnheader">{mayWrite && <SelectAll total={total} />}</span>
      {names.map(({ name, label, sortBy }) => {
        const isSorted = sortBy !== undefined && sort.sortBy === sortBy;
        const isRising = sort.sortOrder === 'asc';
        return (
          <span
            key={name}
            role="columnheader"
            className={name === 'title' ? undefined : 'relative px-1'}
            aria-sort={isSorted ? (isRising ? 'ascending' : 'descending') : 'none'}
          >
            {sortBy === undefined ? (
              label
            ) : (
              <button
                type="button"
                className="hit inline-flex items-center gap-1 rounded-sm font-medium hover:text-ink"
                onClick={() => onSort({ sortBy, sortOrder: isSorted && isRising ? 'desc' : 'asc' })}
              >
                {label}
                {isSorted && (isRising ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />)}
              </button>
            )}
            {name !== 'title' && widths && <ColumnEdge name={name} widths={widths} />}
          </span>
        );
      })}
      <span role="columnheader">
        <span className="sr-only">{list.actions}</span>
      </span>
    </div>
  );
}

/** Selects all that the list finds, not only what has been read. */
function SelectAll({ total }: { total: number }) {
  const number = countOf(useSelection(), total);
  return (
    <label className="hit flex items-center justify-center">
      <input
        type="checkbox"
        aria-label={list.selectAll}
        checked={number > 0 && number === total}
        ref={(box) => {
          if (box) box.indeterminate = number > 0 && number < total;
        }}
        onChange={number === total ? selection.clear : selection.selectAll}
        className="size-4 accent-accent"
      />
    </label>
  );
}
