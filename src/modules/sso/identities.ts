import { Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { CallerCheck } from '#core/access/caller-check.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { UserCredentialsService } from '#modules/users/user-credentials.service.js';
import { BeforeErasure, type ErasedUser } from '#modules/users/user.hooks.js';
import { SignInChanges } from './sign-in-changes.js';
import { identityRecord } from './sso-audit.js';
import type { IdentityResponse } from './sso.dto.js';

/** Whom the directory of the company knows the caller as. */
@Injectable()
export class Identities {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly callerCheck: CallerCheck,
    private readonly credentials: UserCredentialsService,
    private readonly changes: SignInChanges,
  ) {}

  findOwn(context: RequestContext, query: PageQuery): Promise<List<IdentityResponse>> {
    return this.lists.find<IdentityResponse>(context, query, {
      select: `SELECT i.id, i.issuer, i.created_at AS "createdAt", i.last_used_at AS "lastUsedAt" FROM identities i
        WHERE i.company_id = $1 AND i.user_id = $2`,
      values: [context.companyId, context.userId],
      orderBy: 'i.created_at, i.id',
    });
  }

  /** Takes away whom the directory knows an erased user as. */
  @BeforeErasure()
  async forget(tx: TransactionContext, { id }: ErasedUser): Promise<void> {
    const text = 'DELETE FROM identities WHERE company_id = $1 AND user_id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, id]);
  }

  /** @throws ConflictError when nothing would be left to sign in with */
  async remove(
    context: RequestContext,
    id: string,
    { password, endOthers }: { password?: string; endOthers?: boolean },
  ): Promise<void> {
    const key = 'WHERE company_id = $1 AND user_id = $2 AND id = $3';
    const values = [context.companyId, context.userId, id];
    const found = await this.database.row(context, { text: `SELECT FROM identities ${key}` }, values);
    if (!found) throw new NotFoundError('Identity');
    const user = await this.changes.freshness.requireCaller(context, password);
    await this.callerCheck.commit(
      context,
      async (tx) => {
        const text = `DELETE FROM identities ${key} RETURNING issuer`;
        const removed = await this.database.row<{ issuer: string }>(tx, { text }, values);
        if (!removed) throw new NotFoundError('Identity');
        if (!(await this.credentials.hasWayIn(tx))) {
          throw new ConflictError('It is the last way for you to sign in; add another one first');
        }
        await this.credentials.announceFactors(tx, endOthers);
        return audited(unannounced(undefined), identityRecord('removed', user, removed.issuer));
      },
      [context.userId],
    );
    this.changes.mails.tell(context, user, 'identity-removed');
  }
}
