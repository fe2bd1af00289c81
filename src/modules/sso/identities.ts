import { Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { CallerCheck } from '#core/access/caller-check.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { UserCredentialsService } from '#modules/users/user-credentials.service.js';
import { SignInChanges } from './sign-in-changes.js';
import { identityRecord } from './sso-audit.js';
import type { IdentityResponse } from './sso.dto.js';
import { IdentitiesRepository } from './identities.repository.js';

/** Whom the directory of the company knows the caller as. */
@Injectable()
export class Identities {
  constructor(
    private readonly identities: IdentitiesRepository,
    private readonly callerCheck: CallerCheck,
    private readonly credentials: UserCredentialsService,
    private readonly changes: SignInChanges,
  ) {}

  findOwn(context: RequestContext, query: PageQuery): Promise<List<IdentityResponse>> {
    return this.identities.findOwn(context, query);
  }

  /** @throws ConflictError when nothing would be left to sign in with */
  async remove(
    context: RequestContext,
    id: string,
    { password, endOthers }: { password?: string; endOthers?: boolean },
  ): Promise<void> {
    const found = await this.identities.hasOwn(context, id);
    if (!found) throw new NotFoundError('Identity');
    const user = await this.changes.freshness.requireCaller(context, password);
    await this.callerCheck.commit(
      context,
      async (tx) => {
        const removed = await this.identities.removeOwn(tx, id);
        if (!removed) throw new NotFoundError('Identity');
        if (!(await this.credentials.hasWayIn(tx))) {
          throw new ConflictError('It is the last way for you to sign in; add another one first');
        }
        await this.credentials.announceFactors(tx, endOthers);
        return audited(unannounced(undefined), identityRecord('removed', user, removed.issuer));
      },
      [context.userId],
    );
    this.changes.mails.mailChange(context, user, 'identity-removed');
  }
}
