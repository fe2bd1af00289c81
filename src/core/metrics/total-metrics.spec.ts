import { Gauge, Registry } from 'prom-client';
import type { Channel } from '../processes/channel.js';
import { TotalMetrics } from './total-metrics.js';

/** A child whose event loop is behind by so many seconds. */
function childWithLag(seconds: number): Channel {
  const registry = new Registry();
  const about = { name: 'nodejs_eventloop_lag_p99_seconds', help: 'Lag.', aggregator: 'average' } as const;
  new Gauge({ ...about, registers: [registry] }).set(seconds);
  return { ask: () => registry.getMetricsAsJSON() } as unknown as Channel;
}

it('shows the lag of the process that is blocked', async () => {
  const metrics = new TotalMetrics();
  for (const seconds of [0.001, 90, 0.002]) metrics.include(childWithLag(seconds));
  expect((await metrics.text()).body).toContain('\nnodejs_eventloop_lag_p99_seconds 90\n');
});
