import { Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { dataSourceOptions } from '../../ormconfig.js';
import { ConfigModule } from '#config/config.module.js';
import type { Configuration } from '#config/configuration.js';
import { AuditCoreModule } from '#core/audit/audit-core.module.js';
import { AuthCoreModule } from '#core/access/auth-core.module.js';
import { DatabaseModule } from '#core/database/database.module.js';
import { EventsModule } from '#core/events/events.module.js';
import { NestLogger } from '#core/logging/nest-logger.js';
import { HooksModule } from '#core/hooks/hooks.module.js';
import { MetricsModule } from '#core/metrics/metrics.module.js';
import { SecretsModule } from '#core/secrets/secrets.module.js';
import { ConcurrencyLimitsModule } from '#core/concurrency-limits/concurrency-limits.module.js';
import { withServiceDatabase } from './service-database.js';

const POOL_SIZE = 2;

/** As little of the service as a command needs: nothing listens, nothing runs by the clock. */
@Module({})
class CommandModule {}

/** Where what a command needs is taken from. */
export type Get = <T>(type: Type<T>) => T;

/**
 * Gives `work` what a module exports, on the service's database.
 *
 * @throws ConfigurationError, EmbeddedDatabaseError what the operator can mend, said in one line.
 */
export function withModule<Result>(
  configuration: Configuration,
  logger: Logger,
  commandModule: Type,
  work: (get: Get) => Promise<Result>,
): Promise<Result> {
  return withServiceDatabase(configuration, async (databaseUrl) => {
    const module = {
      module: CommandModule,
      imports: [
        // The port of the metrics is the service's.
        ConfigModule.with({ ...configuration, metricsPort: null }),
        DatabaseModule.with(databaseUrl, dataSourceOptions(databaseUrl, POOL_SIZE)),
        AuditCoreModule,
        AuthCoreModule,
        EventsModule,
        HooksModule,
        MetricsModule,
        SecretsModule,
        ConcurrencyLimitsModule,
        commandModule,
      ],
    };
    const context = await NestFactory.createApplicationContext(module, {
      logger: new NestLogger(logger),
      abortOnError: false,
    });
    try {
      return await work((type) => context.get(type));
    } finally {
      await context.close();
    }
  });
}
