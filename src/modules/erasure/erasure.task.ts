import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Configuration } from '#config/configuration.js';
import { AuditLog } from '#core/audit/audit-log.js';
import { onOwnWork } from '#core/company-scope/own-work.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { StoredResponses } from '#core/http/stored-responses.js';
import { WhenDue } from '#core/processes/due-work.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import { UserErasure } from '#modules/users/user-erasure.service.js';
import type { Erasure } from './erasure.entity.js';

/** Erasures in one look. */
const MOST_AT_ONCE = 20;
/** Refusals wait in memory, and changes under way may still know the name: they are looked for again after that long. */
const SETTLING = '10 seconds';

/** Finishes what was begun with a user's erasure, within a minute; whichever process comes first. */
@Injectable()
export class ErasureTask extends RepeatedTask {
  constructor(
    private readonly database: Database,
    private readonly users: UserErasure,
    private readonly audit: AuditLog,
    private readonly answers: StoredResponses,
    configuration: Configuration,
    private readonly adapter: HttpAdapterHost,
  ) {
    super(configuration, { role: 'worker', complaint: 'Nobody is erased for now' });
  }

  @WhenDue({ role: 'worker', companies: 'SELECT company_id FROM erasures' })
  async run(): Promise<void> {
    await this.alone(async () => {
      const text = `SELECT company_id AS "companyId", user_id AS "userId", email, name, requested_by_id AS "requestedById",
          requested_at AS "requestedAt",
          requested_at <= now() - interval '${SETTLING}' AS "isSettled"
        FROM erasures ORDER BY requested_at LIMIT ${MOST_AT_ONCE}`;
      const begun = await this.database.rows<Erasure & { isSettled: boolean }>(OWN_WORK_CONTEXT, { text });
      for (const erasure of begun) await this.finish(erasure);
    });
  }

  /** One that fails does not keep the others. */
  private async finish(erasure: Erasure & { isSettled: boolean }): Promise<void> {
    const { companyId, userId: id, email, name, requestedById: userId, requestedAt: erasedAt, isSettled } = erasure;
    const context = { ...onOwnWork(companyId, this.adapter), userId };
    try {
      await this.users.forgetRest(context, { id, email, name, erasedAt });
      await this.answers.forget(context, { id, email, name });
      await this.audit.forget(context, id);
      if (!isSettled) return;
      const text = 'DELETE FROM erasures WHERE company_id = $1 AND user_id = $2';
      await this.database.execute(context, { text }, [companyId, id]);
    } catch (error) {
      this.logger.warn(`An erasure goes on later: ${(error as Error).message}`);
    }
  }
}
