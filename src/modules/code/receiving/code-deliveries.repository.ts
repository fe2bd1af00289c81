import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { OWN_WORK_CONTEXT, type RequestContext, type TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { type Leased, LostLeaseError } from '#core/processes/leased-worker.js';
import { DeclaresNamingTables, type NamingTable } from '#modules/users/user.hooks.js';
import type { CodeConnection } from '../connections/code-connection.entity.js';
import type { ForgeEvent } from '../forges/forge-event.js';
import type { CodeDeliveryResponse } from './code-delivery.dto.js';
import type { CodeDelivery } from './code-delivery.entity.js';
import type { ReadDelivery } from './read-delivery.js';

const LEASE = `interval '30 seconds'`;
/** After a failure. */
const PAUSE = `interval '2 seconds'`;
const MOST_SHOWN = 200;
const DAYS_SHOWN = `interval '7 days'`;

const IS_DUE = `status = 'pending' AND lease_until <= now()`;
/** The companies with deliveries that are to be applied. */
export const DUE_DELIVERIES = `SELECT company_id FROM code_deliveries WHERE ${IS_DUE}`;

/** A delivery that this process alone applies. */
export interface LeasedDelivery extends Leased, Pick<CodeDelivery, 'connectionId'> {
  readonly events: readonly ForgeEvent[];
}

const LEASED = `company_id AS "companyId", id, connection_id AS "connectionId", lease_id AS "leaseId", attempts, events`;

/** What became of a delivery. */
export type DeliveryResult = Pick<CodeDelivery, 'reason' | 'tids'> & { readonly status: 'applied' | 'ignored' };

/** What forges have sent. */
@Injectable()
export class CodeDeliveriesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  /** Who is named in what is still to be applied. */
  @DeclaresNamingTables()
  namingTables(): NamingTable[] {
    const columns = { events: { type: 'jsonb', hand: 'made' } } as const;
    return [{ table: 'code_deliveries', where: `x.status = 'pending'`, columns }];
  }

  findOfConnection(context: RequestContext, id: string, query: PageQuery): Promise<List<CodeDeliveryResponse>> {
    return this.lists.find<CodeDeliveryResponse>(context, query, {
      select: `SELECT d.id, d.delivery_id AS "deliveryId", d.event, d.at, d.status, d.reason, d.tids FROM (
          SELECT * FROM code_deliveries WHERE company_id = $1 AND connection_id = $2 AND status <> 'pending'
            AND at > now() - ${DAYS_SHOWN} ORDER BY at DESC, id DESC LIMIT ${MOST_SHOWN}) d WHERE d.company_id = $1`,
      values: [context.companyId, id],
      orderBy: 'd.at DESC, d.id DESC',
    });
  }

  /**
   * Keeps one that tells nothing, or that is to be applied: by this process with `isHere`, else by a worker. Undefined when it
   * has been applied, or is about to be.
   */
  async keepDelivery(
    context: RequestContext,
    { id: connectionId }: CodeConnection,
    { deliveryId, event, events, problem }: ReadDelivery,
    isHere: boolean,
  ): Promise<LeasedDelivery | undefined> {
    const isPending = problem === null;
    const text = `INSERT INTO code_deliveries AS d
        (company_id, id, connection_id, delivery_id, event, at, status, reason, tids, events, lease_id, lease_until, attempts)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '{}', $9, $10, $11, $12)
      ON CONFLICT (company_id, connection_id, delivery_id) DO UPDATE SET event = excluded.event, at = excluded.at,
        status = excluded.status, reason = excluded.reason, tids = excluded.tids, events = excluded.events,
        lease_id = excluded.lease_id, lease_until = excluded.lease_until, attempts = excluded.attempts
      WHERE d.status = 'ignored' RETURNING ${LEASED}`;
    const now = Date.now();
    const leaseUntil = isPending ? new Date(now + (isHere ? 30_000 : 0)).toISOString() : null;
    const told = [isPending ? 'pending' : 'ignored', problem, isPending ? JSON.stringify(events) : null];
    const lease = [isPending && isHere ? uuidv7() : null, leaseUntil, isPending && isHere ? 1 : 0];
    const values = [context.companyId, uuidv7(), connectionId, deliveryId, event, new Date(now).toISOString(), ...told];
    const kept = await this.database.row<LeasedDelivery>(context, { name: 'code-keep-delivery', text }, [
      ...values,
      ...lease,
    ]);
    return isPending ? kept : undefined;
  }

  async takeDue(most: number): Promise<LeasedDelivery[]> {
    const due = `SELECT company_id AS "companyId", id FROM code_deliveries WHERE ${IS_DUE} ORDER BY lease_until LIMIT $1`;
    const text = `UPDATE code_deliveries SET lease_id = $3, lease_until = now() + ${LEASE}, attempts = attempts + 1
      WHERE company_id = $1 AND id = $2 AND ${IS_DUE} RETURNING ${LEASED}`;
    const taken: LeasedDelivery[] = [];
    for (const { companyId, id } of await this.database.rows<Leased>(OWN_WORK_CONTEXT, { text: due }, [most])) {
      const row = await this.database.row<LeasedDelivery>(OWN_WORK_CONTEXT, { text }, [companyId, id, uuidv7()]);
      if (row) taken.push(row);
    }
    return taken;
  }

  /** Ends the delivery with its change. @throws LostLeaseError when another process has it */
  async finishDelivery(tx: TransactionContext, delivery: LeasedDelivery, result: DeliveryResult): Promise<void> {
    const text = `UPDATE code_deliveries SET status = $4, reason = $5, tids = $6, events = NULL, lease_id = NULL, lease_until = NULL
      WHERE company_id = $1 AND id = $2 AND lease_id = $3`;
    const { status, reason, tids } = result;
    const values = [delivery.companyId, delivery.id, delivery.leaseId, status, reason, tids];
    const count = await this.database.execute(tx, { name: 'code-finish-delivery', text }, values);
    if (count === 0) throw new LostLeaseError();
  }

  async giveUp({ companyId, id, leaseId }: LeasedDelivery, reason: string): Promise<void> {
    const text = `UPDATE code_deliveries SET status = 'ignored', reason = $4, events = NULL, lease_id = NULL, lease_until = NULL
      WHERE company_id = $1 AND id = $2 AND lease_id = $3`;
    await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, id, leaseId, reason]);
  }

  /** Another try comes soon. */
  async releaseLease(
    { companyId, id, leaseId }: LeasedDelivery,
    { isAttempt }: { readonly isAttempt: boolean },
  ): Promise<void> {
    const text = `UPDATE code_deliveries SET lease_id = NULL, lease_until = now() + ${PAUSE}, attempts = attempts - ${isAttempt ? 0 : 1}
      WHERE company_id = $1 AND id = $2 AND lease_id = $3`;
    await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, id, leaseId]);
  }

  async deleteOld(): Promise<void> {
    await this.database.execute(OWN_WORK_CONTEXT, {
      text: `DELETE FROM code_deliveries WHERE at < now() - ${DAYS_SHOWN} AND status <> 'pending'`,
    });
  }
}
