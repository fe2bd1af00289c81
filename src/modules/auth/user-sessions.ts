import { Injectable } from '@nestjs/common';
import { InsufficientRoleError, NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { Grants } from '#core/access/grants/grants.js';
import { type ListedSession, Sessions } from '#core/access/sessions/sessions.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { type UserCredentials, UserCredentialsService } from '#modules/users/user-credentials.service.js';

/** The sessions of the caller, and of others for those who administer them. */
@Injectable()
export class UserSessions {
  constructor(
    private readonly sessions: Sessions,
    private readonly grants: Grants,
    private readonly credentials: UserCredentialsService,
    private readonly callerCheck: CallerCheck,
  ) {}

  async findOwn(context: RequestContext, query: PageQuery): Promise<List<ListedSession>> {
    return this.sessions.findAll(context, query, await this.getUser(context, context.userId));
  }

  async findAll(context: RequestContext, query: PageQuery, userId: string): Promise<List<ListedSession>> {
    const user = await this.getUser(context, userId);
    ensureMayAdminister(context, user);
    return this.sessions.findAll(context, query, user);
  }

  /** @throws NotFoundError unless the caller has such a session. */
  endOwn(context: RequestContext, id: string): Promise<void> {
    return this.commit(context, context.userId, async (tx) => {
      if (!(await this.sessions.end(tx, tx.userId, id))) throw new NotFoundError('Session');
    });
  }

  /** The programs that the caller has connected are signed out, too. */
  endOthers(context: RequestContext): Promise<void> {
    return this.commit(context, context.userId, async (tx) => {
      await this.sessions.endOthers(tx, tx.userId);
      await this.grants.endAll(tx, tx.userId);
    });
  }

  endAll(context: RequestContext, userId: string): Promise<void> {
    return this.commit(context, userId, async (tx) => {
      ensureMayAdminister(tx, await this.getUser(tx, userId));
      await this.sessions.endAll(tx, userId);
    });
  }

  private commit(
    context: RequestContext,
    userId: string,
    work: (tx: TransactionContext) => Promise<void>,
  ): Promise<void> {
    const commit = async (tx: TransactionContext) => {
      await work(tx);
      return unannounced(undefined);
    };
    return this.callerCheck.commit(context, commit, [userId]);
  }

  private async getUser(context: RequestContext, userId: string): Promise<UserCredentials> {
    const user = await this.credentials.findCredentials(context, { companyId: context.companyId, userId });
    if (!user) throw new NotFoundError('User');
    return user;
  }
}

/** Only an OWNER sees or ends anything of one. */
function ensureMayAdminister({ role }: RequestContext, user: Pick<UserCredentials, 'role'>): void {
  if (user.role === 'OWNER' && role !== 'OWNER') throw new InsufficientRoleError();
}
