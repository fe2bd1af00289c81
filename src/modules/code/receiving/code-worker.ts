import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { BusyError, type ConcurrencyLimit } from '#core/concurrency-limits/concurrency-limit.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { LeasedWorker, type Leaving } from '#core/processes/leased-worker.js';
import { CodeEvents } from '../applying/code-events.js';
import type { CodeConnection } from '../connections/code-connection.entity.js';
import { CodeDeliveriesRepository, DUE_DELIVERIES, type LeasedDelivery } from './code-deliveries.repository.js';
import type { ReadDelivery } from './read-delivery.js';

/** Deliveries that a worker applies at once. */
const SLOTS = 3;
/** Those that are applied where they came. With those of the worker, a company has transactions left for its people. */
const PLACES = { slots: 16, most: 2 };

/** Applies what forges have sent: at once where it came and there is room, else a little later. */
@Injectable()
export class CodeWorker extends LeasedWorker<LeasedDelivery> {
  private readonly places: ConcurrencyLimit;

  constructor(
    private readonly deliveries: CodeDeliveriesRepository,
    private readonly events: CodeEvents,
    concurrency: ConcurrencyLimits,
  ) {
    super({ name: 'code_event', role: 'worker', companies: DUE_DELIVERIES, slots: SLOTS });
    this.places = concurrency.create('code-events', PLACES);
  }

  /** Keeps what came. `applied` resolves when it is applied, or at once when a worker is to do so. */
  async keepAndBegin(
    context: RequestContext,
    connection: CodeConnection,
    read: ReadDelivery,
  ): Promise<{ readonly applied: Promise<void> }> {
    const release = this.places.tryTake(connection.companyId);
    let applied = Promise.resolve();
    try {
      const delivery = await this.deliveries.keepDelivery(context, connection, read, release !== undefined);
      if (!release) void this.wake();
      else if (delivery) applied = this.applyHere(delivery);
    } finally {
      void applied.finally(release);
    }
    return { applied };
  }

  /** What fails is tried again by the worker. */
  private async applyHere(delivery: LeasedDelivery): Promise<void> {
    try {
      await this.step(delivery);
    } catch (error) {
      this.logger.warn(`The code_event ${delivery.id} is begun again later: ${(error as Error).message}`);
      await this.release(delivery, 'failed').catch(() => undefined);
    }
  }

  protected take(most: number): Promise<LeasedDelivery[]> {
    return this.deliveries.takeDue(most);
  }

  protected async step(delivery: LeasedDelivery): Promise<string> {
    try {
      await this.events.applyDelivery(delivery);
      return 'done';
    } catch (error) {
      if (!(error instanceof BusyError)) throw error;
      // Nothing has begun.
      await this.deliveries.releaseLease(delivery, { isAttempt: false });
      return 'postponed';
    }
  }

  protected giveUp(delivery: LeasedDelivery, reason: string): Promise<void> {
    return this.deliveries.giveUp(delivery, reason);
  }

  protected release(delivery: LeasedDelivery, leaving: Leaving): Promise<void> {
    return this.deliveries.releaseLease(delivery, { isAttempt: leaving === 'failed' });
  }
}
