import { Injectable, OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { Metrics } from '../metrics/metrics.js';

/** Shows how the request pool is used. */
@Injectable()
export class PoolMetrics implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    const pool = (this.dataSource.driver as PostgresDriver).master as Pool;
    this.metrics.addGauge(
      'database_pool_connections',
      'Connections of the request pool by what they do; waiting are requests without one.',
      () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
      'state',
    );
  }
}
