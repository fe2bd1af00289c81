import { ConfigurationError } from './config/configuration-error.js';
import { EmbeddedDatabaseError } from './core/embedded-database/embedded-database.js';

/** A process of the service did not start; the message is its explanation. */
export class WorkerError extends Error {}

/** One line for an error that the operator can fix. Any other error is a defect and shows its stack. */
export function explainError(error: unknown): string {
  const isExpected = [ConfigurationError, EmbeddedDatabaseError, WorkerError].some((type) => error instanceof type);
  return `${isExpected ? (error as Error).message : (error as Error).stack}\n`;
}
