import { pino } from 'pino';
import { announce } from './announcement.js';
import { Configuration, ConfigurationError, loadConfiguration } from './config/configuration.js';
import { EmbeddedDatabaseError } from './core/embedded-database/embedded-database.js';
import { createLogger } from './core/logging/logger.js';
import { startService } from './service.js';

try {
  const configuration: Configuration = loadConfiguration();
  const logger = createLogger(configuration.logLevel);
  const service = await startService(configuration, logger);
  let isStopping = false;
  const stop = (signal: string) => {
    // Ctrl-C arrives twice: from the terminal and from npm.
    if (isStopping) return;
    isStopping = true;
    logger.info(`${signal}: stopping`);
    void service.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.stdout.write(announce(configuration, service));
} catch (error) {
  // What the operator can mend is said in one line; anything else is a defect and shows its stack.
  const isExpected = error instanceof ConfigurationError || error instanceof EmbeddedDatabaseError;
  pino(pino.destination({ fd: 2, sync: true })).fatal(isExpected ? error.message : error);
  process.exit(1);
}
