import { ConfigurationError } from './config/configuration-error.js';
import { EmbeddedDatabaseError } from './core/embedded-database/embedded-database.js';

/** A process of the service does not start; the message is what it says of that. */
export class WorkerError extends Error {}

/** What the operator can mend is said in one line; anything else is a defect and shows its stack. */
export function explainError(error: unknown): string {
  const isExpected = [ConfigurationError, EmbeddedDatabaseError, WorkerError].some((type) => error instanceof type);
  return `${isExpected ? (error as Error).message : (error as Error).stack}\n`;
}
