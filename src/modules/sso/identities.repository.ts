import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { RequestContext, TransactionContext, AnonymousContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { BeforeErasure, type ErasedUser } from '#modules/users/user.hooks.js';
import type { IdentityResponse } from './sso.dto.js';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { OpenConnection } from './sso-connections.js';
import type { Claims } from './sso-flows.js';

const KEY = 'WHERE company_id = $1 AND user_id = $2 AND id = $3';

/** Whom the directories of companies know users as. */
@Injectable()
export class IdentitiesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
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
  async forgetUser(tx: TransactionContext, { id }: ErasedUser): Promise<void> {
    const text = 'DELETE FROM identities WHERE company_id = $1 AND user_id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, id]);
  }

  async hasOwn(context: RequestContext, id: string): Promise<boolean> {
    const values = [context.companyId, context.userId, id];
    return (await this.database.row(context, { text: `SELECT FROM identities ${KEY}` }, values)) !== undefined;
  }

  removeOwn(tx: TransactionContext, id: string): Promise<{ issuer: string } | undefined> {
    const text = `DELETE FROM identities ${KEY} RETURNING issuer`;
    return this.database.row<{ issuer: string }>(tx, { text }, [tx.companyId, tx.userId, id]);
  }

  async noteUse(context: AnonymousContext, { companyId, issuer }: OpenConnection, { sub }: Claims): Promise<void> {
    const text = `UPDATE identities SET last_used_at = now() WHERE company_id = $1 AND issuer = $2 AND sub = $3`;
    await this.database.execute(context, { text }, [companyId, issuer, sub]);
  }

  async findUserId(
    context: AnonymousContext | RequestContext,
    { companyId, issuer }: OpenConnection,
    { sub }: Claims,
  ): Promise<string | undefined> {
    const text = `SELECT user_id AS "userId" FROM identities WHERE company_id = $1 AND issuer = $2 AND sub = $3`;
    return (await this.database.row<{ userId: string }>(context, { text }, [companyId, issuer, sub]))?.userId;
  }

  async insertIdentity(
    tx: TransactionContext,
    userId: string,
    issuer: string,
    sub: string,
    isUsed: boolean,
  ): Promise<void> {
    const text = `INSERT INTO identities (company_id, id, user_id, issuer, sub, created_at, last_used_at)
      VALUES ($1, $2, $3, $4, $5, now(), $6::timestamptz)`;
    const usedAt = isUsed ? new Date() : null;
    await this.database.execute(tx, { text }, [tx.companyId, uuidv7(), userId, issuer, sub, usedAt]);
  }
}
