import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CallerCheck } from '#core/access/caller-check.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { ErasuresRepository } from './erasures.repository.js';
import { UserErasure } from '#modules/users/user-erasure.service.js';

/** Erases people. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly callerCheck: CallerCheck,
    private readonly users: UserErasure,
  ) {}

  /** Signs the user out and takes the name at once; `ErasureWorker` does the rest. @throws what `UserErasure.eraseUser` throws */
  eraseUser(context: RequestContext, id: string): Promise<void> {
    const erase = async (tx: TransactionContext) => {
      const { email, name } = await this.users.eraseUser(tx, id);
      await this.erasures.insertErasure(tx, { id, email, name });
      const emailHash = createHash('sha256').update(email.toLowerCase()).digest('hex');
      const changes = { emailHash: { from: emailHash, to: null } };
      const target = { type: 'user', id, name: null };
      return audited(unannounced(undefined), { action: 'user.erased', target, changes });
    };
    return this.callerCheck.commit(context, erase, [id]);
  }
}
