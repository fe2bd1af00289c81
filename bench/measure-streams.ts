import { eventually } from '../test/support/eventually.js';
import { type Company, createSteadily, oneInTurn, register } from './company.js';
import { EventStream } from './event-stream.js';
import type { ServerProcess } from './server-process.js';
import { absolute, type Measurement, percentile } from './table.js';

/** How to start one more process of the service, all of them on one database. */
export interface StreamBench {
  start(): Promise<ServerProcess>;
  seconds: number;
}

const PATH = '/events/stream';
const CHANGES_PER_SECOND = 200;
/** As many as one user may have. */
const STREAMS_OF_USER = 20;
const STREAMS = 500;
const IDLE_STREAMS = 2_000;
/** Milliseconds. */
const LATEST = 10_000;

/** How late streams of events are, and what idle ones take. Each company has one user, who has as many streams as can be. */
export async function measureStreams(bench: StreamBench): Promise<Measurement[]> {
  const servers: [ServerProcess, ServerProcess] = [await bench.start(), await bench.start()];
  const companies: Company[] = [];
  for (let number = 1; number <= IDLE_STREAMS / STREAMS_OF_USER; number += 1) {
    companies.push(await register(servers[0], `streams ${number}`));
  }
  return [
    await measureLatency(servers, companies.slice(0, STREAMS / STREAMS_OF_USER), bench.seconds),
    await measureIdle(await bench.start(), companies),
  ];
}

/** From the change to the reader, with the streams and the changes spread over two instances. */
async function measureLatency(
  servers: readonly [ServerProcess, ServerProcess],
  companies: readonly Company[],
  seconds: number,
): Promise<Measurement> {
  const latencies: number[] = [];
  const note = (line: string) => {
    const timestamp = /^data: .*?"timestamp":"([^"]+)"/.exec(line)?.[1];
    if (timestamp !== undefined) latencies.push(Date.now() - Date.parse(timestamp));
  };
  const streams: EventStream[] = [];
  for (let number = 0; number < STREAMS; number += 1) {
    streams.push(await EventStream.open(oneInTurn(servers, number), PATH, oneInTurn(companies, number).headers, note));
  }
  const makers = companies.map((company, number) => ({ server: oneInTurn(servers, number), company }));
  const changes = await createSteadily(makers, CHANGES_PER_SECOND, seconds);
  const expected = changes * STREAMS_OF_USER;
  await eventually(`${expected} events have come`, () => latencies.length >= expected, LATEST);
  for (const stream of streams) stream.close();
  const name = `events in ${STREAMS} streams of two instances, p99, ${CHANGES_PER_SECOND} changes/s`;
  return absolute(name, percentile(latencies, 0.99), ' ms', { most: 500 });
}

async function measureIdle(server: ServerProcess, companies: readonly Company[]): Promise<Measurement> {
  const before = await server.probe();
  const streams: EventStream[] = [];
  for (let number = 0; number < IDLE_STREAMS; number += 1) {
    streams.push(await EventStream.open(server, PATH, oneInTurn(companies, number).headers, () => undefined));
  }
  const growth = ((await server.probe()).peakMemory - before.peakMemory) / 1e6;
  for (const stream of streams) stream.close();
  return absolute(`${IDLE_STREAMS.toLocaleString('en')} idle streams, growth of memory`, growth, ' MB', { most: 100 });
}
