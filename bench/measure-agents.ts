import pg from 'pg';
import { postJson } from './company.js';
import type { SeededService } from './measure-first-page.js';
import type { ServerProcess } from './server-process.js';
import { absolute, type Measurement, percentile } from './table.js';

const PROCESSES = 50;
/** The most that an agent may do at once: so many are claimed in a round, then taken back. */
const AT_ONCE = 200;
/** Claims of an agent a day. */
const PER_DAY = 10_000;
const WARM_UP_ROUNDS = 2;

/** What 50 processes of one agent got. */
interface Claims {
  taskIds: string[];
  /** Milliseconds that each call took. */
  durations: number[];
  /** Milliseconds of all rounds. */
  time: number;
}

/** How fast the processes of one agent get their work, and that none gets what another one has. */
export async function measureAgents(
  { service, company }: SeededService,
  databaseUrl: string,
  seconds: number,
): Promise<Measurement[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Keys of agents are made by an ADMIN.
    await client.query(`UPDATE users SET role = 'ADMIN' WHERE id = $1`, [company.userId]);
    const { agentId, keys } = await createAgent(service);
    await delegateAll(client, company.id, agentId);
    const claims: Claims = { taskIds: [], durations: [], time: 0 };
    for (let round = 0; claims.time < seconds * 1_000 && (round + 1) * AT_ONCE <= PER_DAY; round += 1) {
      const claimed = await claimRound(service, keys);
      await endAll(client, company.id);
      claims.taskIds.push(...claimed.taskIds);
      if (round < WARM_UP_ROUNDS) continue;
      claims.durations.push(...claimed.durations);
      claims.time += claimed.time;
    }
    const { taskIds, durations, time } = claims;
    return [
      absolute(`claims of ${PROCESSES} processes of one agent`, (durations.length * 1_000) / time, '/s', {
        least: 200,
      }),
      absolute('tasks that were claimed twice', taskIds.length - new Set(taskIds).size, '', { most: 0 }),
      absolute('next work, p99', percentile(durations, 0.99), ' ms', { most: 1_000 }),
    ];
  } finally {
    await client.end();
  }
}

/** An agent that may do as much as any, and a key for each of its processes. */
async function createAgent(service: ServerProcess): Promise<{ agentId: string; keys: string[] }> {
  const { headers } = service;
  const settings = { work: { concurrent: AT_ONCE, perDay: PER_DAY } };
  const input = { name: 'Agent', role: 'agent', settings };
  const { id } = await postJson<{ id: string }>(service, '/virtual-colleagues', headers, input);
  const keys: string[] = [];
  for (let n = 0; n < PROCESSES; n += 1) {
    const key = { name: `Process ${n}`, colleagueId: id };
    keys.push((await postJson<{ key: string }>(service, '/api-keys', headers, key)).key);
  }
  return { agentId: id, keys };
}

/** What was taken in a round is done after it, so that it does not come again. */
async function endAll(client: pg.Client, companyId: string): Promise<void> {
  await client.query(
    `WITH ended AS (
        UPDATE works SET ended_at = now(), ends_at = NULL, state = 'accepted' WHERE company_id = $1 AND ended_at IS NULL
        RETURNING task_id
      ) UPDATE tasks SET status = 'Done', completed_at = now() WHERE company_id = $1 AND id IN (SELECT task_id FROM ended)`,
    [companyId],
  );
}

/** All tasks are open, not blocked, and the agent's. */
async function delegateAll(client: pg.Client, companyId: string, agentId: string): Promise<void> {
  await client.query('DELETE FROM task_blockers WHERE company_id = $1', [companyId]);
  await client.query(`UPDATE tasks SET delegate_id = $2, status = 'To Do', completed_at = NULL WHERE company_id = $1`, [
    companyId,
    agentId,
  ]);
  await client.query('ANALYZE');
}

/** As many claims at once as there are processes, until the agent has as many as it may. */
async function claimRound(service: ServerProcess, keys: readonly string[]): Promise<Claims> {
  const claims: Claims = { taskIds: [], durations: [], time: 0 };
  const start = performance.now();
  await Promise.all(
    keys.map(async (key) => {
      for (let count = 0; count < AT_ONCE / keys.length; count += 1) {
        const begin = performance.now();
        const headers = { ...service.headers, authorization: `Bearer ${key}` };
        const { work } = await postJson<{ work: { taskId: string } | null }>(service, '/work/next', headers, {});
        claims.durations.push(performance.now() - begin);
        if (!work) throw new Error('A process got no work, though tasks are ready');
        claims.taskIds.push(work.taskId);
      }
    }),
  );
  claims.time = performance.now() - start;
  return claims;
}
