import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type EditedField, type TaskEditor, useTaskEditors } from '../../components/task-editors.tsx';
import { TaskKeys } from '../../components/task-keys.tsx';
import { TaskLink } from '../../components/task-link.tsx';
import { TaskMenu } from '../../components/task-menu.tsx';
import type { Task } from '../../lib/model.ts';
import { type Everything, selection, useIsSelected } from '../../lib/selection.ts';
import { cx } from '../../lib/cx.ts';
import { IS_THUMB } from '../../lib/thumb.ts';
import { list } from '../../lib/texts/list.texts.ts';
import { Cell, TitleCell } from './cells.tsx';
import { briefOf, type Column, type ColumnName } from './columns.tsx';
import { TARGET, useColumnWidths } from './column-widths.tsx';
import type { Sort } from '../../components/shown-tasks.ts';
import { GroupedRowFrame, GroupHeading, placesFor, useGroupDrops } from './grouped-rows.tsx';
import { TableHead } from './table-head.tsx';
import type { Step, useGroupedRows } from './use-grouped-rows.ts';
import { mayWriteTask } from '../../lib/queries.ts';
import type { ReadTasks } from '../../lib/walk.ts';

interface TaskTableProps {
  total: number;
  taskAt: (index: number) => Task | undefined;
  /** Undefined: the rows stand in no groups. */
  groups: Pick<ReturnType<typeof useGroupedRows>, 'rows' | 'taskAt' | 'toggle'> | undefined;
  columns: readonly Column[];
  projectId: string | undefined;
  mayWrite: boolean;
  sort: Sort;
  readAll: Everything['read'];
  onRange: (range: { from: number; to: number }) => void;
  onSort: (sort: Sort) => void;
  /** Told which of the columns have no room. */
  onCrowd: (names: readonly ColumnName[]) => void;
}

const ROW_HEIGHT = IS_THUMB ? 48 : 40;
/** Of two lines. */
const HIGH_ROW_HEIGHT = IS_THUMB ? 96 : 72;
/** More rows make no list that one reads on paper. */
const MOST_PRINTED = 2_000;
/** Where less is left in a window of 640 pixels, a row has two lines. */
const LEAST_TABLE = 590;
const SECOND_LINE: readonly ColumnName[] = ['status', 'priority', 'dueDate', 'assignee'];
/** While one scrolls, nothing is asked for: the pages that are skipped never are. */
const REST_MS = 250;

/** All tasks as a table, of which only the rows in view are in the document. */
export function TaskTable(props: TaskTableProps) {
  const { total, projectId, mayWrite, readAll, onRange, onCrowd, groups } = props;
  const editors = useTaskEditors(projectId);
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const isNarrow = width < LEAST_TABLE;
  const isPrinting = usePrinting();
  useGroupDrops(groups !== undefined && mayWrite);
  const rowAt = (index: number) => groups?.rows[index];
  const taskAt = (index: number): Task | undefined => {
    const row = rowAt(index);
    if (!groups) return props.taskAt(index);
    return row?.kind === 'task' ? groups.taskAt(row) : undefined;
  };
  const virtualizer = useVirtualizer({
    count: groups ? groups.rows.length : total,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (isNarrow && rowAt(index)?.kind !== 'heading' ? HIGH_ROW_HEIGHT : ROW_HEIGHT),
    overscan: isPrinting ? MOST_PRINTED : 6,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, isNarrow, groups?.rows]);
  const items = virtualizer.getVirtualItems();
  const [from, to] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => {
    const timer = setTimeout(() => onRange({ from, to }), REST_MS);
    return () => clearTimeout(timer);
  }, [from, to, onRange]);
  const shown = new Set<string>();
  // A row is its task's: what is open in it goes with it. Pages that are read at different times may have a task twice.
  const keyOf = (index: number): string | number => {
    const row = rowAt(index);
    const id = row?.kind === 'heading' ? row.key : taskAt(index)?.id;
    if (id === undefined || shown.has(id)) return index;
    shown.add(id);
    return id;
  };
  const { columns: fitting, widths } = useColumnWidths(
    props.columns,
    items.map(({ index }) => taskAt(index)),
    { room: width, sortBy: props.sort.sortBy },
  );
  const inSecondLine = useMemo(
    () => SECOND_LINE.flatMap((name) => props.columns.filter((column) => column.name === name).map(briefOf)),
    [props.columns],
  );
  const columns = isNarrow ? inSecondLine : fitting;
  const inOrder = isNarrow ? '' : columns.map(({ name }) => `${widths.of(name)}px`).join(' ');
  const grid = { gridTemplateColumns: `${TARGET}px minmax(0, 1fr) ${inOrder} ${TARGET}px` };
  const crowded = props.columns.filter(({ name }) => columns.every((column) => column.name !== name));
  useEffect(() => onCrowd(crowded.map(({ name }) => name)), [crowded.map(({ name }) => name).join(), onCrowd]);
  return (
    <>
      <div
        ref={scroller}
        className="scroll-thin mx-4 mb-4 min-h-0 grow overflow-x-hidden overflow-y-auto rounded-lg border border-line bg-surface"
        tabIndex={-1}
      >
        <div
          role="table"
          aria-label={list.table}
          aria-rowcount={(groups ? groups.rows.length : total) + 1}
          className="text-sm"
        >
          <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-surface text-xs text-muted">
            <TableHead
              {...props}
              columns={isNarrow ? [] : columns}
              grid={grid}
              widths={isNarrow ? undefined : widths}
            />
          </div>
          <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {items.map((item) => {
              const row = rowAt(item.index);
              const task = taskAt(item.index);
              return (
                <GroupedRowFrame
                  key={keyOf(item.index)}
                  row={row}
                  task={task}
                  mayMove={mayWrite}
                  aria-rowindex={item.index + 2}
                  data-task={task?.id}
                  className={cx(
                    'absolute inset-x-0 top-0 grid items-center border-b border-line px-2 has-checked:bg-accent-soft',
                    row?.kind === 'heading' ? 'bg-sunken' : 'hover:bg-hover',
                  )}
                  style={{ ...grid, height: item.size, transform: `translateY(${item.start}px)` }}
                >
                  {row?.kind === 'heading' ? (
                    <GroupHeading row={row} onToggle={groups?.toggle} />
                  ) : (
                    <Row
                      task={task}
                      path={row?.path}
                      columns={columns}
                      editors={editors}
                      isNarrow={isNarrow}
                      mayWrite={mayWrite && (projectId !== undefined || (task !== undefined && mayWriteTask(task)))}
                    />
                  )}
                </GroupedRowFrame>
              );
            })}
          </div>
        </div>
      </div>
      <TaskKeys container={scroller} everything={{ total, read: readAll }} inOrder={inOrderOf(props)} />
    </>
  );
}

/** All tasks as they stand in the table, those of closed groups left out. */
const inOrderOf =
  ({ groups, total, taskAt }: TaskTableProps): ReadTasks =>
  () =>
    groups
      ? groups.rows.flatMap((row) => (row.kind === 'task' ? [groups.taskAt(row)] : []))
      : Array.from({ length: total }, (_, index) => taskAt(index));

/** Paper shows all rows, not only those in view: before it is printed they are drawn at once. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const media = matchMedia('print');
    const follow = () => flushSync(() => setPrinting(media.matches));
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);
  return isPrinting;
}

/** How wide the element is, also when the window changes. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(innerWidth);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setWidth(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

interface RowProps extends Pick<TaskTableProps, 'columns' | 'mayWrite'> {
  task: Task | undefined;
  /** The groups that it stands in. */
  path: readonly Step[] | undefined;
  editors: Record<EditedField, TaskEditor>;
  /** In two lines: the title, then the columns. */
  isNarrow: boolean;
}

/** Not rendered again while one scrolls. */
const Row = memo(function Row({ task, path, columns, editors, mayWrite, isNarrow }: RowProps) {
  if (!task) return <span role="cell" className="col-span-full my-2 h-4 rounded-sm bg-hover" />;
  const cells = columns.map((column) => (
    <span key={column.name} role="cell" className="grid min-w-0">
      <Cell task={task} column={column} editors={editors} mayWrite={mayWrite} />
    </span>
  ));
  return (
    <>
      <span role="cell">{mayWrite && <SelectTask task={task} />}</span>
      <span role="cell" className="group/title flex min-w-0 items-center gap-1">
        <TaskLink
          tid={task.tid}
          className="control flex min-w-0 grow items-center gap-2 group-has-[input]/title:pointer-coarse:hidden"
        >
          <span className="shrink-0 text-xs text-muted">{task.tid}</span>
          <span dir="auto" className="truncate group-has-[input]/title:hidden pointer-coarse:two-lines">
            {task.title}
          </span>
        </TaskLink>
        {mayWrite && <TitleCell task={task} />}
      </span>
      {!isNarrow && cells}
      <span role="cell">
        <TaskMenu task={task} {...(path && { places: () => placesFor(task, path) })} />
      </span>
      {isNarrow && (
        <span className="col-span-2 col-start-2 -mt-1 flex min-w-0 items-center gap-2 text-xs text-muted">{cells}</span>
      )}
    </>
  );
});

function SelectTask({ task: { id, tid } }: { task: Task }) {
  return (
    <label className="hit flex items-center justify-center">
      <input
        type="checkbox"
        aria-label={list.select(tid)}
        checked={useIsSelected(id)}
        onChange={() => selection.toggle(id)}
        className="size-4 accent-accent"
      />
    </label>
  );
}
