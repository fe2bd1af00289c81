import { announce } from './announcement.js';
import { loadConfiguration, loadEnvironmentFile } from './config/configuration.js';
import { createLogger } from './core/logging/logger.js';
import { explainError } from './explain-error.js';
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
  service = await startService(configuration, logger);
  process.stdout.write(announce(configuration, service));
} catch (error) {
  process.stderr.write(explainError(error));
  process.exit(1);
}
