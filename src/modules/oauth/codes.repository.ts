import { Injectable } from '@nestjs/common';
import {
  type DatabaseContext,
  type InTransaction,
  OWN_WORK_CONTEXT,
  type TransactionContext,
} from '#core/company-scope/request-context.js';
import type { GrantScope } from '#core/access/grants/grant.js';
import { Database } from '#core/database/database.js';
import { EveryHour } from '#core/processes/hourly-work.js';

/** A consent that waits for its client, or did. */
export interface Code {
  readonly companyId: string;
  readonly userId: string;
  readonly credentialVersion: number;
  readonly colleagueId: string | null;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly resource: string;
  readonly scope: GrantScope;
  readonly projectIds: readonly string[] | null;
  readonly grantId: string;
}

/** A code as it is once nobody else can use it. */
export type LockedCode = Code & { readonly isUsed: boolean; readonly isOver: boolean };

/** A token and whose it is. */
export interface FoundToken {
  readonly companyId: string;
  readonly grantId: string;
}

/** How a refresh token stands. */
export interface LockedRefresh {
  readonly isUsed: boolean;
  /** It was used so long ago that only a thief would use it again. */
  readonly isStale: boolean;
}

/** Seconds that a code is good for. */
const CODE_SECONDS = 60;
/** Seconds that an access token is good for. */
export const ACCESS_SECONDS = 3_600;
/** Days that a refresh token is good for. */
const REFRESH_DAYS = 30;
/** Seconds in which a refresh token can be used again: an answer was lost, or two workers asked at once. */
const GRACE_SECONDS = 10;

const CODE = `company_id AS "companyId", user_id AS "userId", credential_version AS "credentialVersion",
    colleague_id AS "colleagueId", client_id AS "clientId", client_name AS "clientName", redirect_uri AS "redirectUri",
    challenge, resource, scope, project_ids AS "projectIds", grant_id AS "grantId"`;

/** Codes and tokens, by their hashes. */
@Injectable()
export class CodesRepository {
  constructor(private readonly database: Database) {}

  async insertCode(tx: TransactionContext, codeHash: string, code: Code): Promise<void> {
    const text = `INSERT INTO oauth_codes (code_hash, company_id, user_id, credential_version, colleague_id, client_id,
        client_name, redirect_uri, challenge, resource, scope, project_ids, grant_id, expires_at)
      VALUES (decode($1, 'hex'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
        clock_timestamp() + interval '${CODE_SECONDS} seconds')`;
    const person = [code.companyId, code.userId, code.credentialVersion, code.colleagueId];
    const client = [code.clientId, code.clientName, code.redirectUri, code.challenge];
    const granted = [code.resource, code.scope, code.projectIds, code.grantId];
    await this.database.execute(tx, { text }, [codeHash, ...person, ...client, ...granted]);
  }

  findCode(context: DatabaseContext, codeHash: string): Promise<Code | undefined> {
    const text = `SELECT ${CODE} FROM oauth_codes WHERE code_hash = decode($1, 'hex')`;
    return this.database.rowByKey(context, { text }, [codeHash]);
  }

  /** Nobody else uses the code until the transaction ends. */
  lockCode(tx: InTransaction<DatabaseContext>, codeHash: string): Promise<LockedCode | undefined> {
    const text = `SELECT ${CODE}, used_at IS NOT NULL AS "isUsed", expires_at < clock_timestamp() AS "isOver"
      FROM oauth_codes WHERE code_hash = decode($1, 'hex') FOR UPDATE`;
    return this.database.row(tx, { text }, [codeHash]);
  }

  async noteCodeUse(tx: InTransaction<DatabaseContext>, codeHash: string): Promise<void> {
    const text = `UPDATE oauth_codes SET used_at = now() WHERE code_hash = decode($1, 'hex')`;
    await this.database.execute(tx, { text }, [codeHash]);
  }

  async insertTokens(
    tx: TransactionContext,
    grantId: string,
    { access, refresh }: Readonly<Record<'access' | 'refresh', string>>,
  ): Promise<void> {
    const text = `INSERT INTO oauth_tokens (token_hash, company_id, grant_id, kind, expires_at) VALUES
      (decode($1, 'hex'), $3, $4, 'access', clock_timestamp() + interval '${ACCESS_SECONDS} seconds'),
      (decode($2, 'hex'), $3, $4, 'refresh', clock_timestamp() + interval '${REFRESH_DAYS} days')`;
    await this.database.execute(tx, { text }, [access, refresh, tx.companyId, grantId]);
  }

  /** Whose a token is, of either kind unless one is named. */
  findToken(
    context: DatabaseContext,
    tokenHash: string,
    kind: 'refresh' | null = null,
  ): Promise<FoundToken | undefined> {
    const text = `SELECT company_id AS "companyId", grant_id AS "grantId" FROM oauth_tokens
      WHERE token_hash = decode($1, 'hex') AND ($2::text IS NULL OR kind = $2) AND expires_at > now()`;
    return this.database.rowByKey(context, { text }, [tokenHash, kind]);
  }

  /** Its grant must be locked. Undefined: it is gone. */
  findRefresh(tx: InTransaction<DatabaseContext>, tokenHash: string): Promise<LockedRefresh | undefined> {
    const text = `SELECT used_at IS NOT NULL AS "isUsed",
        used_at IS NOT NULL AND used_at < clock_timestamp() - interval '${GRACE_SECONDS} seconds' AS "isStale"
      FROM oauth_tokens WHERE token_hash = decode($1, 'hex') AND kind = 'refresh' AND expires_at > clock_timestamp()`;
    return this.database.row(tx, { text }, [tokenHash]);
  }

  async noteRefreshUse(tx: InTransaction<DatabaseContext>, tokenHash: string): Promise<void> {
    const text = `UPDATE oauth_tokens SET used_at = clock_timestamp() WHERE token_hash = decode($1, 'hex')`;
    await this.database.execute(tx, { text }, [tokenHash]);
  }

  /** A used code is remembered for a day: its second use ends what the first one gave. */
  @EveryHour({ role: 'scheduler' })
  async deleteOldCodes(): Promise<void> {
    const text = `DELETE FROM oauth_codes WHERE expires_at < now() - interval '1 day'`;
    await this.database.execute(OWN_WORK_CONTEXT, { text });
  }
}
