import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { Grants } from '#core/access/grants/grants.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { BeforeColleagueRemoval } from '#modules/virtual-colleagues/virtual-colleague.hooks.js';
import type { CompanyGrantResponse, GrantResponse } from './grant.dto.js';
import { GrantsRepository } from './grants.repository.js';

/** The programs that people have connected. */
@Injectable()
export class Connections {
  constructor(
    private readonly grants: GrantsRepository,
    private readonly standing: Grants,
    private readonly callerCheck: CallerCheck,
  ) {}

  findOwn(context: RequestContext, query: PageQuery): Promise<List<GrantResponse>> {
    return this.grants.findOwn(context, query);
  }

  findAll(context: RequestContext, query: PageQuery): Promise<List<CompanyGrantResponse>> {
    return this.grants.findAll(context, query);
  }

  /** @throws NotFoundError of what is another user's, too */
  async endOwn(context: RequestContext, id: string): Promise<void> {
    if ((await this.grants.findUserId(context, id)) !== context.userId) throw new NotFoundError('Grant');
    await this.endGrant(context, id);
  }

  /** Ends a grant of anybody. @throws NotFoundError */
  async endGrant(context: RequestContext, id: string): Promise<void> {
    const userId = await this.grants.findUserId(context, id);
    if (userId === undefined) throw new NotFoundError('Grant');
    const end = async (tx: TransactionContext) => {
      if (!(await this.standing.end(tx, id))) throw new NotFoundError('Grant');
      return unannounced(undefined);
    };
    await this.callerCheck.commit(context, end, [userId]);
  }

  /** Nothing acts as a colleague that is deleted. */
  @BeforeColleagueRemoval()
  endOfColleague(tx: TransactionContext, colleagueId: string): Promise<void> {
    return this.standing.endOfColleague(tx, colleagueId);
  }
}
