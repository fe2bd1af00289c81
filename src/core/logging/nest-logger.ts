import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Writes what Nest and its `Logger` say through the service's logger, with `context` as a field. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  /** Nest announces every module and route; that is detail. What operators are to see is a warning or an error. */
  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  error(message: unknown, stack?: string, context?: string): void {
    this.logger.error({ context, stack }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
}
