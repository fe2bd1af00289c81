import { AppError, DatabaseError, ServiceUnavailableError } from '../errors/app-error.js';

/** What node-postgres and TypeORM's QueryFailedError put on an error. */
interface PostgresError {
  code?: unknown;
  constraint?: unknown;
  message?: unknown;
}

const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
]);

/** node-postgres has no codes for these. */
const UNREACHABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client was closed|Query read timeout|Client has encountered a connection error|Cannot use a pool after)/;

/** Whether `error` says that the database cannot be reached or has no connection free (decisions 2.5). */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as PostgresError;
  if (typeof code === 'string' && (UNREACHABLE_CODES.has(code) || code.startsWith('08'))) return true;
  return UNREACHABLE_MESSAGES.test(error.message);
}

/** Whether `error` is the violation of the unique constraint of that name. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const { code, constraint: violated } = (error ?? {}) as PostgresError;
  return code === '23505' && violated === constraint;
}

/** Whether PostgreSQL broke a transaction off because two waited for each other; it can simply run again. */
export function isDeadlock(error: unknown): boolean {
  return ((error ?? {}) as PostgresError).code === '40P01';
}

/** The client's view of a failed statement, or undefined when `error` does not come from the database. */
export function toDatabaseAppError(error: unknown): AppError | undefined {
  if (isDatabaseUnreachable(error)) {
    return new ServiceUnavailableError('The database cannot be reached at the moment, retry in a few seconds', {
      cause: error,
    });
  }
  const { code } = (error ?? {}) as PostgresError;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? new DatabaseError(error) : undefined;
}
