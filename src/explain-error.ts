import { ConfigurationError } from './config/configuration-error.js';
import { EmbeddedDatabaseError } from './core/embedded-database/embedded-database.js';

/** What the operator can mend is said in one line; anything else is a defect and shows its stack. */
export function explainError(error: unknown): string {
  const isExpected = error instanceof ConfigurationError || error instanceof EmbeddedDatabaseError;
  return `${isExpected ? error.message : (error as Error).stack}\n`;
}
