import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

/**
 * The service's one logger: JSON lines on standard output, readable ones on a terminal. Lines of a request carry its
 * `traceId`. Errors are logged without what libraries hang on them, such as a statement's parameters.
 */
export function createLogger(level: string, destination: DestinationStream = standardOutput()): Logger {
  return pino({ level, serializers: { err: serializeError } }, destination);
}

/** Lines are written together, at the latest after 100 ms: each write is a system call. What is left goes out at the exit. */
function standardOutput(): DestinationStream {
  if (process.stdout.isTTY) return pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' });
  return pino.destination({ fd: 1, sync: false, minLength: 8_192, periodicFlush: 100 });
}

function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return { type: error.name, message: error.message, code, constraint, stack: error.stack };
}
