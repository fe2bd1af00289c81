import { useMemo } from 'react';
import { Chart } from '../../components/chart.tsx';
import { showNumber } from '../../lib/figures.ts';
import { showDate } from '../../lib/format.ts';
import * as planningTexts from '../../lib/texts/planning.texts.ts';

export interface BurndownDay {
  date: string;
  remainingHours: number;
  /** Null without a planned end. */
  idealHours: number | null;
  doneTasks: number;
}

const { sprint } = planningTexts;

/** The line of the sprint, as a picture and as a table of the same numbers. */
export function Burndown({ days, endDate }: { days: readonly BurndownDay[]; endDate: string | null }) {
  const shown = useMemo(() => withEnd(days, endDate), [days, endDate]);
  const times = useMemo(() => shown.map(({ date }) => Date.parse(dayOf(date)) / 1000), [shown]);
  const lines = useMemo(
    () => [
      { name: sprint.remaining, colour: 'accent-text', values: shown.map(({ remainingHours }) => remainingHours) },
      { name: sprint.ideal, colour: 'edge', isDashed: true, values: shown.map(({ idealHours }) => idealHours) },
    ],
    [shown],
  );
  if (days.length === 0) return <p className="text-muted">{sprint.noBurndown}</p>;
  return (
    <div className="flex flex-col gap-4">
      <div role="img" aria-label={sprint.burndown} className="panel overflow-hidden p-2">
        <Chart isByDay times={times} lines={lines} />
      </div>
      <div
        className="panel scroll-thin max-h-80 overflow-y-auto"
        tabIndex={0}
        role="group"
        aria-label={sprint.burndown}
      >
        <table aria-label={sprint.burndown} className="w-full text-sm">
          <thead className="sticky top-0 bg-surface text-left text-muted">
            <tr>
              {[sprint.date, sprint.remaining, sprint.ideal, sprint.done].map((name) => (
                <th key={name} scope="col" className="px-3 py-1.5 font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date} className="border-t border-line">
                <th scope="row" className="px-3 py-1 text-left font-normal">
                  {showDate(day.date)}
                </th>
                <td className="px-3 py-1">{showNumber(day.remainingHours)}</td>
                <td className="px-3 py-1">{day.idealHours === null ? '–' : showNumber(day.idealHours)}</td>
                <td className="px-3 py-1">{showNumber(day.doneTasks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

type Point = Pick<BurndownDay, 'date' | 'idealHours'> & { remainingHours: number | null };

/** Rows show the ends of days, and the last one this moment: they stand over the names of their days. */
const dayOf = (moment: string): string => moment.slice(0, 10);

/** The line that is aimed at goes on to the planned end of a sprint that is not there yet. */
function withEnd(days: readonly BurndownDay[], endDate: string | null): readonly Point[] {
  const last = days.at(-1);
  if (!last || endDate === null || dayOf(endDate) <= dayOf(last.date)) return days;
  return [...days, { date: endDate, remainingHours: null, idealHours: 0 }];
}
