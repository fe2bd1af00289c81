import { setTimeout as delay } from 'node:timers/promises';
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import type { Channel } from '../processes/channel.js';
import type { Metrics, MetricsSnapshot, MetricsText } from './metrics.js';

const TOPIC = 'metrics';
/** Milliseconds that a child has to answer in; then its last answer is shown. */
const PATIENCE = 1_000;
/** When a process ends, its counters stay counted; its gauges end with it. */
const LASTING = new Set(['counter', 'histogram']);

/** An average over processes, as of the lag of event loops, would hide the one that is blocked. */
function withHighest(snapshot: MetricsSnapshot): MetricsSnapshot {
  return snapshot.map((metric) => (metric.aggregator === 'average' ? { ...metric, aggregator: 'max' } : metric));
}

/** Answers the parent's questions for the metrics of this process. */
export function offerMetrics(parent: Channel, metrics: Metrics): void {
  parent.answer(TOPIC, () => metrics.snapshot());
}

/** The metrics of this process and all its children, added up. */
export class TotalMetrics {
  private readonly own = new Registry();
  private readonly latest = new Map<Channel, MetricsSnapshot>();
  /** Questions whose answers have not been shown. */
  private readonly asked = new Map<Channel, Promise<void>>();
  private ended: MetricsSnapshot[] = [];

  constructor() {
    collectDefaultMetrics({ register: this.own });
  }

  include(child: Channel): void {
    this.latest.set(child, []);
  }

  /** Goes on counting what a child that has ended had counted when it was last asked: totals never fall. */
  keep(child: Channel): void {
    const counted = this.latest.get(child)?.filter(({ type }) => LASTING.has(String(type))) ?? [];
    this.latest.delete(child);
    this.asked.delete(child);
    this.ended.push(counted);
  }

  async text(): Promise<MetricsText> {
    await Promise.all([...this.latest.keys()].map((child) => this.look(child)));
    this.ended = [await AggregatorRegistry.aggregate(this.ended).getMetricsAsJSON()];
    const own = await this.own.getMetricsAsJSON();
    const snapshots = [...this.latest.values(), own, ...this.ended];
    const total = AggregatorRegistry.aggregate(snapshots.map(withHighest));
    return { body: await total.metrics(), contentType: total.contentType };
  }

  /** An answer that comes too late is shown the next time: it tells of the block, and its reading has begun a new count. */
  private async look(child: Channel): Promise<void> {
    const asked = this.asked.get(child) ?? this.ask(child);
    this.asked.set(child, asked);
    const isAnswered = asked.then(() => true);
    if (await Promise.race([isAnswered, delay(PATIENCE, false, { ref: false })])) this.asked.delete(child);
  }

  private async ask(child: Channel): Promise<void> {
    const snapshot = await child.ask<MetricsSnapshot>(TOPIC).catch(() => undefined);
    if (snapshot && this.latest.has(child)) this.latest.set(child, snapshot);
  }
}
