import type { Request } from 'autocannon';
import { creation } from './compare-with-bare.js';
import type { SeededService } from './measure-first-page.js';
import { compareThroughput } from './measure-throughput.js';
import type { Measurement } from './table.js';

/** Differences are small: more and shorter runs than elsewhere, so that both servers see the same machine. */
export const RUNS = 9;

/** A service on a seeded database of its own. */
export interface SeededDatabase extends SeededService {
  databaseUrl: string;
}

/** The same service with something and without it. */
export interface Pair {
  with: SeededDatabase;
  without: SeededDatabase;
}

/** What something costs those who write, by its name: the same requests with it and without. */
export async function compareWrites(name: string, target: number, pair: Pair, seconds: number): Promise<Measurement[]> {
  return [
    await compareCreations(`create task with ${name}`, target, pair, seconds),
    await compareChanges(`change task with ${name}`, target, pair, seconds),
  ];
}

function compareCreations(name: string, target: number, pair: Pair, seconds: number): Promise<Measurement> {
  const requestsOf = ({ company }: SeededService) => company.projectIds.map((projectId) => creation({ projectId }));
  return comparePair(name, target, pair, seconds, requestsOf);
}

/** As the second of `compareWrites`. */
export function compareChanges(name: string, target: number, pair: Pair, seconds: number): Promise<Measurement> {
  return comparePair(name, target, pair, seconds, changesOf);
}

/** PUT /tasks/{id} with a new title each time. */
export function changesOf({ company }: Pick<SeededService, 'company'>): Request[] {
  return company.sample.map(({ id }, n) => ({
    method: 'PUT',
    path: `/tasks/${id}`,
    headers: { 'content-type': 'application/json' },
    setupRequest: (request) => ({ ...request, body: JSON.stringify({ title: `Title ${n} ${Math.random()}` }) }),
  }));
}

function comparePair(
  name: string,
  target: number,
  pair: Pair,
  seconds: number,
  requestsOf: (seeded: SeededService) => Request[],
): Promise<Measurement> {
  const servers = { ours: pair.with.service, bare: pair.without.service };
  const requests = { ours: requestsOf(pair.with), bare: requestsOf(pair.without) };
  return compareThroughput(servers, { name, reference: 'without', ...requests, runs: RUNS, target }, seconds);
}
