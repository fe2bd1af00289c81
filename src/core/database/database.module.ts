import { DynamicModule, Logger, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, DataSourceOptions } from 'typeorm';
import { ConcurrencyLimits } from '../concurrency-limits/concurrency-limits.js';
import { connectionOptions, pooledConnectionOptions, requestConnectionOptions } from './pool/connection-options.js';
import { Cursors } from './lists/cursors.js';
import { Database } from './database.js';
import { DiskSpace } from './pool/disk-space.js';
import { Heartbeat } from './pool/heartbeat.js';
import { ListPool } from './pool/list-pool.js';
import { AnswerPlaces } from './lists/answer-places.js';
import { Lists } from './lists/lists.js';
import { ensureDistribution } from './schema/distribution.js';
import { migrate } from './schema/migrate.js';
import { Notifications } from './pool/notifications.js';
import { Plans } from './pool/plans.js';
import { PoolMetrics } from './pool/pool-metrics.js';
import { SharedConnection } from './pool/shared-connection.js';

/**
 * The connections to PostgreSQL. The schema is up to date before any other module starts. Behind a pooler `directUrl` is for
 * what needs a session: migrations and notifications.
 */
@Module({})
export class DatabaseModule {
  static with(databaseUrl: string, options: DataSourceOptions, directUrl: string | null = null): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => ({ ...options, toRetry: () => false }),
          dataSourceFactory: async () => {
            if (directUrl !== null) await migrateDirectly(options, directUrl);
            const dataSource = await new DataSource(options).initialize();
            if (directUrl === null) await migrate(dataSource);
            const note = await ensureDistribution(dataSource);
            if (note !== null) new Logger(DatabaseModule.name).warn(note);
            return dataSource;
          },
        }),
      ],
      providers: [
        AnswerPlaces,
        Cursors,
        Database,
        DiskSpace,
        Heartbeat,
        Lists,
        { provide: Plans, useFactory: () => new Plans() },
        PoolMetrics,
        {
          provide: ListPool,
          inject: [Heartbeat, ConcurrencyLimits],
          useFactory: (heartbeat: Heartbeat, concurrency: ConcurrencyLimits) =>
            new ListPool({ url: databaseUrl, isPooled: directUrl !== null }, heartbeat, concurrency),
        },
        {
          provide: SharedConnection,
          inject: [Plans],
          useFactory: (plans: Plans) => {
            const options = directUrl === null ? requestConnectionOptions : pooledConnectionOptions;
            return new SharedConnection({ ...options, connectionString: databaseUrl }, plans);
          },
        },
        {
          provide: Notifications,
          inject: [Heartbeat],
          useFactory: (heartbeat: Heartbeat) => new Notifications(directUrl ?? databaseUrl, heartbeat),
        },
      ],
      exports: [AnswerPlaces, Database, Lists, Notifications],
    };
  }
}

async function migrateDirectly(options: DataSourceOptions, url: string): Promise<void> {
  const direct = { ...options, url, poolSize: 1, extra: connectionOptions } as DataSourceOptions;
  const dataSource = await new DataSource(direct).initialize();
  await migrate(dataSource).finally(() => dataSource.destroy());
}
