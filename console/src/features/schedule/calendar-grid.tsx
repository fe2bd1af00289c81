import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useDropArea } from '../../components/use-drop-area.ts';
import { cx } from '../../lib/cx.ts';
import {
  addDays,
  type Day,
  daysFrom,
  monthOf,
  numberOf,
  showDay,
  showShortMonth,
  showWeekday,
  weekdayOf,
} from './days.ts';
import { keyOf } from '../../lib/keys.ts';
import type { Task } from '../../lib/model.ts';
import { texts } from '../../lib/texts.ts';
import { calendar as words } from '../../lib/texts/schedule.texts.ts';
import { DayTask } from './day-task.tsx';
import type { Span } from './queries.ts';
import { lastMoved } from './reschedule.ts';
import { SeenText } from './seen-text.tsx';

const WEEK = 7;
const SATURDAY = 5;
/** More are folded, in a month: its weeks stay of one height. */
const MOST_SHOWN = 4;
const NO_TASKS: readonly Task[] = [];

interface CalendarGridProps {
  name: string;
  span: Span;
  /** Days of other months are greyed; undefined: a week, where there is room for everything. */
  month: Day | undefined;
  today: Day;
  byDay: ReadonlyMap<Day, readonly Task[]>;
  /** Another number goes to today. */
  turn: number;
  mayDrag: boolean;
  onStep: (step: 1 | -1) => void;
}

/** Weeks of days; on a phone, the days below each other. */
export function CalendarGrid({ name, span, month, today, byDay, turn, mayDrag, onStep }: CalendarGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const { from, to } = span;
  const isIn = (day: Day) => day >= from && day < to;
  const [present, setPresent] = useState(today);
  // One day of the grid is in the order of Tab; arrows go to the others.
  const entry = isIn(present) ? present : isIn(today) ? today : (month ?? from);
  const weeks = daysFrom(from, numberOf(to) - numberOf(from)).filter((day) => weekdayOf(day) === 0);
  useEffect(() => {
    // A phone begins with today, not with the first of the month.
    const cell = grid.current?.querySelector<HTMLElement>(`[data-day="${today}"]`);
    if (cell && matchMedia('(width < 40rem)').matches) cell.scrollIntoView({ block: 'start' });
  }, [from, today, turn]);
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event);
    const onCell = event.target instanceof HTMLElement ? event.target.dataset['day'] : undefined;
    const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -WEEK, ArrowDown: WEEK }[key];
    const page = { PageUp: -1, PageDown: 1 }[key];
    if (onCell === undefined || event.altKey || (!days && !page)) return;
    event.preventDefault();
    if (page) onStep(page as 1 | -1);
    const next = addDays(onCell, days ?? 0);
    if (!days || !isIn(next)) return;
    setPresent(next);
    grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={name}
      onKeyDown={onKeyDown}
      className="scroll-thin flex min-w-0 grow flex-col lg:overflow-y-auto"
    >
      <div role="row" className="sticky top-0 z-10 hidden shrink-0 grid-cols-7 border-b border-line bg-canvas sm:grid">
        {daysFrom(from, WEEK).map((day) => (
          <div key={weekdayOf(day)} role="columnheader" className="px-2 py-1 text-xs text-muted">
            {showWeekday(day)}
          </div>
        ))}
      </div>
      {weeks.map((week) => (
        <div
          key={week}
          role="row"
          className="shrink-0 grow border-b border-line last:border-b-0 max-sm:contents sm:grid sm:min-h-30 sm:grid-cols-7"
        >
          {daysFrom(week, WEEK).map((day) => (
            <DayCell
              key={day}
              day={day}
              tasks={byDay.get(day) ?? NO_TASKS}
              isToday={day === today}
              isOther={month !== undefined && monthOf(day) !== month}
              isWeek={month === undefined}
              isEntry={day === entry}
              mayDrag={mayDrag}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface DayCellProps {
  day: Day;
  tasks: readonly Task[];
  isToday: boolean;
  isOther: boolean;
  isWeek: boolean;
  isEntry: boolean;
  mayDrag: boolean;
}

function DayCell({ day, tasks, isToday, isOther, isWeek, isEntry, mayDrag }: DayCellProps) {
  const cell = useRef<HTMLDivElement>(null);
  const isOver = useDropArea(cell, 'day', day, mayDrag);
  const [isOpen, setOpen] = useState(false);
  const isFolded = !isWeek && !isOpen && tasks.length > MOST_SHOWN;
  const shown = isFolded ? tasks.slice(0, MOST_SHOWN - 1) : tasks;
  const folded = isOpen ? words.fewer : texts.common.more(tasks.length - shown.length);
  const hidesMoved = isFolded && tasks.slice(MOST_SHOWN - 1).some(({ id }) => id === lastMoved());
  useEffect(() => {
    if (hidesMoved) setOpen(true);
  }, [hidesMoved]);
  return (
    <div
      ref={cell}
      role="gridcell"
      aria-label={showDay(day)}
      aria-current={isToday ? 'date' : undefined}
      data-day={day}
      tabIndex={isEntry ? 0 : -1}
      className={cx(
        'flex min-w-0 gap-1 border-line p-1 focus-visible:-outline-offset-2 max-sm:border-b sm:flex-col sm:not-last:border-r',
        (isOther || weekdayOf(day) >= SATURDAY) && 'bg-sunken',
        isOther && 'max-sm:hidden',
        isOver && 'outline-2 -outline-offset-2 outline-accent-text',
      )}
    >
      <DayNumber day={day} isToday={isToday} isOther={isOther} />
      <div className="flex min-w-0 grow flex-col gap-1">
        {shown.map((task) => (
          <DayTask key={task.id} task={task} mayDrag={mayDrag} isWhole={isWeek} />
        ))}
        {!isWeek && tasks.length > MOST_SHOWN && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="hit rounded-md px-1.5 text-left text-xs text-muted hover:bg-hover hover:text-ink"
          >
            <span className="sr-only">{folded}</span>
            <SeenText text={folded} />
          </button>
        )}
      </div>
    </div>
  );
}

function DayNumber({ day, isToday, isOther }: Pick<DayCellProps, 'day' | 'isToday' | 'isOther'>) {
  const number = Number(day.slice(-2));
  return (
    <span className="flex shrink-0 items-baseline gap-1 text-xs whitespace-nowrap max-sm:w-18 max-sm:py-2">
      <SeenText
        text={number === 1 ? `1 ${showShortMonth(day)}` : String(number)}
        className={cx(
          'flex h-5 min-w-5 items-center justify-center rounded-full px-1 tabular-nums',
          isToday ? 'bg-accent font-semibold text-on-accent' : isOther ? 'text-muted' : 'text-ink',
        )}
      />
      <SeenText text={showWeekday(day)} className="text-muted sm:hidden" />
    </span>
  );
}
