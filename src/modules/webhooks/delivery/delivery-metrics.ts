import { Injectable, OnModuleInit } from '@nestjs/common';
import { Metrics } from '#core/metrics/metrics.js';
import { DeliveryQueueRepository } from './delivery-queue.repository.js';

/** Shows what waits to be delivered, over all instances, and what this one has attempted. */
@Injectable()
export class DeliveryMetrics implements OnModuleInit {
  private readonly countAttempt: (result: string) => void;

  constructor(
    private readonly queue: DeliveryQueueRepository,
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
      this.queue.countPending(),
    );
    this.metrics.addSharedGauge(
      'webhook_delivery_lag_seconds',
      'How long the delivery that is due longest has been due.',
      () => this.queue.findLag(),
    );
  }

  countAttempts(outcomes: readonly { result: string; attempt: object | null }[]): void {
    for (const { result, attempt } of outcomes) if (attempt) this.countAttempt(result === 'gone' ? 'failed' : result);
  }
}
