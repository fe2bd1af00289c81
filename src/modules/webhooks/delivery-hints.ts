import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OWN_WORK_CONTEXT } from '../../core/company-scope/request-context.js';
import { Database, type Statement } from '../../core/database/database.js';
import { Outbox } from '../../core/events/outbox.js';

/** The channel on which workers hear which companies may have something due: their ids, with commas between them. */
export const DELIVERIES_CHANNEL = 'deliveries_due';

/** Milliseconds: a NOTIFY makes commits wait for each other, so it is sent by itself, and for many commits at once. */
const LEAST_INTERVAL = 50;
/** Ids of 36 characters; PostgreSQL takes less than 8,000 bytes. */
const MOST_IDS = 200;

const NOTIFY: Statement = { text: `SELECT pg_notify('${DELIVERIES_CHANNEL}', ids) FROM unnest($1::text[]) ids` };

/** Tells the workers of every process of new events. A hint that is lost costs them one poll. */
@Injectable()
export class DeliveryHints implements OnModuleInit {
  private companies = new Set<string>();
  private isQuiet = false;

  constructor(
    private readonly outbox: Outbox,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.outbox.onCommit((companyId) => {
      this.companies.add(companyId);
      if (!this.isQuiet) this.send();
    });
  }

  private send(): void {
    const ids = [...this.companies];
    this.companies = new Set();
    this.isQuiet = ids.length > 0;
    if (!this.isQuiet) return;
    const payloads = [];
    for (let from = 0; from < ids.length; from += MOST_IDS) payloads.push(ids.slice(from, from + MOST_IDS).join());
    this.database.execute(OWN_WORK_CONTEXT, NOTIFY, [payloads]).catch(() => undefined);
    setTimeout(() => this.send(), LEAST_INTERVAL).unref();
  }
}
