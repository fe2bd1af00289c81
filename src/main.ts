import '#config/node-version.js';
import '#core/outbound/no-global-fetch.js';
import type { Logger } from 'pino';
import { announce } from './announcement.js';
import { type Configuration, loadConfiguration, loadEnvironmentFile } from '#config/configuration.js';
import { createLogger } from '#core/logging/logger.js';
import { explainError } from './explain-error.js';
import { ensureAddress } from './listen.js';
import { type RunningService, startService } from './start-service.js';

try {
  loadEnvironmentFile();
  const configuration = loadConfiguration();
  const logger = createLogger(configuration.logLevel);
  let service: RunningService | null = null;
  let isStopping = false;
  const stop = (signal: string) => {
    // Ctrl-C arrives twice: from the terminal and from npm.
    if (isStopping) return;
    isStopping = true;
    logger.info(`${signal}: stopping`);
    void (service?.stop() ?? Promise.resolve()).then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  service = await start(configuration, logger);
  const reachable = ['public addresses', ...configuration.outboundAllowedCidrs];
  logger.info(`Webhooks and chat may reach: ${reachable.join(', ')}`);
  process.stdout.write(announce(configuration, service));
} catch (error) {
  process.stderr.write(explainError(error));
  process.exit(1);
}

/** What starts several processes is loaded for them alone. */
async function start(configuration: Configuration, logger: Logger): Promise<RunningService> {
  await ensureAddress(configuration);
  if (configuration.workers === 1) return startService(configuration, logger);
  const { startWorkers } = await import('./start-workers.js');
  return startWorkers(configuration, logger);
}
