import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { showDate, showNumber } from '../../lib/format.ts';
import { texts } from '../../lib/texts.ts';

export interface BurndownDay {
  date: string;
  remainingHours: number;
  idealHours: number;
  doneTasks: number;
}

const HEIGHT = 240;
const { sprint } = texts;

/** The line of the sprint, as a picture and as a table of the same numbers. */
export function Burndown({ days }: { days: readonly BurndownDay[] }) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return <p className="text-muted">{sprint.noBurndown}</p>;
  return (
    <div className="flex flex-col gap-4">
      <div role="img" aria-label={sprint.burndown} className="panel overflow-hidden p-2">
        <Chart days={days} />
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
                <td className="px-3 py-1">{showNumber(day.idealHours)}</td>
                <td className="px-3 py-1">{showNumber(day.doneTasks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** A canvas takes no tokens: it is given the colours that are in force, and drawn again when those change. */
function Chart({ days }: { days: readonly BurndownDay[] }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const draw = () => {
      element.replaceChildren();
      const colour = (name: string) => resolved(element, `var(--color-${name})`);
      const axis = { stroke: colour('muted'), grid: { stroke: colour('line'), width: 1 }, ticks: { show: false } };
      const line = (label: string, name: string, dash: number[]) => ({
        label,
        stroke: colour(name),
        width: 2,
        dash,
        points: { show: days.length < 3 },
      });
      const data: uPlot.AlignedData = [
        days.map(({ date }) => new Date(date).getTime() / 1000),
        days.map(({ remainingHours }) => remainingHours),
        days.map(({ idealHours }) => idealHours),
      ];
      new uPlot(
        {
          width: element.clientWidth,
          height: HEIGHT,
          tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
          cursor: { show: false },
          legend: { show: false },
          scales: { y: { range: (_, _low, high) => [0, Math.max(1, high)] } },
          axes: [axis, axis],
          series: [{}, line(sprint.remaining, 'accent-text', []), line(sprint.ideal, 'edge', [6, 6])],
        },
        data,
        element,
      );
    };
    draw();
    const resize = new ResizeObserver(draw);
    resize.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    return () => {
      resize.disconnect();
      scheme.removeEventListener('change', draw);
    };
  }, [days]);
  return (
    <>
      <div ref={place} aria-hidden style={{ height: HEIGHT }} />
      <p aria-hidden className="flex gap-4 px-2 text-xs text-muted">
        <span className="text-accent-text">{`— ${sprint.remaining}`}</span>
        <span>{`- - ${sprint.ideal}`}</span>
      </p>
    </>
  );
}

function resolved(element: HTMLElement, value: string): string {
  element.style.color = value;
  const { color } = getComputedStyle(element);
  element.style.color = '';
  return color;
}
