import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { ServiceUnavailableError } from '#common/errors/app-error.js';
import type { DatabaseContext } from '../../company-scope/request-context.js';
import { OWN_WORK } from '../../concurrency-limits/concurrency-limit.js';
import { CancelRequest } from './cancel-request.js';
import { endAtOnce } from './connection.js';

/** Milliseconds that a statement of a request may take. */
const STATEMENT_TIMEOUT = 10_000;
/** Milliseconds before the first look whether the client is still there; most statements end earlier. */
const FIRST_LOOK = 250;
/** Milliseconds that a cancelled statement has to end in; then its connection ends. */
const PATIENCE = 500;

/**
 * Runs a statement, or reads a batch of its rows, on a connection that nothing else uses. Cancels it when it takes too long
 * or the client hangs up. A cancel never hits a later statement: this settles after the cancel has ended,
 * and closes the connection if it does not end.
 *
 * @throws ServiceUnavailableError when it took too long; the reason of the context's signal when the client hung up.
 */
export async function cancellable<T>(context: DatabaseContext, client: Client, run: () => Promise<T>): Promise<T> {
  context.signal?.throwIfAborted();
  const running = run();
  if (context.share === OWN_WORK) return running;
  const watch = new StatementWatch(context, client, running);
  try {
    return await running;
  } catch (error) {
    throw watch.reason ?? error;
  } finally {
    watch.end();
    if (watch.cancelling) await watch.cancelling;
  }
}

/** Looks whether a statement is still wanted. */
class StatementWatch {
  /** Why the statement was cancelled. */
  reason?: Error;
  cancelling?: Promise<void>;
  private timer = setTimeout(() => this.look(), FIRST_LOOK);

  constructor(
    private readonly context: DatabaseContext,
    private readonly client: Client,
    private readonly statement: Promise<unknown>,
  ) {}

  end(): void {
    clearTimeout(this.timer);
    this.context.signal?.removeEventListener('abort', this.onHangUp);
  }

  private look(): void {
    const { signal, statementTimeout = STATEMENT_TIMEOUT } = this.context;
    if (signal?.aborted) {
      this.onHangUp();
      return;
    }
    signal?.addEventListener('abort', this.onHangUp);
    this.timer = setTimeout(() => this.onTimeout(), statementTimeout - FIRST_LOOK);
  }

  private readonly onHangUp = (): void => this.giveUp(this.context.signal?.reason as Error);

  private onTimeout(): void {
    this.giveUp(new ServiceUnavailableError('The request took too long'));
  }

  private giveUp(reason: Error): void {
    this.end();
    this.reason = reason;
    this.cancelling = cancel(this.client, this.statement, this.context.transaction?.begun);
  }
}

/**
 * Cancels a statement. Resolves when it has ended and the cancel can hit no later one; if that does not happen, closes the
 * connection. Waits for `begun` first: without the BEGIN that is sent ahead of it, a statement would be committed by itself.
 */
export async function cancel(client: Client, statement: Promise<unknown>, begun?: Promise<unknown>): Promise<void> {
  let request: CancelRequest | undefined;
  const cancelled = async () => {
    await begun;
    request = new CancelRequest(client);
    await Promise.all([request.closed, statement.catch(() => undefined)]);
    return true;
  };
  const isDone = await Promise.race([cancelled().catch(() => false), delay(PATIENCE, false, { ref: false })]);
  if (isDone) return;
  request?.destroy();
  endAtOnce(client);
}
