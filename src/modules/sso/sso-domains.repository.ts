import { Injectable } from '@nestjs/common';
import type {
  DatabaseContext,
  InTransaction,
  RequestContext,
  TransactionContext,
} from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';

interface Domain {
  readonly name: string;
  readonly token: string;
  readonly verified: boolean;
}

/** The domains that companies name, and those that they have proved. */
@Injectable()
export class SsoDomainsRepository {
  constructor(private readonly database: Database) {}

  findDomains(context: RequestContext): Promise<Domain[]> {
    const text = `SELECT name, token, verified_at IS NOT NULL AS verified FROM sso_domains
      WHERE company_id = $1 ORDER BY name`;
    return this.database.rows<Domain>(context, { text }, [context.companyId]);
  }

  async findCompany(context: DatabaseContext, name: string): Promise<string | undefined> {
    const text = 'SELECT company_id AS "companyId" FROM verified_domains WHERE name = $1';
    return (await this.database.row<{ companyId: string }>(context, { text }, [name]))?.companyId;
  }

  async replaceDomains(tx: TransactionContext, names: readonly string[], tokens: readonly string[]): Promise<void> {
    const values = [tx.companyId, names];
    const drop = 'DELETE FROM sso_domains WHERE company_id = $1 AND name <> ALL ($2::text[])';
    await this.database.execute(tx, { text: drop }, values);
    const forget = 'DELETE FROM verified_domains WHERE company_id = $1 AND name <> ALL ($2::text[])';
    await this.database.execute(tx, { text: forget }, values);
    const add = `INSERT INTO sso_domains (company_id, name, token) SELECT $1, * FROM unnest($2::text[], $3::text[])
      ON CONFLICT (company_id, name) DO NOTHING`;
    await this.database.execute(tx, { text: add }, [...values, tokens]);
  }

  async findToken(context: RequestContext, name: string): Promise<string | undefined> {
    const text = 'SELECT token FROM sso_domains WHERE company_id = $1 AND name = $2';
    return (await this.database.row<{ token: string }>(context, { text }, [context.companyId, name]))?.token;
  }

  async addDomain(tx: TransactionContext, name: string, token: string): Promise<void> {
    const text = `INSERT INTO sso_domains (company_id, name, token) VALUES ($1, $2, $3)
        ON CONFLICT (company_id, name) DO NOTHING`;
    await this.database.execute(tx, { text }, [tx.companyId, name, token]);
  }

  /** Whether the company has named the domain. */
  async setVerified(tx: InTransaction<DatabaseContext>, companyId: string, name: string): Promise<boolean> {
    const text = `WITH clock AS (SELECT now() AS at)
      UPDATE sso_domains SET verified_at = coalesce(verified_at, clock.at) FROM clock
      WHERE company_id = $1 AND name = $2`;
    return (await this.database.execute(tx, { text }, [companyId, name])) > 0;
  }

  /** Whether no company had proved it. */
  async claimDomain(tx: InTransaction<DatabaseContext>, companyId: string, name: string): Promise<boolean> {
    const text = 'INSERT INTO verified_domains (company_id, name) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING';
    return (await this.database.execute(tx, { text }, [companyId, name])) > 0;
  }
}
