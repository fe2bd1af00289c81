import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { createApplication } from './app.setup.js';
import type { Configuration } from './config/configuration.js';
import { EmbeddedDatabase } from './core/embedded-database/embedded-database.js';
import { DemoCompany, DemoLogin } from './modules/demo/demo-company.service.js';

/** Milliseconds that requests in flight have to finish once the service stops (decisions 12). */
const DRAIN_TIMEOUT = 10_000;

/** A service that listens. */
export interface RunningService {
  /** The port it listens on. */
  readonly port: number;
  /** Where the demo login is kept, when there is a demo company. */
  readonly demoLogin: DemoLogin | null;
  /** Ends requests in flight, then everything the service has started. */
  stop(): Promise<void>;
}

/** Starts the database, when it is the embedded one, and the service on it. */
export async function startService(configuration: Configuration, logger: Logger): Promise<RunningService> {
  const database =
    configuration.databaseUrl === null
      ? await EmbeddedDatabase.start({
          dataDirectory: configuration.dataDirectory,
          log: (line) => logger.debug({ context: 'PostgreSQL' }, line),
        })
      : null;
  try {
    const app = await createApplication(configuration, configuration.databaseUrl ?? database!.url, logger);
    const demoLogin = database ? await app.get(DemoCompany).prepare() : null;
    await app.listen(configuration.port, configuration.host);
    const { port } = app.getHttpServer().address() as { port: number };
    return { port, demoLogin, stop: () => stop(app, database) };
  } catch (error) {
    await database?.stop();
    throw error;
  }
}

async function stop(app: NestFastifyApplication, database: EmbeddedDatabase | null): Promise<void> {
  const deadline = setTimeout(() => app.getHttpAdapter().getHttpServer().closeAllConnections(), DRAIN_TIMEOUT);
  await app.close();
  clearTimeout(deadline);
  await database?.stop();
}
