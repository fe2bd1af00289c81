import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Task } from '../../lib/model.ts';
import type { Sort } from '../../components/shown-tasks.ts';
import { IS_THUMB } from '../../lib/thumb.ts';
import { briefOf, type Column, type ColumnName } from './columns.tsx';

export interface ColumnWidths {
  of: (name: ColumnName) => number;
  /** Undefined: as wide as what is in it. */
  set: (name: ColumnName, width: number | undefined) => void;
}

type Widths = Partial<Record<ColumnName, number>>;

const KEY = 'list-widths';
/** The edges of a cell and of what is in it, and of its name. */
const EDGES = 18;
const HEAD_EDGES = 10;
const SORT_MARK = 16;
/** The names are written smaller than what is below them. */
const HEAD_SIZE = 12 / 13;
const LEAST = 48;
/** How wide the box to select a row is, and the button of its menu. */
export const TARGET = IS_THUMB ? 44 : 28;
/** Content makes a column no wider; its edge does. */
const MOST_BY_CONTENT = 176;
const MOST = 640;
/** Where nothing can be measured. */
const WIDE_LETTER = 8;

let pen: CanvasRenderingContext2D | null | undefined;

/** How wide a text is in the font of the table. */
function widthOf(text: string): number {
  if (pen === undefined) {
    pen = document.createElement('canvas').getContext('2d');
    if (pen) pen.font = `13px ${getComputedStyle(document.body).fontFamily}`;
  }
  return pen ? pen.measureText(text).width : text.length * WIDE_LETTER;
}

const limited = (width: number, most: number): number => Math.round(Math.min(most, Math.max(LEAST, width)));

function readWidths(): Widths {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Widths;
  } catch {
    return {};
  }
}

/** What a title of 60 characters takes, with its tid and the buttons of its row. */
const TITLE = 600;
const hasRoom = (room: number, widths: readonly number[]): boolean =>
  room - TITLE >= widths.reduce((sum, width) => sum + width, 0);

/** The title has at least this part of the room. */
const TITLE_SHARE = 0.4;
/** The box to select a row, the button of its menu, and the edges of the row. */
const ROW_FRAME = 2 * TARGET + 16;

/** The first columns, as many as leave the title its part, and the one that the list is sorted by. */
function fitting(
  columns: readonly Column[],
  of: ColumnWidths['of'],
  { room, sortBy }: { room: number; sortBy: Sort['sortBy'] },
): readonly Column[] {
  const isKept = (column: Column) => column.sortBy === sortBy;
  const kept = columns.find(isKept);
  let left = room * (1 - TITLE_SHARE) - ROW_FRAME - (kept ? of(kept.name) : 0);
  const others = columns.filter((column) => !isKept(column));
  const end = others.findIndex(({ name }) => (left -= of(name)) < 0);
  const fits = end < 0 ? others : others.slice(0, end);
  return columns.filter((column) => isKept(column) || fits.includes(column));
}

/**
 * Columns are as wide as what they show, so that the title has all the room that is left; they only grow while one scrolls. Where
 * that is less than a long title takes, they are brief, and the last are left out where even so there is too little. Those whose
 * edge was dragged stay so on this browser.
 */
export function useColumnWidths(
  usual: readonly Column[],
  tasks: readonly (Task | undefined)[],
  { room, sortBy }: { room: number; sortBy: Sort['sortBy'] },
): { columns: readonly Column[]; widths: ColumnWidths } {
  const [dragged, setDragged] = useState(readWidths);
  const seen = useRef(new Map<string, number>());
  const widest = useRef(new Map<Column, number>());
  const widthFor = (column: Column, sortMark: number): number => {
    const { name, label, text, marksWidth, hasMarkAlone } = column;
    const head = widthOf(label) * HEAD_SIZE + HEAD_EDGES + (column.sortBy ? sortMark : 0);
    let width = widest.current.get(column) ?? limited(head, MOST_BY_CONTENT);
    for (const task of tasks) {
      if (!task) continue;
      const shown = hasMarkAlone ? '' : text(task);
      const key = `${name} ${shown} ${marksWidth?.(task) ?? 0}`;
      if (!seen.current.has(key)) seen.current.set(key, widthOf(shown) + (marksWidth?.(task) ?? 0) + EDGES);
      width = Math.max(width, limited(seen.current.get(key) ?? 0, MOST_BY_CONTENT));
    }
    widest.current.set(column, width);
    return width;
  };
  const isBrief = !hasRoom(
    room,
    usual.map((column) => dragged[column.name] ?? widthFor(column, SORT_MARK)),
  );
  const columns = useMemo(
    () => usual.map((column) => (isBrief && dragged[column.name] === undefined ? briefOf(column) : column)),
    [usual, isBrief, dragged],
  );
  const widths = new Map(
    columns.map((column) => [column.name, widthFor(column, isBrief && column.sortBy !== sortBy ? 0 : SORT_MARK)]),
  );
  const set = (name: ColumnName, width: number | undefined) => {
    const { [name]: _before, ...others } = readWidths();
    const next = width === undefined ? others : { ...others, [name]: limited(width, MOST) };
    localStorage.setItem(KEY, JSON.stringify(next));
    setDragged(next);
  };
  const of = (name: ColumnName) => dragged[name] ?? widths.get(name) ?? LEAST;
  return { columns: fitting(columns, of, { room, sortBy }), widths: { of, set } };
}

/** The edge of a column, to drag; a double click makes it fit its content again. */
export function ColumnEdge({ name, widths }: { name: ColumnName; widths: ColumnWidths }) {
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const onPointerDown = (event: PointerEvent) => {
    event.preventDefault();
    const [from, width] = [event.clientX, widths.of(name)];
    const onMove = ({ clientX }: { clientX: number }) => widths.set(name, width + clientX - from);
    stop.current = () => {
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
    };
    const onUp = () => stop.current?.();
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
  };
  return (
    <span
      aria-hidden
      onPointerDown={onPointerDown}
      onDoubleClick={() => widths.set(name, undefined)}
      className="absolute inset-y-0 -right-1 w-2 cursor-col-resize touch-none rounded-sm hover:bg-edge"
    />
  );
}
