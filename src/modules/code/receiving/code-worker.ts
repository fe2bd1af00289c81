import { Injectable } from '@nestjs/common';
import { LeasedWorker } from '#core/processes/leased-worker.js';
import { CodeEvents } from '../applying/code-events.js';
import { CodeDeliveriesRepository, DUE_DELIVERIES, type LeasedDelivery } from './code-deliveries.repository.js';

/** Deliveries at once in one process. */
const SLOTS = 4;

/** Applies what forges have sent: at once where it came, or a little later where that failed or its process ended. */
@Injectable()
export class CodeWorker extends LeasedWorker<LeasedDelivery> {
  constructor(
    private readonly deliveries: CodeDeliveriesRepository,
    private readonly events: CodeEvents,
  ) {
    super({ name: 'code_event', role: 'worker', companies: DUE_DELIVERIES, slots: SLOTS });
  }

  /** Applies one that this process has the lease of. What fails is tried again by the worker. */
  async apply(delivery: LeasedDelivery): Promise<void> {
    try {
      await this.events.apply(delivery);
    } catch (error) {
      this.logger.warn(`The code_event ${delivery.id} is begun again later: ${(error as Error).message}`);
      await this.deliveries.releaseLease(delivery).catch(() => undefined);
    }
  }

  protected take(most: number): Promise<LeasedDelivery[]> {
    return this.deliveries.takeDue(most);
  }

  protected async step(delivery: LeasedDelivery): Promise<string> {
    await this.events.apply(delivery);
    return 'done';
  }

  protected giveUp(delivery: LeasedDelivery, reason: string): Promise<void> {
    return this.deliveries.giveUp(delivery, reason);
  }

  protected release(delivery: LeasedDelivery): Promise<void> {
    return this.deliveries.releaseLease(delivery);
  }
}
