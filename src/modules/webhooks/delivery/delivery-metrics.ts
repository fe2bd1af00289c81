import { Injectable, OnModuleInit } from '@nestjs/common';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Metrics } from '#core/metrics/metrics.js';

/** Shows what waits to be delivered, over all instances, and what this one has attempted. */
@Injectable()
export class DeliveryMetrics implements OnModuleInit {
  private readonly countAttempt: (result: string) => void;

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
  ) {
    this.countAttempt = metrics.addCounter(
      'webhook_delivery_attempts_total',
      'Attempts of deliveries by this process and their result.',
      'result',
    );
  }

  onModuleInit(): void {
    this.metrics.addSharedGauge('webhook_deliveries_pending', 'Deliveries that wait for an attempt.', () =>
      this.read('count(*)'),
    );
    this.metrics.addSharedGauge(
      'webhook_delivery_lag_seconds',
      'How long the delivery that is due longest has been due.',
      () => this.read('greatest(0, coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0))'),
    );
  }

  count(outcomes: readonly { result: string; attempt: object | null }[]): void {
    for (const { result, attempt } of outcomes) if (attempt) this.countAttempt(result === 'gone' ? 'failed' : result);
  }

  private async read(value: string): Promise<number> {
    const text = `SELECT ${value} AS value FROM webhook_deliveries WHERE status = 'pending'`;
    return (await this.database.row<{ value: number }>(OWN_WORK_CONTEXT, { text }))?.value ?? 0;
  }
}
