import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { NotFoundError } from '#common/errors/app-error.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { CodeEvents } from '../applying/code-events.js';
import { CodeConnectionsRepository } from '../connections/code-connections.repository.js';
import type { ForgeEvent } from '../forges/forge-event.js';
import { CodeDeliveriesRepository } from './code-deliveries.repository.js';

/** What GitHub calls the deliveries of events. */
const NAMES: Readonly<Record<ForgeEvent['kind'], string>> = {
  ping: 'ping',
  push: 'push',
  pull_request: 'pull_request',
  check: 'check_suite',
};

/** Applies invented events to the connection of the demo company. */
@Injectable()
export class PastDeliveries {
  constructor(
    private readonly connections: CodeConnectionsRepository,
    private readonly deliveries: CodeDeliveriesRepository,
    private readonly events: CodeEvents,
  ) {}

  /** Each in a delivery of its own, in this transaction. @throws NotFoundError of the connection */
  async applyEvents(tx: TransactionContext, connectionId: string, events: readonly ForgeEvent[]): Promise<void> {
    const connection = await this.connections.findConnection(tx, tx.companyId, connectionId);
    if (!connection) throw new NotFoundError('Code connection');
    for (const event of events) {
      const told = { deliveryId: uuidv7(), event: NAMES[event.kind], events: [event], problem: null };
      const delivery = await this.deliveries.keepDelivery(tx, connection, told, true);
      if (delivery) await this.events.applyDelivery(delivery, tx);
    }
    await this.connections.noteDelivery(tx, connectionId, null);
  }
}
