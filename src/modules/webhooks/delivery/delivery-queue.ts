import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { type DatabaseContext, OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { type Days, daysOf, momentOf } from '#core/partitions/spans.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import type { CompanyRoom } from './delivery-slots.js';
import { ReceiverHealth } from '../health/receiver-health.js';
import { WebhookDisabling } from '../health/webhook-disabling.js';
import {
  DeliveryQueueRepository,
  LOOK_LIMIT,
  type ClaimedDelivery,
  LEASE_SECONDS,
  type DeliveryOutcome,
} from './delivery-queue.repository.js';

export const LEASE_MILLISECONDS = LEASE_SECONDS * 1_000;

/** Deliveries in one claim; they begin in the same moment. */
const CLAIM_LIMIT = 64;
/** Bytes of event data in one claim: all of it is signed and sent in the same moment. The last delivery may exceed it. */
const CLAIM_BYTES = 2 * 1024 * 1024;

/** What was claimed at once. */
interface Claim {
  deliveries: ClaimedDelivery[];
  /** There may be more then, also of companies that are not in this claim. */
  isFull: boolean;
}

const DAY = 86_400_000;
/** Sorts before every other id. */
const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** The deliveries that wait, of all companies: what a worker takes and gives back. */
@Injectable()
export class DeliveryQueue {
  /** Of companies that had something due at the last look, the ids between which it was. */
  private lastLook = new Map<string, readonly string[]>();

  constructor(
    private readonly rows: DeliveryQueueRepository,
    private readonly database: Database,
    private readonly metrics: DeliveryMetrics,
    private readonly health: ReceiverHealth,
    private readonly disabling: WebhookDisabling,
  ) {}

  /** The companies with due deliveries, and whether no delivery waits at all. A long queue of one costs no more than one look. */
  async findDueCompanies(): Promise<{ due: string[]; isEmpty: boolean }> {
    let isEmpty = true;
    const due = new Map<string, readonly string[]>();
    for (let after = NIL_ID, isLast = false; !isLast;) {
      const found = await this.rows.findDueAfter(after);
      for (const { companyId, isDue, first, last } of found) if (isDue) due.set(companyId, [first, last]);
      isEmpty &&= found.length === 0;
      isLast = found.reduce((sum, { waiting }) => sum + waiting, 0) < LOOK_LIMIT;
      after = found.at(-1)?.companyId ?? after;
    }
    this.lastLook = due;
    return { due: [...due.keys()], isEmpty };
  }

  /** Claims due deliveries while there is room, from the first company on. The claim of a single one is one statement. */
  claimDeliveries(rooms: readonly CompanyRoom[]): Promise<Claim> {
    if (rooms.length === 1) return this.claimInTurn(OWN_WORK_CONTEXT, rooms);
    return this.database.transaction(OWN_WORK_CONTEXT, (tx) => this.claimInTurn(tx, rooms));
  }

  private async claimInTurn(context: DatabaseContext, rooms: readonly CompanyRoom[]): Promise<Claim> {
    const deliveries: ClaimedDelivery[] = [];
    let [left, bytesLeft] = [CLAIM_LIMIT, CLAIM_BYTES];
    for (const room of rooms) {
      if (left === 0 || bytesLeft <= 0) break;
      const claimed = await this.claimOf(context, room, left, bytesLeft);
      left -= claimed.length;
      bytesLeft -= claimed.reduce((sum, { bytes }) => sum + bytes, 0);
      deliveries.push(...claimed);
    }
    return { deliveries: deliveries.filter(({ hasFailed }) => !hasFailed), isFull: left === 0 || bytesLeft <= 0 };
  }

  private claimOf(
    context: DatabaseContext,
    { companyId, slots, known, unknown }: CompanyRoom,
    left: number,
    bytesLeft: number,
  ): Promise<ClaimedDelivery[]> {
    const most = Math.min(slots, left);
    const claimIds = Array.from({ length: most }, () => uuidv7());
    return this.rows.claimDue(context, this.daysOf(companyId), [
      companyId,
      [...known.keys()],
      [...known.values()],
      unknown,
      most,
      claimIds,
      bytesLeft,
    ]);
  }

  /**
   * Yesterday, today and tomorrow by this clock, and whatever the last look found: an old delivery that is due again is
   * claimed after the next look.
   */
  private daysOf(companyId: string): Days {
    const now = Date.now();
    return daysOf([now - DAY, now + DAY, ...(this.lastLook.get(companyId) ?? []).map(momentOf)]);
  }

  async recordOutcomes(outcomes: readonly DeliveryOutcome[]): Promise<void> {
    // First, so that a reader who sees the outcome also sees the health of the receiver.
    await this.health.writeSigns();
    await this.database.transaction(OWN_WORK_CONTEXT, (tx) => {
      for (const [companyId, ofCompany] of Map.groupBy(outcomes, ({ claim }) => claim.companyId)) {
        this.rows.recordAtEnd(tx, companyId, ofCompany);
      }
      return Promise.resolve();
    });
    this.metrics.countAttempts(outcomes);
    for (const { claim, goneUrl } of outcomes)
      if (goneUrl !== undefined) await this.disabling.disableGone(claim, goneUrl);
  }
}
