import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../ormconfig.js';
import { createApplication } from './app.setup.js';
import type { Configuration } from '#config/configuration.js';
import { connectionOptions } from '#core/database/pool/connection-options.js';
import { migrate } from '#core/database/schema/migrate.js';
import { Metrics } from '#core/metrics/metrics.js';
import { openApiDocument } from '#core/openapi/openapi.js';
import { DemoCompany, DemoLogin } from '#modules/demo/demo-company.service.js';
import { listen } from './listen.js';
import { openDatabase } from './open-database.js';

/** Milliseconds that requests in flight have to finish once the service stops. */
const DRAIN_TIMEOUT = 10_000;
/** Milliseconds that everything else has then. A streamed list could hold up the end for ever. */
const CLOSE_TIMEOUT = 2_000;

/** A service that listens. */
export interface RunningService {
  /** The port it listens on. */
  readonly port: number;
  /** The folder of the embedded database; null without one. */
  readonly databaseFolder: string | null;
  /** The demo login and its file, when there is a demo company. */
  readonly demoLogin: DemoLogin | null;
  /** Ends requests in flight, then everything the service has started. */
  stop(): Promise<void>;
}

/** An application that listens, in this process. */
export interface RunningApplication extends Omit<RunningService, 'databaseFolder'> {
  readonly metrics: Metrics;
}

/**
 * Starts the database, when it is the embedded one, and the service on it, all in this process.
 *
 * @throws ConfigurationError, EmbeddedDatabaseError what the operator can mend, said in one line.
 */
export async function startService(configuration: Configuration, logger: Logger): Promise<RunningService> {
  const database = await openDatabase(configuration, logger);
  try {
    const application = await startApplication(configuration, database.url, logger, database.folder !== null);
    const stop = async () => {
      await application.stop();
      await database.stop();
    };
    return { ...application, databaseFolder: database.folder, stop };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/**
 * Starts the service on a database that can be used.
 *
 * @param mayMakeDemo whether this process makes the demo company, or reads its login.
 * @throws ConfigurationError
 */
export async function startApplication(
  configuration: Configuration,
  databaseUrl: string,
  logger: Logger,
  mayMakeDemo: boolean,
): Promise<RunningApplication> {
  await migrateFirst(configuration.databaseDirectUrl ?? databaseUrl);
  const app = await createApplication(configuration, databaseUrl, logger);
  const demoLogin = mayMakeDemo ? await app.get(DemoCompany).prepareCompany(logger) : null;
  if (configuration.processRoles.has('api')) openApiDocument(app);
  await listen(app, configuration);
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { port, demoLogin, metrics: app.get(Metrics), stop: () => stop(app) };
}

/** Nest would migrate, too, but reports a database of another version as a defect, in several lines. */
async function migrateFirst(url: string): Promise<void> {
  const dataSource = await new DataSource(dataSourceOptions(url, 1, connectionOptions)).initialize();
  await migrate(dataSource).finally(() => dataSource.destroy());
}

async function stop(app: NestFastifyApplication): Promise<void> {
  const server = app.getHttpServer();
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT);
  await Promise.race([app.close(), delay(DRAIN_TIMEOUT + CLOSE_TIMEOUT, undefined, { ref: false })]);
  clearTimeout(deadline);
}
