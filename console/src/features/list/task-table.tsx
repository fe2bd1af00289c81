import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Picker } from '../../components/picker.tsx';
import { TaskLink } from '../../components/task-link.tsx';
import { useCardKeys } from '../../components/use-card-keys.ts';
import { useKeys } from '../../lib/keys.ts';
import type { Task } from '../../lib/model.ts';
import { changeTask } from '../../lib/tasks.ts';
import { list } from '../../lib/texts/list.ts';
import type { Column, World } from './columns.tsx';
import { TypedCell } from './typed-cell.tsx';
import type { Sort } from './use-pages.ts';

interface TaskTableProps {
  total: number;
  taskAt: (index: number) => Task | undefined;
  columns: readonly Column[];
  world: World;
  mayWrite: boolean;
  sort: Sort;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onSelectAll: () => void;
  onRange: (range: { from: number; to: number }) => void;
  onSort: (sort: Sort) => void;
}

const ROW_HEIGHT = 40;
/** While one scrolls, nothing is asked for: the pages that are skipped never are. */
const REST_MS = 250;

const toggled = (selected: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
};

/** All tasks as a table, of which only the rows in view are in the document. */
export function TaskTable(props: TaskTableProps) {
  const { total, taskAt, columns, mayWrite, selected, onSelect, onRange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const [from, to] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => {
    const timer = setTimeout(() => onRange({ from, to }), REST_MS);
    return () => clearTimeout(timer);
  }, [from, to, onRange]);
  useCardKeys(scroller);
  useKeys({
    x: () => {
      const id = document.activeElement?.closest<HTMLElement>('[data-task]')?.dataset['task'];
      if (id && mayWrite) onSelect(toggled(selected, id));
    },
  });
  const grid = { gridTemplateColumns: `2rem minmax(14rem, 1fr) ${columns.map(({ width }) => width).join(' ')}` };
  return (
    <div
      ref={scroller}
      className="scroll-thin mx-4 mb-4 min-h-0 grow overflow-auto rounded-lg border border-line bg-surface"
      tabIndex={-1}
    >
      <div role="table" aria-label={list.table} aria-rowcount={total + 1} className="min-w-max text-sm">
        <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-surface text-xs text-muted">
          <Head {...props} grid={grid} />
        </div>
        <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => (
            <div
              key={item.key}
              role="row"
              aria-rowindex={item.index + 2}
              data-task={taskAt(item.index)?.id}
              className="absolute inset-x-0 top-0 grid items-center border-b border-line px-2 hover:bg-hover"
              style={{ ...grid, height: ROW_HEIGHT, transform: `translateY(${item.start}px)` }}
            >
              <Row task={taskAt(item.index)} {...props} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function Head({ columns, mayWrite, sort, selected, onSelectAll, onSort, grid }: TaskTableProps & { grid: object }) {
  const names = [{ name: 'title' as const, sortBy: 'title' }, ...columns];
  return (
    <div role="row" aria-rowindex={1} className="grid min-h-9 items-center px-2" style={grid}>
      <span role="columnheader">
        {mayWrite && (
          <input
            type="checkbox"
            aria-label={list.selectAll}
            checked={selected.size > 0}
            onChange={onSelectAll}
            className="size-4 accent-accent"
          />
        )}
      </span>
      {names.map(({ name, sortBy }) => {
        const isSorted = sortBy !== undefined && sort.sortBy === sortBy;
        const isRising = sort.sortOrder === 'asc';
        return (
          <span key={name} role="columnheader" aria-sort={isSorted ? (isRising ? 'ascending' : 'descending') : 'none'}>
            {sortBy === undefined ? (
              list.names[name]
            ) : (
              <button
                type="button"
                className="hit inline-flex items-center gap-1 rounded-sm font-medium hover:text-ink"
                onClick={() => onSort({ sortBy, sortOrder: isSorted && isRising ? 'desc' : 'asc' })}
              >
                {list.names[name]}
                {isSorted && (isRising ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />)}
              </button>
            )}
          </span>
        );
      })}
    </div>
  );
}

function Row({ task, columns, world, mayWrite, selected, onSelect }: TaskTableProps & { task: Task | undefined }) {
  if (!task) return <span role="cell" className="col-span-full my-2 h-4 rounded-sm bg-hover" />;
  return (
    <>
      <span role="cell">
        {mayWrite && (
          <input
            type="checkbox"
            aria-label={list.select(task.tid)}
            checked={selected.has(task.id)}
            onChange={() => onSelect(toggled(selected, task.id))}
            className="size-4 accent-accent"
          />
        )}
      </span>
      <span role="cell" className="min-w-0">
        <TaskLink tid={task.tid} className="control flex min-w-0 items-center gap-2">
          <span className="shrink-0 text-xs text-muted">{task.tid}</span>
          <span className="truncate">{task.title}</span>
        </TaskLink>
      </span>
      {columns.map((column) => (
        <span key={column.name} role="cell" className="min-w-0">
          <Cell task={task} column={column} world={world} mayWrite={mayWrite} />
        </span>
      ))}
    </>
  );
}

function Cell({ task, column, world, mayWrite }: { task: Task; column: Column; world: World; mayWrite: boolean }) {
  const { name, text, show, edit, input } = column;
  const shown = (
    <>
      {show && <span aria-hidden>{show(task)}</span>}
      <span className="truncate">{text(task)}</span>
    </>
  );
  if (input && mayWrite) return <TypedCell task={task} column={column} input={input} />;
  if (!edit || !mayWrite) return <span className="flex items-center gap-1.5">{shown}</span>;
  const { options, selected, change } = edit(world);
  return (
    <Picker
      label={list.cell(text(task), list.names[name], task.tid)}
      options={options}
      selected={[selected(task)]}
      onChange={([value = '']) => void changeTask(task, ...change(value))}
      className="hit flex max-w-full items-center gap-1.5 rounded-md px-1 text-left hover:bg-raised"
    >
      {shown}
    </Picker>
  );
}
