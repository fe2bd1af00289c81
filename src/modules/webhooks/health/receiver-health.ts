import { Injectable } from '@nestjs/common';
import { type DatabaseContext, OWN_WORK_CONTEXT, type RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { type ReceiverSign, ReceiverSignLog } from './receiver-signs.js';
import type { WebhookHealthResponse } from '../webhook.dto.js';
import { ReceiverHealthRepository } from './receiver-health.repository.js';

/** How receivers have answered of late: workers note it, and GET /webhooks shows it. */
@Injectable()
export class ReceiverHealth {
  private readonly log = new ReceiverSignLog();

  constructor(
    private readonly rows: ReceiverHealthRepository,
    private readonly database: Database,
  ) {}

  /** Whether a later `write` has something to write. */
  get isWaiting(): boolean {
    return this.log.isWaiting;
  }

  /** How an attempt went; the next `write` writes it down. */
  noteSign(sign: ReceiverSign): void {
    this.log.note(sign);
  }

  /** Writes what is due, or all there is; what the database refuses is written later. */
  async writeSigns(options?: { isAll: boolean }): Promise<void> {
    const signs = this.log.take(options);
    if (signs.length === 0) return;
    try {
      await this.database.transaction(OWN_WORK_CONTEXT, (tx) => {
        for (const [companyId, ofCompany] of Map.groupBy(signs, (sign) => sign.companyId)) {
          this.rows.writeAtEnd(tx, companyId, ofCompany);
        }
        return Promise.resolve();
      });
    } catch {
      this.log.giveBack(signs);
    }
  }

  forgetIdle(): void {
    this.log.forgetIdle();
  }

  /** Begins anew, for a webhook that is created or switched on. */
  clearHealth(context: RequestContext, id: string): Promise<void> {
    return this.rows.clearHealth(context, id);
  }

  findHealth(context: DatabaseContext & { companyId: string }, id: string): Promise<WebhookHealthResponse | undefined> {
    return this.rows.findHealth(context, id);
  }
}
