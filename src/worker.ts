import '#core/outbound/no-global-fetch.js';
import { loadConfiguration } from '#config/configuration.js';
import { requestShutDownOfOrphan } from '#core/embedded-database/postgres-server.js';
import { createLogger } from '#core/logging/logger.js';
import { offerMetrics } from '#core/metrics/total-metrics.js';
import { parentChannel } from '#core/processes/channel.js';
import { explainError } from './explain-error.js';
import { type RunningApplication, startApplication } from './start-service.js';

/** What the parent tells a process that shall start. */
export interface StartOrder {
  readonly databaseUrl: string;
  /** Where the embedded database has its files. */
  readonly databaseFolder: string | null;
  readonly mayMakeDemo: boolean;
}

/** What the process answers once it listens. */
export type Started = Pick<RunningApplication, 'port' | 'demoLogin'>;
export type StartAnswer = Started | { readonly failure: string };

// One of `WORKERS` processes: `start-workers.ts` is its parent.
const parent = parentChannel();
const configuration = loadConfiguration();
const logger = createLogger(configuration.logLevel);
let application: RunningApplication | null = null;
let isStopping = false;

const stop = () => {
  if (isStopping) return;
  isStopping = true;
  void (application?.stop() ?? Promise.resolve()).then(() => process.exit(0));
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

parent.answer('start', async ({ databaseUrl, databaseFolder, mayMakeDemo }: StartOrder): Promise<StartAnswer> => {
  try {
    if (databaseFolder !== null) process.once('exit', () => endWithParent(databaseUrl, databaseFolder));
    application = await startApplication(configuration, databaseUrl, logger, mayMakeDemo);
  } catch (error) {
    setImmediate(() => process.exit(1));
    return { failure: explainError(error).trimEnd() };
  }
  offerMetrics(parent, application.metrics);
  const { port, demoLogin } = application;
  return { port, demoLogin };
});

/** The embedded database of a killed parent ends with its children. */
function endWithParent(databaseUrl: string, databaseFolder: string): void {
  if (!process.connected) requestShutDownOfOrphan(databaseFolder, Number(new URL(databaseUrl).port));
}
