import { addDays, addMonths, type Day, dayAt, monthOf, numberOf, showMonth, showShortMonth, weekOf } from './days.ts';
import type { Span } from './queries.ts';
import type { Days } from './reschedule.ts';

export const SCALES = ['week', 'day', 'month'] as const;
export type Scale = (typeof SCALES)[number];

/** How wide a day is, how much time is laid out before and after the one that is shown, and how far a step goes. */
const MEASURES: Record<Scale, { pixels: number; weeksBefore: number; weeksAfter: number; stepDays: number }> = {
  day: { pixels: 36, weeksBefore: 4, weeksAfter: 8, stepDays: 14 },
  week: { pixels: 12, weeksBefore: 13, weeksAfter: 26, stepDays: 56 },
  month: { pixels: 4, weeksBefore: 52, weeksAfter: 78, stepDays: 182 },
};

interface Tick {
  text: string;
  left: number;
  width: number;
}

/** The time that is laid out, and where its days stand in it. */
export interface TimeScale extends Span {
  pixels: number;
  width: number;
  /** Months, or years. */
  upper: readonly Tick[];
  /** Days, weeks, or months. */
  lower: readonly Tick[];
  xOf: (day: Day) => number;
}

export const stepOf = (scale: Scale): number => MEASURES[scale].stepDays;

export function timeScale(day: Day, scale: Scale): TimeScale {
  const { pixels, weeksBefore, weeksAfter } = MEASURES[scale];
  const from = addDays(weekOf(day), -7 * weeksBefore);
  const to = addDays(weekOf(day), 7 * weeksAfter);
  const first = numberOf(from);
  const xOf = (one: Day): number => (numberOf(one) - first) * pixels;
  const span = { from, to };
  const ticks = (starts: readonly Day[], text: (start: Day) => string): Tick[] =>
    starts.map((start, index) => {
      const left = Math.max(0, xOf(start));
      return { text: text(start), left, width: xOf(starts[index + 1] ?? to) - left };
    });
  const months = startsIn(span, monthOf(from), (start) => addMonths(start, 1));
  const weeks = startsIn(span, from, (start) => addDays(start, 7));
  const days = startsIn(span, from, (start) => addDays(start, 1));
  const years = startsIn(span, `${from.slice(0, 4)}-01-01`, (start) => addMonths(start, 12));
  return {
    ...span,
    pixels,
    width: xOf(to),
    xOf,
    upper: scale === 'month' ? ticks(years, (start) => start.slice(0, 4)) : ticks(months, showMonth),
    lower: scale === 'month' ? ticks(months, showShortMonth) : ticks(scale === 'day' ? days : weeks, numberOfDay),
  };
}

const numberOfDay = (day: Day): string => String(Number(day.slice(-2)));

function startsIn({ to }: Span, first: Day, next: (start: Day) => Day): Day[] {
  const starts: Day[] = [];
  for (let start = first; start < to; start = next(start)) starts.push(start);
  return starts;
}

/** Where a bar stands: its last day is all of it. */
export interface Extent {
  left: number;
  width: number;
}

export const extentOf = ({ xOf, pixels }: TimeScale, { from, to }: Days): Extent => ({
  left: xOf(from),
  width: xOf(to) - xOf(from) + pixels,
});

/** The day at a place. */
export const dayAtX = ({ from, pixels }: TimeScale, x: number): Day => dayAt(numberOf(from) + Math.floor(x / pixels));
