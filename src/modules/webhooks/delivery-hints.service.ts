import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../core/database/database.js';
import { Outbox } from '../../core/events/outbox.js';

/** The channel on which workers hear that something may be due. */
export const DELIVERIES_CHANNEL = 'webhook_deliveries';

/** Milliseconds: a NOTIFY makes commits wait for each other, so it is sent by itself, and for many commits at once. */
const LEAST_INTERVAL = 50;

/** Tells the workers of every process of new events. A hint that is lost costs them one poll. */
@Injectable()
export class DeliveryHints implements OnModuleInit {
  private isQuiet = false;
  private isOwed = false;

  constructor(
    private readonly outbox: Outbox,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.outbox.onCommit(() => this.hint());
  }

  private hint(): void {
    this.isOwed = true;
    if (this.isQuiet) return;
    this.isOwed = false;
    this.isQuiet = true;
    this.database.execute({}, { text: `NOTIFY ${DELIVERIES_CHANNEL}` }).catch(() => undefined);
    setTimeout(() => {
      this.isQuiet = false;
      if (this.isOwed) this.hint();
    }, LEAST_INTERVAL).unref();
  }
}
