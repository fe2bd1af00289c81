import { Injectable } from '@nestjs/common';
import { type DatabaseContext, OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { EveryHour } from '#core/processes/hourly-work.js';

/** A sign-in that was begun and is used up now. */
export interface TakenFlow {
  readonly companyId: string;
  readonly issuer: string;
  readonly userId: string | null;
  readonly sessionHash: string | null;
  readonly endOthers: boolean;
}

interface StoredFlow extends TakenFlow {
  readonly browserHash: string;
}

const LIFETIME = '10 minutes';

const INSERT = `INSERT INTO sso_flows
    (state_hash, browser_hash, company_id, issuer, user_id, session_hash, end_others, expires_at)
  SELECT decode($1, 'hex'), decode($2, 'hex'), $3::uuid, $4, $5::uuid, decode($6, 'hex'), $7::boolean,
    now() + interval '${LIFETIME}'
  WHERE $3::uuid IS NOT NULL`;

const TAKE = `DELETE FROM sso_flows WHERE state_hash = decode($1, 'hex') AND expires_at > now()
  RETURNING encode(browser_hash, 'hex') AS "browserHash", company_id AS "companyId", issuer, user_id AS "userId",
    encode(session_hash, 'hex') AS "sessionHash", end_others AS "endOthers"`;

/** Sign-ins that are under way at a provider, each used up once. */
@Injectable()
export class SsoFlowsRepository {
  constructor(private readonly database: Database) {}

  async insertFlow(context: DatabaseContext, values: unknown[]): Promise<void> {
    await this.database.execute(context, { text: INSERT }, values);
  }

  takeFlow(context: DatabaseContext, stateHash: string): Promise<StoredFlow | undefined> {
    return this.database.row<StoredFlow>(context, { text: TAKE }, [stateHash]);
  }

  @EveryHour({ role: 'scheduler' })
  async deleteOld(): Promise<void> {
    await this.database.execute(OWN_WORK_CONTEXT, { text: 'DELETE FROM sso_flows WHERE expires_at <= now()' });
  }
}
