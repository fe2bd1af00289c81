import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { dataSourceOptions } from '../../../ormconfig.js';
import { ConfigModule } from '../../config/config.module.js';
import type { Configuration } from '../../config/configuration.js';
import { AuditCoreModule } from '../../core/audit/audit-core.module.js';
import { AuthCoreModule } from '../../core/auth/auth-core.module.js';
import { DatabaseModule } from '../../core/database/database.module.js';
import { EventsModule } from '../../core/events/events.module.js';
import { NestLogger } from '../../core/logging/nest-logger.js';
import { MetricsModule } from '../../core/metrics/metrics.module.js';
import { SecretsModule } from '../../core/secrets/secrets.module.js';
import { SharesModule } from '../../core/shares/shares.module.js';
import { OperatorModule } from '../../modules/operator/operator.module.js';
import { OperatorService } from '../../modules/operator/operator.service.js';
import { withServiceDatabase } from '../service-database.js';

const POOL_SIZE = 2;

/** As little of the service as a command needs: nothing listens, nothing runs by the clock. */
@Module({})
class CommandModule {}

/**
 * Gives `work` the operations on the service's database.
 *
 * @throws ConfigurationError, EmbeddedDatabaseError what the operator can mend, said in one line.
 */
export function withOperator<Result>(
  configuration: Configuration,
  logger: Logger,
  work: (operator: OperatorService) => Promise<Result>,
): Promise<Result> {
  return withServiceDatabase(configuration, async (databaseUrl) => {
    const context = await createContext(configuration, databaseUrl, logger);
    try {
      return await work(context.get(OperatorService));
    } finally {
      await context.close();
    }
  });
}

function createContext(
  configuration: Configuration,
  databaseUrl: string,
  logger: Logger,
): Promise<INestApplicationContext> {
  const module = {
    module: CommandModule,
    imports: [
      // The port of the metrics is the service's.
      ConfigModule.with({ ...configuration, metricsPort: null }),
      DatabaseModule.with(databaseUrl, dataSourceOptions(databaseUrl, POOL_SIZE)),
      AuditCoreModule,
      AuthCoreModule,
      EventsModule,
      MetricsModule,
      SecretsModule,
      SharesModule,
      OperatorModule,
    ],
  };
  return NestFactory.createApplicationContext(module, { logger: new NestLogger(logger), abortOnError: false });
}
