import { ConfigurationError } from '#config/configuration-error.js';
import { EmbeddedDatabaseError } from '#core/embedded-database/embedded-database.js';
import { LostProcessError } from '#core/processes/lost-process-error.js';

/** A process of the service did not start; the message is its explanation. */
export class WorkerError extends Error {}

const EXPECTED = [ConfigurationError, EmbeddedDatabaseError, LostProcessError, WorkerError];

/** One line for an error that the operator can fix. Any other error is a defect and shows its stack. */
export function explainError(error: unknown): string {
  const isExpected = EXPECTED.some((type) => error instanceof type);
  return `${isExpected ? (error as Error).message : (error as Error).stack}\n`;
}
