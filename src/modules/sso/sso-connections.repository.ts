import { Injectable } from '@nestjs/common';
import type { DatabaseContext, RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { columnsOf } from '#core/database/schema/columns.js';
import { Database } from '#core/database/database.js';
import { SsoConnection } from './sso-connection.entity.js';

/** The connection of each company with its directory, as it is stored. */
@Injectable()
export class SsoConnectionsRepository {
  constructor(private readonly database: Database) {}

  async deleteIdentities(tx: TransactionContext): Promise<void> {
    await this.database.execute(tx, { text: 'DELETE FROM identities WHERE company_id = $1' }, [tx.companyId]);
  }

  async setTested(context: RequestContext, issuer: string): Promise<void> {
    const text = 'UPDATE sso_connections SET tested_at = now() WHERE company_id = $1 AND issuer = $2';
    await this.database.execute(context, { text }, [context.companyId, issuer]);
  }

  findEnabled(context: DatabaseContext, companyId: string): Promise<SsoConnection | undefined> {
    const text = `SELECT ${columnsOf(SsoConnection, 'c')} FROM sso_connections c
      WHERE c.company_id = $1 AND c.enabled`;
    return this.database.row<SsoConnection>(context, { text }, [companyId]);
  }
}
