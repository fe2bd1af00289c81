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

interface BurndownProps {
  days: readonly BurndownDay[];
  endDate: string | null;
  /** How many there are. */
  tasks: number;
}

/** The lines of the sprint, as pictures and as a table of the same numbers: what is left, and what is done. */
export function Burndown({ days, endDate, tasks }: BurndownProps) {
  const shown = useMemo(() => withEnd(days, endDate), [days, endDate]);
  const times = useMemo(() => shown.map(({ date }) => Date.parse(dayOf(date)) / 1000), [shown]);
  const lines = useMemo(
    () => [
      { name: sprint.remaining, colour: 'accent-text', values: shown.map(({ remainingHours }) => remainingHours) },
      { name: sprint.ideal, colour: 'edge', isDashed: true, values: shown.map(({ idealHours }) => idealHours) },
    ],
    [shown],
  );
  const upLines = useMemo(
    () => [
      { name: sprint.done, colour: 'success', values: shown.map(({ doneTasks }) => doneTasks) },
      { name: sprint.allTasks, colour: 'edge', isDashed: true, values: shown.map(() => tasks) },
    ],
    [shown, tasks],
  );
  if (days.length === 0) return <p className="text-muted">{sprint.noBurndown}</p>;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 lg:grid-cols-2">
        <figure className="m-0 flex min-w-0 flex-col gap-1">
          <figcaption className="text-sm font-medium">{sprint.burndown}</figcaption>
          <div role="img" aria-label={sprint.burndown} className="panel overflow-hidden p-2">
            <Chart isByDay times={times} lines={lines} />
          </div>
        </figure>
        <figure className="m-0 flex min-w-0 flex-col gap-1">
          <figcaption className="text-sm font-medium">{sprint.burnup}</figcaption>
          <div role="img" aria-label={sprint.burnup} className="panel overflow-hidden p-2">
            <Chart isByDay times={times} lines={upLines} />
          </div>
        </figure>
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

type Point = Pick<BurndownDay, 'date' | 'idealHours'> & { remainingHours: number | null; doneTasks: number | null };

/** Rows show the ends of days, and the last one this moment: they stand over the names of their days. */
const dayOf = (moment: string): string => moment.slice(0, 10);

/** The line that is aimed at goes on to the planned end of a sprint that is not there yet. */
function withEnd(days: readonly BurndownDay[], endDate: string | null): readonly Point[] {
  const last = days.at(-1);
  if (!last || endDate === null || dayOf(endDate) <= dayOf(last.date)) return days;
  return [...days, { date: endDate, remainingHours: null, doneTasks: null, idealHours: 0 }];
}
