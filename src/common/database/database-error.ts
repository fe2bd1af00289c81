import { AppError, DatabaseError, DiskFullError, ServiceUnavailableError } from '../errors/app-error.js';

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
  '25P03', // idle_in_transaction_session_timeout: this process stood still
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
]);

/** Class 08 except 08P01: that is a malformed message, such as one with too many parameters. */
const CONNECTION_EXCEPTION = /^08(?!P01)/;

/** The internal_error by which Citus says, among other things, that a node went away during a transaction. */
const INTERNAL_ERROR = 'XX000';

/** What a node of Citus refuses of rows that are copied to it, as those of an INSERT from `unnest`: their code is lost on the way. */
const LOST_CODES: readonly (readonly [message: RegExp, code: string])[] = [
  [/^duplicate key value violates unique constraint "/, '23505'],
  [/^insert or update on table ".+" violates foreign key constraint "/, '23503'],
  [/^new row for relation ".+" violates check constraint "/, '23514'],
  [/^canceling statement due to lock timeout/, '55P03'],
  [/^deadlock detected/, '40P01'],
];

/**
 * node-postgres gives these errors no code. TypeORM gives none to a transaction whose connection broke between
 * statements. The last one comes from Citus.
 */
const UNREACHABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client was closed|Client has encountered a connection error|Cannot use a pool after|Query runner already released|failure on connection marked as essential)/;

/** Codes of PostgreSQL all contain a digit; codes of Node, such as EPERM, do not. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;

function codeOf(error: unknown): unknown {
  const { code, message } = (error ?? {}) as PostgresError;
  if (code !== INTERNAL_ERROR) return code;
  return LOST_CODES.find(([lost]) => lost.test(String(message)))?.[1] ?? code;
}

/** Whether `error` says that the database cannot be reached or has no connection free. */
function isDatabaseUnreachable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as PostgresError;
  if (typeof code === 'string' && code !== INTERNAL_ERROR)
    return UNREACHABLE_CODES.has(code) || CONNECTION_EXCEPTION.test(code);
  return typeof message === 'string' && UNREACHABLE_MESSAGES.test(message);
}

/** PostgreSQL's disk_full. */
const DISK_FULL = '53100';

/** PostgreSQL's lock_not_available: the wait for it took too long. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Whether `error` is the violation of the unique constraint of that name, or of any without one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== '23505') return false;
  return constraint === undefined || violatedBy(error as PostgresError) === constraint;
}

/** Citus names the constraint in the message alone, and adds the number of the shard. */
function violatedBy({ constraint, message }: PostgresError): unknown {
  return constraint ?? /"(\w+?)(_\d+)?"/.exec(String(message))?.[1];
}

/** The classes of data that PostgreSQL cannot take, and of violated constraints. */
const REFUSED = /^2[23]/;

/** Whether PostgreSQL refused a statement for what it says: data that it cannot take, or a violated constraint. */
export function isRefusedData(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === 'string' && REFUSED.test(code);
}

/** Whether PostgreSQL refused a statement for what it says, or after a wait for a lock: its transaction has changed nothing. */
export function isRefusedStatement(error: unknown): boolean {
  return isRefusedData(error) || codeOf(error) === LOCK_NOT_AVAILABLE;
}

/** Whether PostgreSQL broke a transaction off because two waited for each other; it can simply run again. */
export function isDeadlock(error: unknown): boolean {
  return codeOf(error) === '40P01';
}

/** Whether a statement names a table that is not there. */
export function isUndefinedTable(error: unknown): boolean {
  return ((error ?? {}) as PostgresError).code === '42P01';
}

/** The client's view of a failed statement, or undefined when `error` does not come from the database. */
export function toDatabaseAppError(error: unknown): AppError | undefined {
  const code = codeOf(error);
  if (isDatabaseUnreachable(error)) {
    const message = 'The database cannot be reached at the moment, retry in a few seconds';
    return new ServiceUnavailableError(message, { cause: error });
  }
  if (code === DISK_FULL) return new DiskFullError({ cause: error });
  if (code === LOCK_NOT_AVAILABLE) {
    const message = 'Another request is changing the same data at the moment, retry in a few seconds';
    return new ServiceUnavailableError(message, { cause: error });
  }
  return typeof code === 'string' && SQLSTATE.test(code) ? new DatabaseError(error) : undefined;
}
