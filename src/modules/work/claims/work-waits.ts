import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { holderOf } from '#core/access/agent.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import type { ConcurrencyLimit } from '#core/concurrency-limits/concurrency-limit.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { WorkMetrics } from '../work-metrics.js';
import { ReadyCounts } from './ready-counts.js';

/** Calls that wait in this process; half of them of one company. */
const SLOTS = 200;
/** Milliseconds between two looks for an agent: a waiting call answers within a second. */
const INTERVAL = 400;

/** What one look found, for all calls of an agent that wait. */
interface Look {
  readonly at: number;
  readonly ready: Promise<number>;
}

/** Has calls wait until something is ready, without a connection of the database. */
@Injectable()
export class WorkWaits implements OnModuleDestroy {
  private readonly slots: ConcurrencyLimit;
  private readonly turns: ConcurrencyLimit;
  private readonly stopping = new AbortController();
  private readonly looks = new Map<string, Look>();

  constructor(
    private readonly counts: ReadyCounts,
    private readonly metrics: WorkMetrics,
    concurrency: ConcurrencyLimits,
  ) {
    this.turns = concurrency.create('work-claims', { slots: Infinity, most: 1 });
    this.slots = concurrency.create('work-waits', { slots: SLOTS });
  }

  /** Waiting calls are answered when the process stops. */
  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /**
   * Claims of one agent wait for each other: in this process, before they take a connection.
   *
   * @throws BusyError
   */
  inTurn<Result>(context: RequestContext, claim: (context: RequestContext) => Promise<Result>): Promise<Result> {
    const turn = { share: context.agent?.id ?? context.share, longestWait: context.longestWait };
    return this.turns.inTurn(turn, (longestWait) => claim({ ...context, longestWait }));
  }

  /** Calls `attempt` until it gives something or the time is over; undefined when the client has hung up. */
  async waitUntil<Result>(
    context: RequestContext,
    seconds: number,
    gone: AbortSignal,
    attempt: () => Promise<{ result: Result; isFinal: boolean }>,
  ): Promise<Result> {
    const end = performance.now() + seconds * 1_000;
    const first = await this.timed(attempt);
    const release = first.isFinal || seconds === 0 ? undefined : this.slots.tryTake(context.share);
    if (!release) return first.result;
    try {
      return await this.repeat(context, end, gone, { ...first, attempt });
    } finally {
      release();
    }
  }

  private async timed<Attempted extends { isFinal: boolean }>(attempt: () => Promise<Attempted>): Promise<Attempted> {
    const begin = performance.now();
    const attempted = await attempt();
    if (attempted.isFinal) this.metrics.noteClaim((performance.now() - begin) / 1_000);
    return attempted;
  }

  private async repeat<Result>(
    context: RequestContext,
    end: number,
    gone: AbortSignal,
    { result, attempt }: { result: Result; attempt: () => Promise<{ result: Result; isFinal: boolean }> },
  ): Promise<Result> {
    let last = result;
    const signal = AbortSignal.any([gone, this.stopping.signal]);
    while (!signal.aborted) {
      const left = end - performance.now();
      if (left <= 0) return last;
      await delay(Math.min(INTERVAL, left), undefined, { signal }).catch(() => undefined);
      if (signal.aborted || (await this.ready(context)) === 0 || gone.aborted) continue;
      const next = await this.timed(attempt);
      if (next.isFinal) return next.result;
      last = next.result;
    }
    return last;
  }

  /** One look serves all calls of the agent that wait. */
  private ready(context: RequestContext): Promise<number> {
    const key = holderOf(context) ?? '';
    const known = this.looks.get(key);
    if (known && performance.now() - known.at < INTERVAL / 2) return known.ready;
    const ready = this.counts.countReady(context).catch(() => 0);
    this.looks.set(key, { at: performance.now(), ready });
    void ready.finally(() => {
      setTimeout(() => {
        if (this.looks.get(key)?.ready === ready) this.looks.delete(key);
      }, INTERVAL).unref();
    });
    return ready;
  }
}
