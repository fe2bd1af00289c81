import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { AuditLog } from '#core/audit/audit-log.js';
import { onOwnWork } from '#core/company-scope/own-work.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { StoredResponses } from '#core/http/stored-responses.js';
import { type Leased, LeasedWorker, LostLeaseError } from '#core/processes/leased-worker.js';
import { UserErasure } from '#modules/users/user-erasure.service.js';
import type { Erasure } from './erasure.entity.js';

/** Erasures at once in one process. */
const SLOTS = 2;
const LEASE = `interval '30 seconds'`;
/** Milliseconds. */
const RENEWAL_INTERVAL = 10_000;
/** Refusals wait in memory, and changes under way may still know the name: they are looked for again after that long. */
const SETTLING = `interval '10 seconds'`;
/** Between two tries of one erasure. */
const PAUSE = `interval '2 seconds'`;

const IS_DUE = 'error IS NULL AND (lease_until IS NULL OR lease_until <= now())';

interface LeasedErasure extends Leased, Pick<Erasure, 'email' | 'name' | 'requestedById' | 'requestedAt'> {
  readonly isSettled: boolean;
}

/** Finishes what was begun with a user's erasure, within a minute; whichever process comes first. */
@Injectable()
export class ErasureWorker extends LeasedWorker<LeasedErasure> {
  constructor(
    private readonly database: Database,
    private readonly users: UserErasure,
    private readonly audit: AuditLog,
    private readonly answers: StoredResponses,
    private readonly adapter: HttpAdapterHost,
  ) {
    super({
      name: 'erasure',
      role: 'worker',
      companies: `SELECT company_id FROM erasures WHERE ${IS_DUE}`,
      slots: SLOTS,
      renewal: RENEWAL_INTERVAL,
    });
  }

  override onModuleInit(): void {
    super.onModuleInit();
    this.metrics.addSharedGauge(
      'erasures_given_up',
      'Erasures that were begun too often and wait for you.',
      async () => {
        const text = 'SELECT count(*) AS count FROM erasures WHERE error IS NOT NULL';
        return (await this.database.row<{ count: number }>(OWN_WORK_CONTEXT, { text }))?.count ?? 0;
      },
    );
  }

  protected async take(most: number): Promise<LeasedErasure[]> {
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

  protected async step(erasure: LeasedErasure): Promise<string> {
    const { companyId, id, email, name, requestedById: userId, requestedAt: erasedAt, isSettled } = erasure;
    const context = { ...onOwnWork(companyId, this.adapter), userId };
    await this.users.forgetRest(context, { id, email, name, erasedAt });
    await this.answers.forget(context, { id, email, name });
    await this.audit.forget(context, id);
    if (!isSettled) {
      await this.release(erasure);
      return 'looked';
    }
    const text = 'DELETE FROM erasures WHERE company_id = $1 AND user_id = $2 AND lease_id = $3';
    await this.database.execute(context, { text }, [companyId, id, erasure.leaseId]);
    return 'done';
  }

  protected override renew(erasure: LeasedErasure): Promise<void> {
    return this.update(erasure, `lease_until = now() + ${LEASE}`);
  }

  /** The row stays, with what is left to do: the metric shows it, and whoever runs the service sees to it. */
  protected giveUp(erasure: LeasedErasure, reason: string): Promise<void> {
    return this.update(erasure, 'lease_id = NULL, lease_until = NULL, error = $4', [reason]);
  }

  /** While its process lives, it is tried again for as long as it takes. */
  protected release(erasure: LeasedErasure): Promise<void> {
    return this.update(erasure, `lease_id = NULL, lease_until = now() + ${PAUSE}, attempts = 0`);
  }

  private async update({ companyId, id, leaseId }: Leased, changes: string, values: string[] = []): Promise<void> {
    const text = `UPDATE erasures SET ${changes} WHERE company_id = $1 AND user_id = $2 AND lease_id = $3`;
    const count = await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, id, leaseId, ...values]);
    if (count === 0) throw new LostLeaseError();
  }
}
