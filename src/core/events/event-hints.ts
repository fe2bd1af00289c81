import { Injectable } from '@nestjs/common';
import { OWN_WORK_CONTEXT } from '../company-scope/request-context.js';
import { Database, type Statement } from '../database/database.js';
import { AfterCommit } from './event.hooks.js';

/** The channel on which processes hear which companies may have new events: their ids, with commas between them. */
export const EVENTS_CHANNEL = 'events_written';
/** The same of companies that may have deliveries: most changes of a company without webhooks have none. */
export const DELIVERIES_CHANNEL = 'deliveries_written';

/**
 * Milliseconds between two NOTIFYs. A NOTIFY makes commits wait for each other, so one is sent alone, for many commits.
 */
const LEAST_INTERVAL = 50;
/** Ids of 36 characters; PostgreSQL takes less than 8,000 bytes. */
const MOST_IDS = 200;

const NOTIFY: Statement = {
  text: `SELECT pg_notify('${EVENTS_CHANNEL}', ids) FROM unnest($1::text[]) ids
    UNION ALL SELECT pg_notify('${DELIVERIES_CHANNEL}', ids) FROM unnest($2::text[]) ids`,
};

/** Tells every process of new events. A process that misses a hint finds the events with its next poll. */
@Injectable()
export class EventHints {
  private companies = new Set<string>();
  private companiesWithDeliveries = new Set<string>();
  private isQuiet = false;

  constructor(private readonly database: Database) {}

  /** Tells of the company soon. */
  @AfterCommit()
  hint(companyId: string, mayBeDelivered: boolean): void {
    this.companies.add(companyId);
    if (mayBeDelivered) this.companiesWithDeliveries.add(companyId);
    if (!this.isQuiet) this.send();
  }

  private send(): void {
    this.isQuiet = this.companies.size > 0;
    if (!this.isQuiet) return;
    const [told, toldWithDeliveries] = [this.companies, this.companiesWithDeliveries];
    this.companies = new Set();
    this.companiesWithDeliveries = new Set();
    const payloads = [payloadsOf(told), payloadsOf(toldWithDeliveries)];
    this.database.execute(OWN_WORK_CONTEXT, NOTIFY, payloads).catch(() => {
      // Looks are rare: these companies are told of again.
      for (const id of told) this.companies.add(id);
      for (const id of toldWithDeliveries) this.companiesWithDeliveries.add(id);
    });
    setTimeout(() => this.send(), LEAST_INTERVAL).unref();
  }
}

function payloadsOf(companyIds: ReadonlySet<string>): string[] {
  const ids = [...companyIds];
  const payloads = [];
  for (let from = 0; from < ids.length; from += MOST_IDS) payloads.push(ids.slice(from, from + MOST_IDS).join());
  return payloads;
}
