import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { oneInTurn, postJson } from './company.js';
import { compareChanges, compareWrites, type Pair, type SeededDatabase } from './compare-writes.js';
import { FILTERS } from './filters.js';
import type { Measurement } from './table.js';

/** As many as a company may have. */
const WEBHOOKS = 20;

/**
 * What filters of webhooks cost those who write: a company that has none, and the changes of one with twenty
 * webhooks, whose filters are asked. None of them hears of the changes, so that nothing but the filters differs.
 */
export async function measureWebhookFilters(pair: Pair, seconds: number): Promise<Measurement[]> {
  const unused = await compareWrites('filters of webhooks that others have', 0.97, pair, seconds);
  for (const seeded of [pair.with, pair.without]) {
    await promote(seeded);
    const { service } = seeded;
    for (let number = 0; number < WEBHOOKS; number += 1) {
      const { filter } = oneInTurn(FILTERS, number);
      const input = { url: 'https://9.9.9.9/', events: ['task.deleted'], secret: 'secret', filter };
      await postJson(service, '/webhooks', service.headers, input);
    }
  }
  return [...unused, await compareChanges(`change task with ${WEBHOOKS} filters of webhooks`, 0.7, pair, seconds)];
}

/** Makes an ADMIN of the seeded user, behind the service's back: it takes nobody's word for longer than a second. */
async function promote({ databaseUrl, company }: SeededDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`UPDATE users SET role = 'ADMIN' WHERE company_id = $1 AND id = $2`, [company.id, company.userId]);
  await client.end();
  await delay(1_500);
}
