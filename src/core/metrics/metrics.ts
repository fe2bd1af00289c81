import { Injectable } from '@nestjs/common';
import { type Aggregator, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Configuration } from '#config/configuration.js';

/** An answered request, as it is measured. `route` is the template of the path: few, however many paths there are. */
export interface MeasuredRequest {
  method: string;
  route: string;
  status: number;
  /** Empty for what is not counted. */
  tier: string;
  seconds: number;
}

type GaugeReading = number | Record<string, number>;
type ReadGauge = () => GaugeReading | Promise<GaugeReading>;

/** An answer to GET /metrics. */
export interface MetricsText {
  readonly body: string;
  readonly contentType: string;
}

/** The metrics of one process at one moment. */
export type MetricsSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** A value is shown for so many times as long as it took to read: reading takes at most a twentieth of the time. */
const SHOWN_TIMES = 20;

/** In seconds; the limits that production is held to (100 and 250 ms) are among them. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * What GET /metrics shows: requests, and what other modules add as gauges and counters. While
 * `METRICS_PORT` is unset, requests are not measured and no gauge is read.
 */
@Injectable()
export class Metrics {
  readonly isEnabled: boolean;
  private readonly registry = new Registry();
  private readonly requests: Counter<'method' | 'route' | 'status' | 'tier'>;
  private readonly durations: Histogram<'method' | 'route'>;

  constructor({ metricsPort }: Configuration) {
    this.isEnabled = metricsPort !== null;
    const registers = [this.registry];
    if (this.isEnabled) collectDefaultMetrics({ register: this.registry });
    this.requests = new Counter({
      name: 'http_requests_total',
      help: 'Answered requests by route, status and rate tier.',
      labelNames: ['method', 'route', 'status', 'tier'],
      registers,
    });
    this.durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of its answer.',
      labelNames: ['method', 'route'],
      buckets: BUCKETS,
      registers,
    });
  }

  measureRequest({ method, route, status, tier, seconds }: MeasuredRequest): void {
    this.requests.inc({ method, route, status, tier });
    this.durations.observe({ method, route }, seconds);
  }

  /**
   * Adds a value that is read whenever someone asks; `read` gives it, or one for each value of `label`. It is left out
   * while it cannot be read: the others matter most when the database is away.
   */
  addGauge(name: string, help: string, read: ReadGauge, label?: string): void {
    this.gauge({ name, help, aggregator: 'sum' }, read, label);
  }

  /**
   * Adds a gauge that every process reads alike, as from the database: of several the largest is shown, not the sum. One
   * that takes long to read is read more rarely.
   */
  addSharedGauge(name: string, help: string, read: ReadGauge, label?: string): void {
    this.gauge({ name, help, aggregator: 'max' }, rarelyIfSlow(read), label);
  }

  /** Adds a counter, by the values of `label`. */
  addCounter(name: string, help: string, label: string): (value: string, count?: number) => void {
    const counter = new Counter({ name, help, labelNames: [label], registers: [this.registry] });
    return (value, count = 1) => counter.inc({ [label]: value }, count);
  }

  /** Adds a histogram of seconds. */
  addHistogram(name: string, help: string): (seconds: number) => void {
    const histogram = new Histogram({ name, help, buckets: BUCKETS, registers: [this.registry] });
    return (seconds) => histogram.observe(seconds);
  }

  /** All of it in Prometheus' text format. */
  async text(): Promise<MetricsText> {
    return { body: await this.registry.metrics(), contentType: this.registry.contentType };
  }

  /** All of it as plain objects, to be added up with those of other processes. */
  snapshot(): Promise<MetricsSnapshot> {
    return this.registry.getMetricsAsJSON();
  }

  private gauge(about: { name: string; help: string; aggregator: Aggregator }, read: ReadGauge, label?: string): void {
    const gauge = new Gauge({
      ...about,
      labelNames: label === undefined ? [] : [label],
      registers: [this.registry],
      async collect() {
        // A gauge without labels is 0 once it is reset.
        if (label === undefined) gauge.remove();
        else gauge.reset();
        const reading = await Promise.resolve(read()).catch(() => ({}));
        if (typeof reading === 'number') gauge.set(reading);
        else for (const [value, number] of Object.entries(reading)) gauge.set({ [label ?? '']: value }, number);
      },
    });
  }
}

/** Also for several who ask at once. A failure is not kept, even when `read` throws before it returns. */
function rarelyIfSlow(read: ReadGauge): ReadGauge {
  let last: ReturnType<ReadGauge> | undefined;
  return () => {
    last ??= readOnce();
    return last;
  };

  async function readOnce(): Promise<GaugeReading> {
    const begin = performance.now();
    const forget = () => (last = undefined);
    try {
      const reading = await Promise.resolve().then(read);
      setTimeout(forget, (performance.now() - begin) * SHOWN_TIMES).unref();
      return reading;
    } catch (error) {
      forget();
      throw error;
    }
  }
}
