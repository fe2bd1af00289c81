import { useEffect, useRef } from 'react';
import type UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { showShortly } from '../lib/figures.ts';
import { showDate } from '../lib/format.ts';
import { load } from '../lib/loading.ts';

export interface ChartLine {
  name: string;
  /** The name of a token, such as `accent-text`. */
  colour: string;
  isDashed?: boolean;
  /** Null where it has no point. */
  values: readonly (number | null)[];
}

interface ChartProps {
  /** Moments of the points, rising, in seconds. */
  times: readonly number[];
  lines: readonly ChartLine[];
  /** Days of the calendar, the same in every zone; else moments of the reader's own. */
  isByDay?: boolean;
}

const HEIGHT = 220;

/** Lines over time. A picture for the eye: what stands around it says the same in numbers. */
export function Chart({ times, lines, isByDay = false }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    let isGone = false;
    let plot: UPlot | undefined;
    const draw = async () => {
      const uPlot = await loadPlot();
      if (isGone) return;
      plot?.destroy();
      plot = new uPlot(
        {
          ...optionsOf(element, { lines, isByDay }),
          ...(isByDay && { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), 'UTC') }),
        },
        [[...times], ...lines.map(({ values }) => [...values])],
        element,
      );
    };
    const redraw = () => void draw();
    const resize = new ResizeObserver(redraw);
    resize.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', redraw);
    return () => {
      isGone = true;
      resize.disconnect();
      scheme.removeEventListener('change', redraw);
      plot?.destroy();
    };
  }, [times, lines, isByDay]);
  return (
    <div aria-hidden>
      <div ref={place} style={{ height: HEIGHT }} />
      <p className="flex gap-4 px-2 text-xs text-muted">
        {lines.map(({ name, colour, isDashed }) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <span
              className={`w-5 border-t-2 ${isDashed ? 'border-dashed' : ''}`}
              style={{ borderColor: `var(--color-${colour})` }}
            />
            {name}
          </span>
        ))}
      </p>
    </div>
  );
}

const DAY = 86_400;

/** A mark a day or more, named as days are elsewhere. */
const DAYS: Partial<UPlot.Axis> = {
  incrs: [1, 2, 7, 14, 28, 91].map((days) => days * DAY),
  values: (_plot, marks) => marks.map((seconds) => showDate(new Date(seconds * 1000).toISOString())),
};

/** `step` is what lies between two marks: below a day they are times of day. */
const MOMENTS: Partial<UPlot.Axis> = {
  // Room for "12:00:00 PM".
  space: 90,
  values: (_plot, marks, _axis, _space, step) => marks.map((seconds) => showShortly(seconds * 1000, step)),
};

/** A canvas takes no tokens: it is given the colours in force, and is drawn again when those change. */
function optionsOf(element: HTMLElement, { lines, isByDay = false }: Omit<ChartProps, 'times'>): UPlot.Options {
  const colour = (name: string) => {
    element.style.color = `var(--color-${name})`;
    return getComputedStyle(element).color;
  };
  const axis = { stroke: colour('muted'), grid: { stroke: colour('line'), width: 1 }, ticks: { show: false } };
  const series = lines.map(({ name, colour: token, isDashed, values }) => ({
    label: name,
    stroke: colour(token),
    width: 2,
    dash: isDashed ? [6, 6] : [],
    points: { show: values.filter((value) => value !== null).length < 3 },
  }));
  return {
    width: element.clientWidth,
    height: HEIGHT,
    cursor: { show: false },
    legend: { show: false },
    scales: {
      // A single point stands in the middle, with its day below.
      x: { range: ({ data: [times] }, low, high) => (times.length === 1 ? [low - DAY, low + DAY] : [low, high]) },
      y: { range: (_plot, _low, high) => [0, Math.max(1, high)] },
    },
    axes: [{ ...axis, ...(isByDay ? DAYS : MOMENTS) }, axis],
    series: [{}, ...series],
  };
}

/** As it loads, uPlot asks for the number format of the browser's language; some systems name one that is none. */
async function loadPlot(): Promise<typeof UPlot> {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: new Intl.NumberFormat().resolvedOptions().locale });
  }
  return (await load(() => import('uplot'))).default;
}
