import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { OWN_WORK_CONTEXT, type RequestContext, type TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { type Leased, LostLeaseError } from '#core/processes/leased-worker.js';
import type { Erasure } from './erasure.entity.js';

const LEASE = `interval '30 seconds'`;

/** Refusals wait in memory, and changes under way may still know the name: they are looked for again after that long. */
const SETTLING = `interval '10 seconds'`;

/** Between two tries of one erasure. */
const PAUSE = `interval '2 seconds'`;

const IS_DUE = 'error IS NULL AND (lease_until IS NULL OR lease_until <= now())';

export interface LeasedErasure extends Leased, Pick<Erasure, 'email' | 'name' | 'requestedById' | 'requestedAt'> {
  readonly isSettled: boolean;
}

/** The companies with erasures that are to be finished. */
export const DUE_ERASURES = `SELECT company_id FROM erasures WHERE ${IS_DUE}`;

/** The erasures that were begun and are not finished. */
@Injectable()
export class ErasuresRepository {
  constructor(private readonly database: Database) {}

  async insertErasure(
    tx: TransactionContext,
    { id, email, name }: Pick<LeasedErasure, 'id' | 'email' | 'name'>,
  ): Promise<void> {
    const text = `INSERT INTO erasures (company_id, user_id, email, name, requested_by_id, requested_at)
        VALUES ($1, $2, $3, $4, $5, now())`;
    await this.database.execute(tx, { text }, [tx.companyId, id, email, name, tx.userId]);
  }

  async countGivenUp(): Promise<number> {
    const text = 'SELECT count(*) AS count FROM erasures WHERE error IS NOT NULL';
    return (await this.database.row<{ count: number }>(OWN_WORK_CONTEXT, { text }))?.count ?? 0;
  }

  async leaseDue(most: number): Promise<LeasedErasure[]> {
    const due = `SELECT company_id AS "companyId", user_id AS id, requested_at <= now() - ${SETTLING} AS "isSettled"
      FROM erasures WHERE ${IS_DUE} ORDER BY requested_at LIMIT $1`;
    const text = `UPDATE erasures SET lease_id = $3, lease_until = now() + ${LEASE}, attempts = attempts + 1
      WHERE company_id = $1 AND user_id = $2 AND ${IS_DUE}
      RETURNING company_id AS "companyId", user_id AS id, lease_id AS "leaseId", attempts, email, name,
        requested_by_id AS "requestedById", requested_at AS "requestedAt"`;
    const taken: LeasedErasure[] = [];
    const found = await this.database.rows<LeasedErasure>(OWN_WORK_CONTEXT, { text: due }, [most]);
    for (const { companyId, id, isSettled } of found) {
      const row = await this.database.row<LeasedErasure>(OWN_WORK_CONTEXT, { text }, [companyId, id, uuidv7()]);
      if (row) taken.push({ ...row, isSettled });
    }
    return taken;
  }

  async deleteErasure(context: RequestContext, { companyId, id, leaseId }: LeasedErasure): Promise<void> {
    const text = 'DELETE FROM erasures WHERE company_id = $1 AND user_id = $2 AND lease_id = $3';
    await this.database.execute(context, { text }, [companyId, id, leaseId]);
  }

  keepLease(erasure: LeasedErasure): Promise<void> {
    return this.update(erasure, `lease_until = now() + ${LEASE}`);
  }

  endLease(erasure: LeasedErasure, reason: string): Promise<void> {
    return this.update(erasure, 'lease_id = NULL, lease_until = NULL, error = $4', [reason]);
  }

  postponeErasure(erasure: LeasedErasure): Promise<void> {
    return this.update(erasure, `lease_id = NULL, lease_until = now() + ${PAUSE}, attempts = 0`);
  }

  private async update({ companyId, id, leaseId }: Leased, changes: string, values: string[] = []): Promise<void> {
    const text = `UPDATE erasures SET ${changes} WHERE company_id = $1 AND user_id = $2 AND lease_id = $3`;
    const count = await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, id, leaseId, ...values]);
    if (count === 0) throw new LostLeaseError();
  }
}
