import {
  type BeforeApplicationShutdown,
  Inject,
  Logger,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { Configuration, type ProcessRole } from '#config/configuration.js';
import { Metrics } from '../metrics/metrics.js';

/** How often a piece of work is begun without getting any further: its process died, or it lost its lease. */
const MOST_ATTEMPTS = 3;
export const TOO_OFTEN = 'It was begun three times, and each time its process ended before it got any further';

/** A piece of work that this process alone may do until its lease ends. */
export interface Leased {
  readonly companyId: string;
  readonly id: string;
  readonly leaseId: string;
  /** How often it was begun since it last got further, this time too: the database counts before the work begins. */
  readonly attempts: number;
}

/** Another process has taken over, or the work is gone: this one stops. */
export class LostLeaseError extends Error {
  constructor() {
    super('It is gone, or another process works on it: this one did not renew its lease in time');
  }
}

/** Why a process leaves a piece of work that is not done. A stop of the process is no attempt. */
export type Leaving = 'stopped' | 'failed';

interface WorkerOptions {
  /** What it works on, as metrics name it: `mail` counts `mail_attempts_total`. */
  readonly name: string;
  readonly role: ProcessRole;
  /** SQL that selects the companies with work, by an index, for `DueWork`; left out by who looks itself. */
  readonly companies?: string;
  /** Pieces of work at once in this process. */
  readonly slots: number;
  /** Milliseconds between two renewals of a lease; left out where the lease outlasts the work. */
  readonly renewal?: number;
}

/** Whether it is to be given up. */
export function wasBegunTooOften({ attempts }: Pick<Leased, 'attempts'>): boolean {
  return attempts > MOST_ATTEMPTS;
}

/**
 * Does the work of a queue in the processes of one role. `DueWork` polls for work, and `wake` is a hint that there is
 * some. The lease is renewed while `step` runs, and given back when the process stops. Work that was begun three
 * times and never ended is given up: it may be what kills the processes.
 */
export abstract class LeasedWorker<Work extends Leased>
  implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown
{
  @Inject(Configuration)
  protected readonly configuration: Configuration;
  @Inject(Metrics)
  protected readonly metrics: Metrics;
  protected readonly logger = new Logger(this.constructor.name);
  private count: (outcome: string) => void;
  private readonly stopping = new AbortController();
  private readonly atWork = new Set<Promise<void>>();
  private looking: Promise<void> | undefined;
  private isWanted = false;

  protected constructor(readonly options: WorkerOptions) {}

  /** Takes at most so many that are due, each with a lease, and counts the attempt. */
  protected abstract take(most: number): Promise<readonly Work[]>;
  /** Does it, and writes what came of it, which ends the lease. Returns the outcome for the metric. The signal says that the process stops, or that the lease is lost. */
  protected abstract step(work: Work, signal: AbortSignal): Promise<string>;
  /** Ends it for good, with the reason where people look for it. */
  protected abstract giveUp(work: Work, reason: string): Promise<void>;
  /** Gives the lease back. */
  protected abstract release(work: Work, leaving: Leaving): Promise<void>;
  /** @throws LostLeaseError */
  protected renew(_work: Work): Promise<void> {
    return Promise.resolve();
  }
  /** What is done before each look for work. */
  protected prepare(): Promise<void> {
    return Promise.resolve();
  }

  protected get isWorker(): boolean {
    return this.configuration.processRoles.has(this.options.role);
  }

  protected get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  onModuleInit(): void {
    const { name } = this.options;
    const help = `Attempts of this process, by outcome: ${name}.`;
    this.count = this.metrics.addCounter(`${name}_attempts_total`, help, 'outcome');
  }

  /** From now on, nothing is begun. */
  onModuleDestroy(): void | Promise<void> {
    this.stopping.abort();
  }

  /** Waits until what was begun has ended, or has given its lease back. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.looking;
    await Promise.all(this.atWork);
  }

  /** Looks for work now. Resolves when what there is has begun. */
  async wake(): Promise<void> {
    if (this.isStopping || !this.isWorker) return;
    this.isWanted = true;
    this.looking ??= this.look().finally(() => {
      this.looking = undefined;
      // A hint that came as the look ended.
      if (this.isWanted) void this.wake();
    });
    await this.looking;
  }

  private async look(): Promise<void> {
    try {
      while (this.isWanted && !this.isStopping) {
        this.isWanted = false;
        await this.prepare();
        await this.fillSlots();
      }
    } catch (error) {
      this.isWanted = false;
      this.logger.warn(`No ${this.options.name} can be worked on at the moment: ${(error as Error).message}`);
    }
  }

  private async fillSlots(): Promise<void> {
    for (let free = this.options.slots; free > 0 && !this.isStopping;) {
      free = this.options.slots - this.atWork.size;
      const taken = free > 0 ? await this.take(free) : [];
      if (taken.length === 0) return;
      for (const work of taken) this.begin(work);
    }
  }

  private begin(work: Work): void {
    const attempt = this.attempt(work).finally(() => {
      this.atWork.delete(attempt);
      void this.wake();
    });
    this.atWork.add(attempt);
  }

  private async attempt(work: Work): Promise<void> {
    const lost = new AbortController();
    const renew = () =>
      this.renew(work).catch((error: unknown) => {
        if (error instanceof LostLeaseError) lost.abort(error);
      });
    const renewal = this.options.renewal && setInterval(() => void renew(), this.options.renewal);
    try {
      this.stopping.signal.throwIfAborted();
      this.count(await this.do(work, AbortSignal.any([this.stopping.signal, lost.signal])));
    } catch (error) {
      await this.leave(work, error);
    } finally {
      clearInterval(renewal);
    }
  }

  private async do(work: Work, signal: AbortSignal): Promise<string> {
    if (!wasBegunTooOften(work)) return this.step(work, signal);
    await this.giveUp(work, TOO_OFTEN);
    this.logger.error(`The ${this.options.name} ${work.id} is given up: ${TOO_OFTEN}`);
    return 'given_up';
  }

  private async leave(work: Work, error: unknown): Promise<void> {
    const leaving = this.isStopping ? 'stopped' : 'failed';
    const isLost = error instanceof LostLeaseError && leaving === 'failed';
    this.count(isLost ? 'lost' : leaving);
    if (isLost) return;
    if (leaving === 'failed') {
      this.logger.warn(`The ${this.options.name} ${work.id} is begun again later: ${(error as Error).message}`);
    }
    // If that fails, too, the lease ends by itself.
    await this.release(work, leaving).catch(() => undefined);
  }
}
