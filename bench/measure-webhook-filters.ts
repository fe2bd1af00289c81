import { postJson } from './company.js';
import { compareChanges, compareWrites, type Pair } from './compare-writes.js';
import type { Measurement } from './table.js';

/** As many as a company may have. */
const FILTERS = 20;

/**
 * What filters of webhooks cost those who write (filters 2.3): a company that has none, and the changes of one with twenty
 * webhooks whose filters are asked. None of them hears of the changes, so that nothing but the filters differs.
 */
export async function measureWebhookFilters(pair: Pair, seconds: number): Promise<Measurement[]> {
  const unused = await compareWrites('filters of webhooks that others have', 0.97, pair, seconds);
  for (const { service } of [pair.with, pair.without]) {
    for (let number = 1; number <= FILTERS; number += 1) {
      const filter = `priority >= Medium and (assignee = me or assignee is empty) and estimate < ${number} and not blocked`;
      const input = { url: 'https://9.9.9.9/', events: ['task.deleted'], secret: 'secret', filter };
      await postJson(service, '/webhooks', service.headers, input);
    }
  }
  return [...unused, await compareChanges(`change task with ${FILTERS} filters of webhooks`, 0.7, pair, seconds)];
}
