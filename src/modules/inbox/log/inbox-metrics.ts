import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '#core/metrics/metrics.js';
import { InboxLogRepository } from './inbox-log.repository.js';

/** Shows how far the inbox is behind the log. */
@Injectable()
export class InboxMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly log: InboxLogRepository,
  ) {}

  onModuleInit(): void {
    const help = 'How long the oldest event that the inbox has not read has been there.';
    this.metrics.addSharedGauge('inbox_lag_seconds', help, () => this.log.findLag());
  }
}
