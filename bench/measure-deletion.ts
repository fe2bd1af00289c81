import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Company, creationIn, oneInTurn, postJson, register, seenLater } from './company.js';
import type { SeededService } from './measure-first-page.js';
import { absolute, type Measurement } from './table.js';

/** Milliseconds between the requests of others. */
const INTERVAL = 50;
const LONGEST = 1_000;
const MOST_MEMORY = 100;

/**
 * What others notice while a project with all the tasks of the company is deleted: the slowest of the
 * requests of another company, and of the same company in another project.
 */
export async function measureDeletion(
  { service, company }: SeededService,
  databaseUrl: string,
): Promise<Measurement[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`UPDATE users SET role = 'OWNER' WHERE id = $1`, [company.userId]);
    const project = await postJson<{ id: string }>(service, '/projects', service.headers, { name: 'Another' });
    const same: Company = { id: company.id, projectId: project.id, headers: service.headers };
    const requests = [same, await register(service, 'neighbour')].flatMap((of) => [
      creationIn(of),
      { method: 'GET', path: '/tasks?page=1', headers: of.headers },
      { method: 'GET', path: `/projects/${of.projectId}`, headers: of.headers },
    ]);
    for (const request of requests) await send(request);
    const before = await service.probe();
    const deletion = send({ method: 'DELETE', path: `/projects/${company.projectIds[0]}`, headers: service.headers });
    let isUnderWay = true;
    const ended = deletion.finally(() => (isUnderWay = false));
    const others: Promise<number>[] = [];
    for (let count = 0; isUnderWay; count += 1) {
      others.push(seenLater(send(oneInTurn(requests, count))));
      await Promise.race([ended, delay(INTERVAL)]);
    }
    const duration = `answered after ${((await ended) / 1000).toFixed(1)} s`;
    const slowest = Math.max(...(await Promise.all(others)));
    const memory = ((await service.probe()).peakMemory - before.peakMemory) / 1e6;
    const name = `deletion of a project of ${company.tasks.toLocaleString('en')} tasks`;
    return [
      { ...absolute(`${name}, slowest other request`, slowest, ' ms', { most: LONGEST }), reference: duration },
      absolute(`${name}, growth of memory`, memory, ' MB', { most: MOST_MEMORY }),
    ];
  } finally {
    await client.end();
  }

  /** How long the answer took, in milliseconds. */
  async function send({ path, ...request }: { method: string; path: string; headers: Record<string, string> }) {
    const start = performance.now();
    const headers = { ...service.headers, ...request.headers };
    const response = await fetch(`${service.origin}${service.basePath}${path}`, { ...request, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${request.method} ${path}: ${response.status} ${text}`);
    return performance.now() - start;
  }
}
