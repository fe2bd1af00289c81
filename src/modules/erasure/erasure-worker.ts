import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AuditLog } from '#core/audit/audit-log.js';
import { onOwnWork } from '#core/company-scope/own-work.js';
import { StoredResponses } from '#core/http/stored-responses.js';
import { LeasedWorker } from '#core/processes/leased-worker.js';
import { UserErasure } from '#modules/users/user-erasure.service.js';
import { ErasuresRepository, type LeasedErasure, DUE_ERASURES } from './erasures.repository.js';

/** Erasures at once in one process. */
const SLOTS = 2;
/** Milliseconds. */
const RENEWAL_INTERVAL = 10_000;

/** Finishes what was begun with a user's erasure, within a minute; whichever process comes first. */
@Injectable()
export class ErasureWorker extends LeasedWorker<LeasedErasure> {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly users: UserErasure,
    private readonly audit: AuditLog,
    private readonly answers: StoredResponses,
    private readonly adapter: HttpAdapterHost,
  ) {
    super({
      name: 'erasure',
      role: 'worker',
      companies: DUE_ERASURES,
      slots: SLOTS,
      renewal: RENEWAL_INTERVAL,
    });
  }

  override onModuleInit(): void {
    super.onModuleInit();
    this.metrics.addSharedGauge('erasures_given_up', 'Erasures that were begun too often and wait for you.', () =>
      this.erasures.countGivenUp(),
    );
  }

  protected take(most: number): Promise<LeasedErasure[]> {
    return this.erasures.leaseDue(most);
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
    await this.erasures.deleteErasure(context, erasure);
    return 'done';
  }

  protected override renew(erasure: LeasedErasure): Promise<void> {
    return this.erasures.keepLease(erasure);
  }

  /** The row stays, with what is left to do: the metric shows it, and whoever runs the service sees to it. */
  protected giveUp(erasure: LeasedErasure, reason: string): Promise<void> {
    return this.erasures.endLease(erasure, reason);
  }

  /** While its process lives, it is tried again for as long as it takes. */
  protected release(erasure: LeasedErasure): Promise<void> {
    return this.erasures.postponeErasure(erasure);
  }
}
