import { Injectable, OnModuleInit } from '@nestjs/common';
import { Metrics } from '../../metrics/metrics.js';
import { Database } from '../database.js';

/** Shows how the request pool is used. */
@Injectable()
export class PoolMetrics implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.addGauge(
      'database_pool_connections',
      'Connections of the request pool by what they do; waiting are requests without one.',
      () => ({ ...this.database.poolUse }),
      'state',
    );
  }
}
