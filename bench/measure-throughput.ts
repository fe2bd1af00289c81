import autocannon, { type Request } from 'autocannon';
import type { ServerProcess } from './server-process.js';
import { type Measurement, median } from './table.js';

/** The same requests, as each of the two servers understands them. A run repeats them until its time is over. */
export interface Comparison {
  name: string;
  ours: Request[];
  bare: Request[];
  /** The least requests a second, ours over bare. */
  target: number;
  /** What `bare` is, when it is not the bare server. */
  reference?: string;
  /** Runs of each server, not counting the one to warm up. */
  runs?: number;
}

const CONNECTIONS = 10;
const RUNS = 3;
const WARM_UP_SECONDS = 3;

/** Requests a second of both servers in turn, medians of several runs. */
export async function compareThroughput(
  { ours, bare }: { ours: ServerProcess; bare: ServerProcess },
  { runs = RUNS, reference = 'bare', ...comparison }: Comparison,
  seconds: number,
): Promise<Measurement> {
  const rates = { ours: [] as number[], bare: [] as number[] };
  for (let run = 0; run <= runs; run += 1) {
    const duration = run === 0 ? WARM_UP_SECONDS : seconds;
    const turns = [
      async () => rates.ours.push(await rate(ours, comparison.ours, duration)),
      async () => rates.bare.push(await rate(bare, comparison.bare, duration)),
    ];
    // In turn, so that neither server always comes second.
    for (const turn of run % 2 === 0 ? turns : turns.reverse()) await turn();
  }
  const oursRate = median(rates.ours.slice(1));
  const bareRate = median(rates.bare.slice(1));
  return {
    name: comparison.name,
    reference: `${reference} ${Math.round(bareRate)}/s`,
    ours: `${Math.round(oursRate)}/s`,
    ratio: oursRate / bareRate,
    target: `≥ ${comparison.target}`,
    isMet: oursRate / bareRate >= comparison.target,
  };
}

async function rate(server: ServerProcess, requests: Request[], duration: number): Promise<number> {
  const complete = requests.map((request) => ({
    ...request,
    path: `${server.basePath}${request.path}`,
    headers: { ...server.headers, ...request.headers },
  }));
  const result = await autocannon({
    url: server.origin,
    connections: CONNECTIONS,
    duration,
    requests: complete,
    // Else all connections would ask for the same thing at the same moment.
    setupClient: (client) => client.setRequests(shuffled(complete)),
  });
  if (result.non2xx + result.errors > 0 || result['2xx'] === 0) {
    const { '2xx': answers, non2xx, errors } = result;
    throw new Error(`${complete[0]?.path}: ${answers} answers, ${non2xx} refusals, ${errors} errors`);
  }
  return result['2xx'] / result.duration;
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
