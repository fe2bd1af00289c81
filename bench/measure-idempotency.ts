import { randomUUID } from 'node:crypto';
import type { Request } from 'autocannon';
import { creation } from './compare-with-bare.js';
import type { SeededService } from './measure-first-page.js';
import { compareThroughput } from './measure-throughput.js';
import type { Measurement } from './table.js';

const RUNS = 5;

/** The cost of keeping the answers of creations, each with its own `Idempotency-Key`. */
export function compareIdempotency({ service, company }: SeededService, seconds: number): Promise<Measurement> {
  // The same work for who asks, with and without.
  const withOwn = (header: string): Request[] =>
    company.projectIds.map((projectId) => ({
      ...creation({ projectId }),
      setupRequest: (request) => ({ ...request, headers: { ...request.headers, [header]: randomUUID() } }),
    }));
  return compareThroughput(
    { ours: service, bare: service },
    {
      name: 'create task with an Idempotency-Key',
      reference: 'without',
      ours: withOwn('idempotency-key'),
      bare: withOwn('x-ignored'),
      runs: RUNS,
      target: 0.85,
    },
    seconds,
  );
}
