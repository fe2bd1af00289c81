import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { DatabaseContext, RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { columnsOf } from '#core/database/schema/columns.js';
import { isActiveCompany } from '#schema/companies.js';
import type { CodeHealthResponse } from './code-connection.dto.js';
import { CodeConnection } from './code-connection.entity.js';

type WithHealth = CodeConnection & CodeHealthResponse;

/** Who has connections, and what came to them. */
@Injectable()
export class CodeConnectionsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  /** The oldest first. */
  findAll<Item>(context: RequestContext, query: PageQuery, toItem: (row: WithHealth) => Item): Promise<List<Item>> {
    return this.lists.find<WithHealth, Item>(context, query, {
      select: `SELECT ${columnsOf(CodeConnection, 'e')}, h.last_at AS "lastAt", h.last_refused_at AS "lastRefusedAt", h.last_error AS "lastError"
        FROM code_connections e LEFT JOIN code_connection_health h ON h.company_id = e.company_id AND h.id = e.id
        WHERE e.company_id = $1`,
      values: [context.companyId],
      orderBy: 'e.created_at, e.id',
      toItem,
    });
  }

  findHealth(context: RequestContext, id: string): Promise<CodeHealthResponse | undefined> {
    const text = `SELECT last_at AS "lastAt", last_refused_at AS "lastRefusedAt", last_error AS "lastError"
      FROM code_connection_health WHERE company_id = $1 AND id = $2`;
    return this.database.row(context, { text }, [context.companyId, id]);
  }

  /** Whose connection it is: nobody knows yet. */
  async findCompanyId(context: DatabaseContext, id: string): Promise<string | undefined> {
    const text = 'SELECT company_id AS "companyId" FROM code_connection_companies WHERE id = $1';
    return (await this.database.rowByKey<{ companyId: string }>(context, { name: 'code-company', text }, [id]))
      ?.companyId;
  }

  /** The connection, unless its company is about to go. */
  findConnection(context: DatabaseContext, companyId: string, id: string): Promise<CodeConnection | undefined> {
    const text = `SELECT ${columnsOf(CodeConnection, 'e')} FROM code_connections e
      WHERE e.company_id = $1 AND e.id = $2 AND ${isActiveCompany('e.company_id')}`;
    return this.database.rowByKey(context, { name: 'code-connection', text }, [companyId, id]);
  }

  async insertCompany(tx: TransactionContext, id: string): Promise<void> {
    const text = 'INSERT INTO code_connection_companies (id, company_id) VALUES ($1, $2)';
    await this.database.execute(tx, { text }, [id, tx.companyId]);
  }

  /** Links stay, without a connection. */
  async deleteTraces(tx: TransactionContext, id: string): Promise<void> {
    await this.database.execute(tx, { text: 'DELETE FROM code_connection_companies WHERE id = $1' }, [id]);
    const text = 'UPDATE code_links SET connection_id = NULL WHERE company_id = $1 AND connection_id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, id]);
  }

  /** Once a second is enough for people, and a flood writes one row. */
  async noteDelivery(context: RequestContext, id: string, error: string | null): Promise<void> {
    const now = Date.now();
    const isoOf = (moment: number) => new Date(moment).toISOString();
    const column = error === null ? 'last_at' : 'last_refused_at';
    const text = `INSERT INTO code_connection_health AS h (company_id, id, ${column}, last_error) VALUES ($1, $2, $3, $4)
      ON CONFLICT (company_id, id) DO UPDATE SET ${column} = excluded.${column},
        last_error = coalesce(excluded.last_error, h.last_error)
      WHERE h.${column} IS NULL OR h.${column} < $5`;
    await this.database.execute(context, { text }, [context.companyId, id, isoOf(now), error, isoOf(now - 1_000)]);
  }
}
