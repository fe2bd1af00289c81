import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { dataSourceOptions } from '../../../ormconfig.js';
import { ConfigModule } from '../../config/config.module.js';
import { type Configuration, ConfigurationError } from '../../config/configuration.js';
import { AuthCoreModule } from '../../core/auth/auth-core.module.js';
import { DatabaseModule } from '../../core/database/database.module.js';
import { requireDatabase } from '../../core/database/require-database.js';
import { EmbeddedDatabase } from '../../core/embedded-database/embedded-database.js';
import { EventsModule } from '../../core/events/events.module.js';
import { NestLogger } from '../../core/logging/nest-logger.js';
import { MetricsModule } from '../../core/metrics/metrics.module.js';
import { OperatorModule } from '../../modules/operator/operator.module.js';
import { OperatorService } from '../../modules/operator/operator.service.js';

const POOL_SIZE = 2;

/** As little of the service as a command needs: nothing listens, nothing runs by the clock. */
@Module({})
class CommandModule {}

/**
 * Gives `work` the service's database: that of `DATABASE_URL`, or the embedded one, of a running service or started for
 * as long as it takes.
 *
 * @throws ConfigurationError, EmbeddedDatabaseError what the operator can mend, said in one line.
 */
export async function withOperator<Result>(
  configuration: Configuration,
  logger: Logger,
  work: (operator: OperatorService) => Promise<Result>,
): Promise<Result> {
  const database = await reachDatabase(configuration);
  try {
    const context = await createContext(configuration, database.url, logger);
    try {
      return await work(context.get(OperatorService));
    } finally {
      await context.close();
    }
  } finally {
    await database.stop();
  }
}

async function reachDatabase({
  databaseUrl,
  dataDirectory,
}: Configuration): Promise<Pick<EmbeddedDatabase, 'url' | 'stop'>> {
  if (databaseUrl !== null) {
    await requireDatabase(databaseUrl);
    return { url: databaseUrl, stop: () => Promise.resolve() };
  }
  if (!existsSync(join(dataDirectory, 'postgres'))) {
    throw new ConfigurationError(`DATA_DIR: there is no database in ${dataDirectory} yet: start the service first`);
  }
  return EmbeddedDatabase.reach({ dataDirectory, log: () => undefined });
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
      AuthCoreModule,
      EventsModule,
      MetricsModule,
      OperatorModule,
    ],
  };
  return NestFactory.createApplicationContext(module, { logger: new NestLogger(logger), abortOnError: false });
}
