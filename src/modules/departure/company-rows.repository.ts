import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';

/** Nobody deletes entries of the audit log before their time. */
const KEPT = ['audit_entries'];

/** The tables with rows of companies, whatever module they belong to: parts of partitioned tables go with the whole. */
const SELECT_TABLES = `SELECT c.relname AS name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> ALL ($1::text[]) ORDER BY c.relname`;

/** All rows that a company has. */
@Injectable()
export class CompanyRowsRepository {
  constructor(private readonly database: Database) {}

  async findTables(context: RequestContext): Promise<string[]> {
    const tables = await this.database.rows<{ name: string }>(context, { text: SELECT_TABLES }, [KEPT]);
    return tables.map(({ name }) => name);
  }

  async deleteRowsOf(context: RequestContext, table: string): Promise<void> {
    const text = `DELETE FROM "${table}" WHERE company_id = $1`;
    await this.database.execute(context, { text }, [context.companyId]);
  }
}
