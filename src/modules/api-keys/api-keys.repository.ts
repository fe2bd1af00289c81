import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { isoMoment } from '#core/database/schema/columns.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { ApiKeyResponse, ApiKeyUsageResponse } from './api-key.dto.js';
import { ApiKey } from './api-key.entity.js';

const SHOWN_REQUESTS = 100;

/** In one statement, so that counts and requests are of one moment. */
const SELECT_USAGE = `SELECT k.request_count AS "requestCount",
  (SELECT coalesce(json_agg(json_build_object('method', r.method, 'path', r.path, 'status', r.status,
      'durationMs', r.duration_ms, 'ip', r.ip, 'at', ${isoMoment('r.at')}) ORDER BY r.id DESC), '[]')
    FROM (SELECT * FROM api_key_requests WHERE company_id = $1 AND api_key_id = k.id
      ORDER BY id DESC LIMIT ${SHOWN_REQUESTS}) r) AS "recentRequests",
  (SELECT coalesce(json_agg(json_build_object('method', e.method, 'route', e.route, 'count', e.count,
      'lastAt', ${isoMoment('e.last_at')}) ORDER BY e.count DESC, e.route, e.method), '[]')
    FROM api_key_endpoints e WHERE e.company_id = $1 AND e.api_key_id = k.id) AS endpoints
  FROM api_keys k WHERE`;

/** A key that requests are known by. */
export type HashedKey = Pick<ApiKey, 'id' | 'companyId'>;

/** API keys with what they were used for, and the hashes that requests are known by. */
@Injectable()
export class ApiKeysRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  /** Of all users, without one. */
  findOfUser(context: RequestContext, query: PageQuery, userId: string | undefined): Promise<List<ApiKeyResponse>> {
    const { where, values } = new Conditions([context.companyId])
      .add('k.company_id = $1')
      .equals('k.user_id', 'uuid', userId);
    return this.lists.find<ApiKeyResponse>(context, query, {
      select: `SELECT k.id, k.name, k.prefix, k.user_id AS "userId", k.colleague_id AS "colleagueId",
          k.request_count AS "requestCount",
          k.last_used_at AS "lastUsedAt", k.created_at AS "createdAt", k.revoked_at AS "revokedAt"
        FROM api_keys k WHERE ${where}`,
      values,
      orderBy: 'k.created_at, k.id',
    });
  }

  /** Of the key of that user; of any user, without one. */
  findUsage(context: RequestContext, id: string, userId: string | undefined): Promise<ApiKeyUsageResponse | undefined> {
    const { where, values } = new Conditions([context.companyId])
      .add('k.company_id = $1')
      .equals('k.id', 'uuid', id)
      .equals('k.user_id', 'uuid', userId);
    return this.database.row<ApiKeyUsageResponse>(context, { text: `${SELECT_USAGE} ${where}` }, values);
  }

  revokeOfColleague(tx: TransactionContext, colleagueId: string): Promise<HashedKey[]> {
    const text = `UPDATE api_keys SET revoked_at = $3, updated_at = $3
      WHERE company_id = $1 AND colleague_id = $2 AND revoked_at IS NULL RETURNING id, company_id AS "companyId"`;
    const now = new Date().toISOString();
    return this.database.rows<HashedKey>(tx, { text }, [tx.companyId, colleagueId, now]);
  }

  lockOfUser(tx: TransactionContext, userId: string): Promise<HashedKey[]> {
    const text = `SELECT id, company_id AS "companyId" FROM api_keys WHERE company_id = $1 AND user_id = $2
      ORDER BY id FOR UPDATE`;
    return this.database.rows<HashedKey>(tx, { text }, [tx.companyId, userId]);
  }

  async deleteOfUser(tx: TransactionContext, userId: string): Promise<void> {
    const values = [tx.companyId, userId];
    const requests = `DELETE FROM api_key_requests r USING api_keys k
      WHERE k.company_id = $1 AND k.user_id = $2 AND r.company_id = $1 AND r.api_key_id = k.id`;
    await this.database.execute(tx, { text: requests }, values);
    const keys = 'DELETE FROM api_keys WHERE company_id = $1 AND user_id = $2';
    await this.database.execute(tx, { text: keys }, values);
  }

  /** Keys of the caller that are not revoked, without those of agents. */
  async countOfUser(tx: TransactionContext): Promise<number> {
    const text = `SELECT count(*) FROM api_keys WHERE company_id = $1 AND user_id = $2
      AND colleague_id IS NULL AND revoked_at IS NULL`;
    return (await this.database.row<{ count: number }>(tx, { text }, [tx.companyId, tx.userId]))?.count ?? 0;
  }

  async countOfColleague(tx: TransactionContext, colleagueId: string): Promise<number> {
    const text = 'SELECT count(*) FROM api_keys WHERE company_id = $1 AND colleague_id = $2 AND revoked_at IS NULL';
    return (await this.database.row<{ count: number }>(tx, { text }, [tx.companyId, colleagueId]))?.count ?? 0;
  }

  lockColleague(tx: TransactionContext, colleagueId: string): Promise<{ role: string } | undefined> {
    const text = `SELECT vc.role FROM virtual_colleagues vc WHERE vc.company_id = $1 AND vc.id = $2 FOR NO KEY UPDATE`;
    return this.database.row<{ role: string }>(tx, { text }, [tx.companyId, colleagueId]);
  }

  async insertHash(
    tx: TransactionContext,
    hash: string,
    { id, companyId, userId, colleagueId }: ApiKey,
  ): Promise<void> {
    const text = `INSERT INTO api_key_hashes (key_hash, company_id, api_key_id, user_id, colleague_id)
      VALUES (decode($1, 'hex'), $2, $3, $4, $5)`;
    await this.database.execute(tx, { text }, [hash, companyId, id, userId, colleagueId]);
  }

  async deleteHashes(tx: TransactionContext, { id, companyId }: HashedKey): Promise<string[]> {
    const text = `DELETE FROM api_key_hashes WHERE api_key_id = $1 AND company_id = $2
      RETURNING encode(key_hash, 'hex') AS hash`;
    const struck = await this.database.rows<{ hash: string }>(tx, { text }, [id, companyId]);
    return struck.map(({ hash }) => hash);
  }
}
