import { DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, DataSourceOptions } from 'typeorm';
import { Shares } from '../shares/shares.js';
import { Database } from './database.js';
import { Heartbeat } from './heartbeat.js';
import { ListPool } from './list-pool.js';
import { Lists } from './lists.js';
import { migrate } from './migrate.js';
import { Notifications } from './notifications.js';
import { PoolMetrics } from './pool-metrics.js';

/** The connections to PostgreSQL. The schema is up to date before any other module starts. */
@Module({})
export class DatabaseModule {
  static with(databaseUrl: string, options: DataSourceOptions): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => ({ ...options, retryAttempts: 0 }),
          dataSourceFactory: async () => {
            const dataSource = await new DataSource(options).initialize();
            await migrate(dataSource);
            return dataSource;
          },
        }),
      ],
      providers: [
        Database,
        Heartbeat,
        Lists,
        PoolMetrics,
        {
          provide: ListPool,
          inject: [Heartbeat, Shares],
          useFactory: (heartbeat: Heartbeat, shares: Shares) => new ListPool(databaseUrl, heartbeat, shares),
        },
        {
          provide: Notifications,
          inject: [Heartbeat],
          useFactory: (heartbeat: Heartbeat) => new Notifications(databaseUrl, heartbeat),
        },
      ],
      exports: [Database, Lists, Notifications],
    };
  }
}
