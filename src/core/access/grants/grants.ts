import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/audit-log.js';
import {
  type DatabaseContext,
  type InTransaction,
  OWN_WORK_CONTEXT,
  type RequestContext,
  type TransactionContext,
} from '../../company-scope/request-context.js';
import { Database, type Statement } from '../../database/database.js';
import { NotifiedCache } from '../../database/pool/notified-cache.js';
import { Notifications } from '../../database/pool/notifications.js';
import { EveryHour } from '../../processes/hourly-work.js';
import type { GrantScope } from './grant.js';

/** Where a token leads. */
interface StoredToken {
  readonly companyId: string;
  readonly grantId: string;
  /** Milliseconds of Unix time. */
  readonly expiresAt: number;
}

/** What was granted, to whom and by whom. */
export interface StoredGrant {
  readonly id: string;
  readonly companyId: string;
  readonly userId: string;
  readonly credentialVersion: number;
  readonly colleagueId: string | null;
  readonly clientId: string;
  readonly clientName: string;
  readonly resource: string;
  readonly scope: GrantScope;
  readonly projectIds: readonly string[] | null;
  /** Milliseconds of Unix time; raised in memory, too, by the requests of this process. */
  lastUsedAt: number | null;
}

/** A grant that is asked about. */
export type GrantKey = Pick<StoredGrant, 'companyId' | 'id'>;

/** The channel that names each grant that has ended. */
export const GRANT_ENDED = 'grant_ended';

const SELECT_TOKEN: Statement = {
  name: 'authentication-grant-token',
  text: `SELECT company_id AS "companyId", grant_id AS "grantId",
      floor(extract(epoch FROM expires_at) * 1000)::float8 AS "expiresAt"
    FROM oauth_tokens WHERE token_hash = decode($1, 'hex') AND kind = 'access'`,
};

const SELECT_GRANT: Statement = {
  name: 'authentication-grant',
  text: `SELECT id, company_id AS "companyId", user_id AS "userId", credential_version AS "credentialVersion",
      colleague_id AS "colleagueId", client_id AS "clientId", client_name AS "clientName", resource, scope,
      project_ids AS "projectIds", floor(extract(epoch FROM last_used_at) * 1000)::float8 AS "lastUsedAt"
    FROM oauth_grants WHERE company_id = $1 AND id = $2`,
};

/** What people have granted to programs. A grant is good while it stands in the table. */
@Injectable()
export class Grants {
  private readonly tokens: NotifiedCache<StoredToken>;
  private readonly grants: NotifiedCache<StoredGrant>;

  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    notifications: Notifications,
  ) {
    this.tokens = new NotifiedCache(notifications, GRANT_ENDED);
    this.grants = new NotifiedCache(notifications, GRANT_ENDED);
  }

  /** The grant of an access token that is not over; changes count as `NotifiedCache` says. */
  async find(
    context: DatabaseContext,
    tokenHash: string,
  ): Promise<{ grant: StoredGrant; expiresAt: number } | undefined> {
    const token = await this.tokens.find(tokenHash, () => this.database.rowByKey(context, SELECT_TOKEN, [tokenHash]));
    if (!token || token.expiresAt <= Date.now()) return undefined;
    const { companyId, grantId, expiresAt } = token;
    const grant = await this.grants.find(grantId, () => this.findByKey(context, { companyId, id: grantId }));
    return grant && { grant, expiresAt };
  }

  /** As it is stored now. */
  findByKey(context: DatabaseContext, { companyId, id }: GrantKey): Promise<StoredGrant | undefined> {
    return this.database.rowByKey(context, SELECT_GRANT, [companyId, id]);
  }

  /** Whether the context's grant is still there, for a change that is under way; true without one. */
  async isStanding({ grant, ...context }: RequestContext): Promise<boolean> {
    if (!grant) return true;
    return (await this.findByKey(context, { companyId: context.companyId, id: grant.id })) !== undefined;
  }

  /** Ends a grant. False: there is no such grant. `by`: who does it, where that is not the caller. */
  async end(tx: TransactionContext, id: string, by?: 'anonymous'): Promise<boolean> {
    return (await this.delete(tx, 'id = $2', [id], by)) > 0;
  }

  /** Ends all grants of a user, and those that begin with a code which waits to be used. */
  async endAll(tx: TransactionContext, userId: string): Promise<void> {
    await this.deleteWithCodes(tx, 'user_id', userId);
  }

  /** As `endAll`, of the grants to act as a colleague. */
  async endOfColleague(tx: TransactionContext, colleagueId: string): Promise<void> {
    await this.deleteWithCodes(tx, 'colleague_id', colleagueId);
  }

  /** Writes when grants of a company were used. In the order of their ids, so that two processes never wait in a circle. */
  async writeUse(companyId: string, used: ReadonlyMap<string, number>): Promise<void> {
    const ids = [...used.keys()].sort();
    const moments = ids.map((id) => new Date(used.get(id) as number).toISOString());
    const lock = `SELECT FROM oauth_grants WHERE company_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
    const text = `UPDATE oauth_grants g SET last_used_at = greatest(g.last_used_at, u.at)
      FROM unnest($2::uuid[], $3::timestamptz[]) AS u (id, at) WHERE g.company_id = $1 AND g.id = u.id`;
    await this.database.transaction(OWN_WORK_CONTEXT, async (tx) => {
      await this.database.execute(tx, { text: lock }, [companyId, ids]);
      await this.database.execute(tx, { text }, [companyId, ids, moments]);
    });
  }

  /** Nobody can go on with a grant whose last refresh token has ended. */
  @EveryHour({ role: 'scheduler' })
  async deleteOld(): Promise<void> {
    for (const table of ['oauth_tokens', 'oauth_grants']) {
      await this.database.execute(OWN_WORK_CONTEXT, { text: `DELETE FROM ${table} WHERE expires_at < now()` });
    }
  }

  /** Codes first: whoever uses one meanwhile has made the grant by then. */
  private async deleteWithCodes(tx: TransactionContext, column: 'user_id' | 'colleague_id', id: string): Promise<void> {
    const text = `DELETE FROM oauth_codes WHERE company_id = $1 AND ${column} = $2`;
    await this.database.execute(tx, { text }, [tx.companyId, id]);
    await this.delete(tx, `${column} = $2`, [id]);
  }

  /** `$1` of the condition is the company. */
  private async delete(
    tx: TransactionContext,
    condition: string,
    values: readonly unknown[],
    actor?: 'anonymous',
  ): Promise<number> {
    const text = `DELETE FROM oauth_grants WHERE company_id = $1 AND ${condition}
      RETURNING id, client_name AS "clientName"`;
    const ended = await this.database.rows<{ id: string; clientName: string }>(tx, { text }, [tx.companyId, ...values]);
    if (ended.length === 0) return 0;
    const ids = ended.map(({ id }) => id);
    const tokens = 'DELETE FROM oauth_tokens WHERE company_id = $1 AND grant_id = ANY ($2::uuid[])';
    await this.database.execute(tx, { text: tokens }, [tx.companyId, ids]);
    for (const { id, clientName } of ended) {
      await this.announceEnded(tx, id);
      const target = { type: 'grant', id, name: clientName };
      await this.audit.record(tx, { action: 'grant.revoked', target, ...(actor && { actor }) });
    }
    return ended.length;
  }

  /** Once the transaction is committed, it counts here, and others hear of it. */
  private async announceEnded(tx: InTransaction<DatabaseContext>, id: string): Promise<void> {
    tx.transaction.afterCommit.push(() => this.grants.forget(id));
    await this.database.notify(tx, GRANT_ENDED, id);
  }
}
