import { memo, useMemo } from 'react';
import { DONE } from '../../lib/model.ts';
import { timeline as words } from '../../lib/texts/schedule.texts.ts';
import type { Row } from './timeline-rows.ts';
import { extentOf, type TimeScale } from './timeline-scale.ts';

interface BlockerLinesProps {
  rows: readonly Row[];
  scale: TimeScale;
  rowHeight: number;
  /** The rows in view. */
  first: number;
  last: number;
}

/** Room beside a bar, where lines turn. */
const TURN = 8;
const ARROW = 4;

interface Line {
  key: string;
  name: string;
  from: number;
  to: number;
  isEarly: boolean;
  isOver: boolean;
}

/** A line from the end of each blocker to the beginning of what it blocks, where both are laid out. */
export const BlockerLines = memo(function BlockerLines({ rows, scale, rowHeight, first, last }: BlockerLinesProps) {
  const lines = useMemo(() => linesOf(rows), [rows]);
  const shown = lines.filter(({ from, to }) => Math.min(from, to) <= last && Math.max(from, to) >= first);
  // As high as what is in view: a picture of all rows is slow to draw.
  const [top, height] = [first * rowHeight, (last - first + 1) * rowHeight];
  const pathOf = ({ from, to }: Line): string => {
    const [blocker, task] = [rows[from], rows[to]];
    if (!blocker || !task) return '';
    const { left, width } = extentOf(scale, blocker.days);
    const [x1, y1] = [left + width, (from + 0.5) * rowHeight];
    const [x2, y2] = [extentOf(scale, task.days).left, (to + 0.5) * rowHeight];
    const head = `M${x2 - ARROW},${y2 - ARROW} L${x2},${y2} L${x2 - ARROW},${y2 + ARROW}`;
    if (x2 >= x1 + 2 * TURN) return `M${x1},${y1} H${x2 - TURN} V${y2} H${x2} ${head}`;
    // Back to what begins before: around the end of the one and the beginning of the other.
    const between = y1 + (to > from ? 0.5 : -0.5) * rowHeight;
    return `M${x1},${y1} H${x1 + TURN} V${between} H${x2 - TURN} V${y2} H${x2} ${head}`;
  };
  return (
    <svg
      width={scale.width}
      height={height}
      viewBox={`0 ${top} ${scale.width} ${height}`}
      className="pointer-events-none absolute left-0"
      style={{ top }}
      fill="none"
    >
      {shown.map((line) => (
        <path
          key={line.key}
          role="img"
          aria-label={line.name}
          data-blocker-line
          d={pathOf(line)}
          className={line.isEarly ? 'stroke-danger' : line.isOver ? 'stroke-line' : 'stroke-edge'}
          strokeWidth={1.25}
          strokeLinejoin="round"
        />
      ))}
    </svg>
  );
});

function linesOf(rows: readonly Row[]): Line[] {
  const places = new Map(rows.map(({ task }, index) => [task.id, index]));
  return rows.flatMap(({ task, early }, to) =>
    (task.blockers ?? []).flatMap((blocker): Line[] => {
      const from = places.get(blocker.id);
      if (from === undefined) return [];
      return [
        {
          key: `${blocker.id} ${task.id}`,
          name: words.blocks(blocker.tid, task.tid),
          from,
          to,
          isEarly: early.includes(blocker.tid),
          isOver: rows[from]?.task.status === DONE || task.status === DONE,
        },
      ];
    }),
  );
}
