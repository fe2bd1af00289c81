import { Injectable } from '@nestjs/common';
import { InsufficientRoleError, NotFoundError } from '#common/errors/app-error.js';
import { userTarget } from '#core/audit/audit-entry.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { SecondFactors } from '#core/access/factors/second-factors.js';
import { Passkeys } from '#core/access/passkeys/passkeys.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { UserCredentialsService } from '#modules/users/user-credentials.service.js';
import { passkeyRecord } from './passkeys.service.js';
import { SecurityMails } from './security-mails.js';

/** Second factors that someone has lost. */
@Injectable()
export class LostFactors {
  constructor(
    private readonly factors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly credentials: UserCredentialsService,
    private readonly mails: SecurityMails,
    private readonly callerCheck: CallerCheck,
  ) {}

  /** Takes the authenticator and the passkeys of a user away. An OWNER alone does so for OWNERs and ADMINs. */
  async remove(context: RequestContext, userId: string): Promise<void> {
    const remove = async (tx: TransactionContext) => {
      const user = await this.credentials.findCredentials(tx, { companyId: tx.companyId, userId });
      if (!user) throw new NotFoundError('User');
      const isForOwners = user.role === 'OWNER' || user.role === 'ADMIN';
      if (isForOwners && tx.role !== 'OWNER') throw new InsufficientRoleError();
      const hadTotp = await this.factors.remove(tx, userId);
      const passkeys = await this.passkeys.removeAll(tx, userId);
      if (!hadTotp && passkeys.length === 0) throw new NotFoundError('Second factor');
      await this.credentials.announceChange(tx, userId);
      const removed = { action: 'factor.removed', target: userTarget(user) } as const;
      const removedPasskeys = passkeys.length > 0 ? [passkeyRecord('removed', user, ...passkeys)] : [];
      return audited(unannounced(user), removed, ...removedPasskeys);
    };
    const user = await this.callerCheck.commit(context, remove, [userId]);
    this.mails.mailChange(context, user, 'second-factor-removed');
  }
}
