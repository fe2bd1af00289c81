import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { createApplication } from './app.setup.js';
import type { Configuration } from './config/configuration.js';
import { ConfigurationError } from './config/configuration-error.js';
import { requireDatabase } from './core/database/require-database.js';
import { EmbeddedDatabase } from './core/embedded-database/embedded-database.js';
import { openApiDocument } from './core/openapi/openapi.js';
import { DemoCompany, DemoLogin } from './modules/demo/demo-company.service.js';

/** Milliseconds that requests in flight have to finish once the service stops (decisions 12). */
const DRAIN_TIMEOUT = 10_000;
/** Milliseconds that everything else has then. A streamed list could hold up the end for ever. */
const CLOSE_TIMEOUT = 2_000;
/** Of the embedded database, besides those of the request pool: streamed lists, notifications, operators' commands. */
const OTHER_CONNECTIONS = 40;

/** A service that listens. */
export interface RunningService {
  /** The port it listens on. */
  readonly port: number;
  /** Where the embedded database has its files; null: there is none. */
  readonly databaseFolder: string | null;
  /** Where the demo login is kept, when there is a demo company. */
  readonly demoLogin: DemoLogin | null;
  /** Ends requests in flight, then everything the service has started. */
  stop(): Promise<void>;
}

/**
 * Starts the database, when it is the embedded one, and the service on it.
 *
 * @throws ConfigurationError, EmbeddedDatabaseError what the operator can mend, said in one line.
 */
export async function startService(configuration: Configuration, logger: Logger): Promise<RunningService> {
  if (configuration.databaseUrl !== null) {
    await requireDatabase(configuration.databaseUrl);
    return startOn(configuration.databaseUrl, null, configuration, logger);
  }
  const database = await EmbeddedDatabase.start({
    dataDirectory: configuration.dataDirectory,
    log: (line) => logger.debug({ context: 'PostgreSQL' }, line),
    settings: { max_connections: String(configuration.databasePoolSize + OTHER_CONNECTIONS) },
  });
  try {
    return await startOn(database.url, database, configuration, logger);
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function startOn(
  databaseUrl: string,
  database: EmbeddedDatabase | null,
  configuration: Configuration,
  logger: Logger,
): Promise<RunningService> {
  const app = await createApplication(configuration, databaseUrl, logger);
  const demoLogin = database ? await app.get(DemoCompany).prepare(logger) : null;
  if (configuration.processRoles.has('api')) openApiDocument(app);
  await listen(app, configuration);
  const reachable = ['public addresses', ...configuration.outboundAllowedCidrs];
  logger.info(`Webhooks and chat may reach: ${reachable.join(', ')}`);
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { port, databaseFolder: database?.folder ?? null, demoLogin, stop: () => stop(app, database) };
}

async function listen(app: NestFastifyApplication, { port, host }: Configuration): Promise<void> {
  try {
    await app.listen(port, host);
  } catch (error) {
    await app.close();
    switch ((error as NodeJS.ErrnoException).code) {
      case 'EADDRINUSE':
        throw new ConfigurationError(`PORT: ${port} is in use by another program`);
      case 'EACCES':
        throw new ConfigurationError(`PORT: ${port} is not open to the user that the service runs as`);
      case 'EADDRNOTAVAIL':
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
        throw new ConfigurationError(`HOST: ${host} is no address of this machine`);
      default:
        throw error;
    }
  }
}

async function stop(app: NestFastifyApplication, database: EmbeddedDatabase | null): Promise<void> {
  const server = app.getHttpServer();
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT);
  await Promise.race([app.close(), delay(DRAIN_TIMEOUT + CLOSE_TIMEOUT, undefined, { ref: false })]);
  clearTimeout(deadline);
  await database?.stop();
}
