import { Gauge, Registry } from 'prom-client';
import type { Channel } from '../processes/channel.js';
import type { MetricsSnapshot } from './metrics.js';
import { TotalMetrics } from './total-metrics.js';

/** What a child says whose event loop is behind by so many seconds. */
function lagOf(seconds: number): Promise<MetricsSnapshot> {
  const registry = new Registry();
  const about = { name: 'nodejs_eventloop_lag_p99_seconds', help: 'Lag.', aggregator: 'average' } as const;
  new Gauge({ ...about, registers: [registry] }).set(seconds);
  return registry.getMetricsAsJSON();
}

function totalOf(...answers: (() => Promise<MetricsSnapshot>)[]): () => Promise<string | undefined> {
  const metrics = new TotalMetrics();
  for (const ask of answers) metrics.include({ ask } as unknown as Channel);
  return async () => /^nodejs_eventloop_lag_p99_seconds (.*)$/m.exec((await metrics.text()).body)?.[1];
}

it('shows the lag of the process that is blocked', async () => {
  const lag = totalOf(...[0.001, 90, 0.002].map((seconds) => () => lagOf(seconds)));
  expect(await lag()).toBe('90');
});

it('shows an answer that came too late the next time, and then asks again', async () => {
  const late = Promise.withResolvers<MetricsSnapshot>();
  const answers = [late.promise, lagOf(60)];
  const lag = totalOf(() => answers.shift()!);
  expect(Number(await lag())).toBeLessThan(60);
  late.resolve(await lagOf(90));
  expect([await lag(), await lag()]).toEqual(['90', '60']);
});
