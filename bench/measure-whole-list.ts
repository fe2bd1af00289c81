import type { ProbeReading, ServerProcess } from './server-process.js';
import { type Measurement, median } from './table.js';

interface Cost {
  /** The highest growth of the server's memory in megabytes, compared with the memory before the first list. */
  memory: number;
  /** The longest time in milliseconds that the event loop was blocked; the median of the runs. */
  block: number;
}

const RUNS = 3;
const MOST_MEMORY = 100;
const LONGEST_BLOCK = 50;

/** What it costs a server to send a list of everything. */
export async function measureWholeList(
  ours: { server: ServerProcess; path: string },
  bare: { server: ServerProcess; path: string },
): Promise<Measurement[]> {
  const [oursCost, bareCost] = [await costOf(ours.server, ours.path), await costOf(bare.server, bare.path)];
  const measurement = (name: string, cost: keyof Cost, unit: string, limit: number): Measurement => ({
    name,
    reference: `bare ${Math.round(bareCost[cost])} ${unit}`,
    ours: `${Math.round(oursCost[cost])} ${unit}`,
    ratio: null,
    target: `≤ ${limit} ${unit}`,
    isMet: oursCost[cost] <= limit,
  });
  return [
    measurement('bare list of all 100,000, growth of memory', 'memory', 'MB', MOST_MEMORY),
    measurement('bare list of all 100,000, event loop blocked', 'block', 'ms', LONGEST_BLOCK),
  ];
}

async function costOf(server: ServerProcess, path: string): Promise<Cost> {
  const before = await server.probe();
  const readings: ProbeReading[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await download(server, path);
    readings.push(await server.probe());
  }
  return {
    memory: Math.max(...readings.map(({ peakMemory }) => peakMemory - before.peakMemory)) / 1e6,
    block: median(readings.map(({ longestBlock }) => longestBlock)),
  };
}

async function download({ origin, basePath, headers }: ServerProcess, path: string): Promise<void> {
  const response = await fetch(`${origin}${basePath}${path}`, { headers });
  if (!response.ok || !response.body) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  await response.body.pipeTo(new WritableStream());
}
