import type { SeededService } from './measure-first-page.js';
import { type Measurement, median } from './table.js';

const WARM_UPS = 3;
const RUNS = 15;
const LIMIT = 50;
/** In about half of the tasks. */
const FREQUENT_WORD = 'with';
const MOST_TIMES_SLOWER = 5;

/** Pages far from the first one, and pages of a search for a frequent word. */
export async function measureFarPages(seeded: SeededService): Promise<Measurement[]> {
  const tasks = seeded.company.tasks.toLocaleString('en');
  const word = `search for a word in half of ${tasks} tasks`;
  const byCursor = await timeOf(seeded, { search: FREQUENT_WORD, cursor: '' });
  const withTotal = await timeOf(seeded, { search: FREQUENT_WORD, page: '1' });
  const first = await timeOf(seeded, { page: '1' });
  const last = seeded.company.tasks / LIMIT;
  return [
    atMost(`${word}, page by cursor`, byCursor, 100),
    atMost(`${word}, page and count`, withTotal, 300),
    farPage(last / 2, first, await timeOf(seeded, { page: String(last / 2) })),
    farPage(last, first, await timeOf(seeded, { page: String(last) })),
  ];

  function farPage(page: number, nearest: number, milliseconds: number): Measurement {
    const ratio = milliseconds / nearest;
    return {
      name: `page ${page.toLocaleString('en')} of ${LIMIT} of ${tasks} tasks`,
      reference: `first ${nearest.toFixed(1)} ms`,
      ours: `${milliseconds.toFixed(1)} ms`,
      ratio,
      target: `≤ ${MOST_TIMES_SLOWER.toFixed(1)}`,
      isMet: ratio <= MOST_TIMES_SLOWER,
    };
  }
}

function atMost(name: string, milliseconds: number, most: number): Measurement {
  const ours = `${milliseconds.toFixed(1)} ms`;
  return { name, reference: '', ours, ratio: null, target: `≤ ${most} ms`, isMet: milliseconds <= most };
}

/** The median, in milliseconds. */
async function timeOf({ service }: SeededService, parameters: Record<string, string>): Promise<number> {
  const query = new URLSearchParams({ ...parameters, limit: String(LIMIT) }).toString();
  const times: number[] = [];
  for (let run = 0; run < WARM_UPS + RUNS; run += 1) {
    const start = performance.now();
    const response = await fetch(`${service.origin}${service.basePath}/tasks?${query}`, { headers: service.headers });
    const body = await response.text();
    times.push(performance.now() - start);
    if (!response.ok) throw new Error(`GET /tasks?${query}: ${body}`);
  }
  return median(times.slice(WARM_UPS));
}
