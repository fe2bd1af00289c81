import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { ConflictError, InsufficientRoleError, NotFoundError, ValidationError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import { Configuration } from '#config/configuration.js';
import type { AuditTarget } from '#core/audit/audit-entry.js';
import { ApiKeyStrategy } from '#core/access/api-key.strategy.js';
import { apiKeyHash, apiKeyPrefix, makeApiKey } from '#core/access/api-key.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { hasPermission } from '#core/access/permissions.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { isoMoment } from '#core/database/schema/columns.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { beginning } from '#core/events/changes.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { ColleagueNotFoundError } from '#common/errors/colleague-not-found-error.js';
import { isAgentRole } from '#schema/colleagues.js';
import { BeforeErasure, type ErasedUser } from '#modules/users/user.hooks.js';
import {
  ApiKeyResponse,
  ApiKeysQuery,
  ApiKeyUsageResponse,
  CreateApiKey,
  CreatedApiKeyResponse,
} from './api-key.dto.js';
import { ApiKey } from './api-key.entity.js';

const SHOWN_REQUESTS = 100;
/** Keys of one agent that are not revoked. */
const KEYS_PER_COLLEAGUE = 200;

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

/** API keys. */
@Injectable()
export class ApiKeysService {
  constructor(
    @InjectCompanyScoped(ApiKey) private readonly apiKeys: CompanyScopedRepository<ApiKey>,
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly callerCheck: CallerCheck,
    private readonly strategy: ApiKeyStrategy,
    private readonly configuration: Configuration,
  ) {}

  findAll(context: RequestContext, query: ApiKeysQuery): Promise<List<ApiKeyResponse>> {
    const { where, values } = new Conditions([context.companyId])
      .add('k.company_id = $1')
      .equals('k.user_id', 'uuid', query.all ? undefined : context.userId);
    return this.lists.find<ApiKeyResponse>(context, query, {
      select: `SELECT k.id, k.name, k.prefix, k.user_id AS "userId", k.colleague_id AS "colleagueId",
          k.request_count AS "requestCount",
          k.last_used_at AS "lastUsedAt", k.created_at AS "createdAt", k.revoked_at AS "revokedAt"
        FROM api_keys k WHERE ${where}`,
      values,
      orderBy: 'k.created_at, k.id',
    });
  }

  async getUsage(context: RequestContext, id: string): Promise<ApiKeyUsageResponse> {
    const { where, values } = new Conditions([context.companyId])
      .add('k.company_id = $1')
      .equals('k.id', 'uuid', id)
      .equals('k.user_id', 'uuid', seenBy(context).userId);
    const usage = await this.database.row<ApiKeyUsageResponse>(context, { text: `${SELECT_USAGE} ${where}` }, values);
    if (!usage) throw new NotFoundError('API key');
    return usage;
  }

  async create(context: RequestContext, input: CreateApiKey): Promise<CreatedApiKeyResponse> {
    const { name, colleagueId = null } = input;
    if (colleagueId && !hasPermission(context.role, 'colleagues:write')) throw new InsufficientRoleError();
    const { userId } = context;
    const key = makeApiKey();
    const prefix = apiKeyPrefix(key);
    const insert = async (tx: TransactionContext) => {
      await (colleagueId ? this.ensureAgent(tx, colleagueId) : this.ensureRoom(tx));
      const unused = { requestCount: 0, lastUsedAt: null, revokedAt: null };
      const apiKey = await this.apiKeys.insert(tx, { userId, colleagueId, name, prefix, ...unused });
      await this.enter(tx, apiKeyHash(key), apiKey);
      const change = { ...unannounced(apiKey), answer: { shownOnce: apiKey.id } };
      return audited(change, {
        action: 'key.created',
        target: targetOf(apiKey),
        changes: beginning({ ...(colleagueId && { colleagueId }), name }),
      });
    };
    const { id, createdAt } = await this.callerCheck.commit(context, insert, [userId]);
    return { id, name, colleagueId, prefix, key, createdAt };
  }

  /** @throws NotFoundError when it is revoked already, too. */
  async revoke(context: RequestContext, id: string): Promise<void> {
    const { userId } = await this.apiKeys.require(context, { id, ...seenBy(context) }, 'API key');
    const revoke = async (tx: TransactionContext) => {
      const unrevoked = { id, revokedAt: IsNull(), ...seenBy(tx) };
      const apiKey = await this.apiKeys.requireForUpdate(tx, unrevoked, 'API key');
      await this.apiKeys.update(tx, apiKey, { revokedAt: new Date().toISOString() });
      await this.strike(tx, apiKey);
      return audited(unannounced(undefined), { action: 'key.revoked', target: targetOf(apiKey) });
    };
    // Its user is locked: a request that is made with the key ends before, or finds it revoked.
    await this.callerCheck.commit(context, revoke, [userId]);
  }

  /** Revokes all keys of a colleague that is about to be deleted. */
  async revokeAllOf(tx: TransactionContext, colleagueId: string): Promise<void> {
    const text = `UPDATE api_keys SET revoked_at = $3, updated_at = $3
      WHERE company_id = $1 AND colleague_id = $2 AND revoked_at IS NULL RETURNING id, company_id AS "companyId"`;
    const now = new Date().toISOString();
    const revoked = await this.database.rows<ApiKey>(tx, { text }, [tx.companyId, colleagueId, now]);
    for (const apiKey of revoked) await this.strike(tx, apiKey);
  }

  /** Deletes all keys of a user who is erased, with what they were used for, and from where. */
  @BeforeErasure()
  async deleteAllOfUser(tx: TransactionContext, { id: userId }: ErasedUser): Promise<void> {
    // Whoever writes what they were used for has done so, or finds them gone.
    const text = `SELECT id, company_id AS "companyId" FROM api_keys WHERE company_id = $1 AND user_id = $2
      ORDER BY id FOR UPDATE`;
    const values = [tx.companyId, userId];
    for (const apiKey of await this.database.rows<ApiKey>(tx, { text }, values)) await this.strike(tx, apiKey);
    const requests = `DELETE FROM api_key_requests r USING api_keys k
      WHERE k.company_id = $1 AND k.user_id = $2 AND r.company_id = $1 AND r.api_key_id = k.id`;
    await this.database.execute(tx, { text: requests }, values);
    const keys = 'DELETE FROM api_keys WHERE company_id = $1 AND user_id = $2';
    await this.database.execute(tx, { text: keys }, values);
  }

  /** The colleague stays locked, so that no key can join meanwhile, and it is not deleted. */
  private async ensureAgent(tx: TransactionContext, colleagueId: string): Promise<void> {
    const values = [tx.companyId, colleagueId];
    const role = `SELECT vc.role FROM virtual_colleagues vc WHERE vc.company_id = $1 AND vc.id = $2 FOR NO KEY UPDATE`;
    const found = await this.database.row<{ role: string }>(tx, { text: role }, values);
    if (!found) throw new ColleagueNotFoundError();
    if (!isAgentRole(found.role))
      throw new ValidationError({ colleagueId: 'Must be an agent or an agent_orchestrator' });
    // In a statement of its own: it sees the keys that were made while this one waited.
    const keys = 'SELECT count(*) FROM api_keys WHERE company_id = $1 AND colleague_id = $2 AND revoked_at IS NULL';
    const counted = await this.database.row<{ count: number }>(tx, { text: keys }, values);
    if (counted && counted.count >= KEYS_PER_COLLEAGUE) {
      throw new ConflictError(`An agent has at most ${KEYS_PER_COLLEAGUE} API keys; revoke one first`);
    }
  }

  /** No key can join meanwhile: the user is locked. @throws ConflictError when there are as many as there may be. */
  private async ensureRoom(tx: TransactionContext): Promise<void> {
    const most = this.configuration.limits.keysPerUser;
    const text = `SELECT count(*) FROM api_keys WHERE company_id = $1 AND user_id = $2
      AND colleague_id IS NULL AND revoked_at IS NULL`;
    const row = await this.database.row<{ count: number }>(tx, { text }, [tx.companyId, tx.userId]);
    if (row && row.count >= most) throw new ConflictError(`A user has at most ${most} API keys; revoke one first`);
  }

  private async enter(
    tx: TransactionContext,
    hash: string,
    { id, companyId, userId, colleagueId }: ApiKey,
  ): Promise<void> {
    const text = `INSERT INTO api_key_hashes (key_hash, company_id, api_key_id, user_id, colleague_id)
      VALUES (decode($1, 'hex'), $2, $3, $4, $5)`;
    await this.database.execute(tx, { text }, [hash, companyId, id, userId, colleagueId]);
  }

  private async strike(tx: TransactionContext, { id, companyId }: ApiKey): Promise<void> {
    const text = `DELETE FROM api_key_hashes WHERE api_key_id = $1 AND company_id = $2
      RETURNING encode(key_hash, 'hex') AS hash`;
    const struck = await this.database.rows<{ hash: string }>(tx, { text }, [id, companyId]);
    for (const { hash } of struck) await this.strategy.announceRevoked(tx, hash);
  }
}

function targetOf({ id, name }: Pick<ApiKey, 'id' | 'name'>): AuditTarget {
  return { type: 'key', id, name };
}

/** Another user's key does not exist for a MEMBER or VIEWER. */
function seenBy({ role, userId }: RequestContext): { userId?: string } {
  return hasPermission(role, 'api-keys:administer') ? {} : { userId };
}
