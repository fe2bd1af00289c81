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
import { ApiKeysRepository, type HashedKey } from './api-keys.repository.js';

/** Keys of one agent that are not revoked. */
const KEYS_PER_COLLEAGUE = 200;

/** API keys. */
@Injectable()
export class ApiKeysService {
  constructor(
    @InjectCompanyScoped(ApiKey) private readonly apiKeys: CompanyScopedRepository<ApiKey>,
    private readonly statements: ApiKeysRepository,
    private readonly callerCheck: CallerCheck,
    private readonly strategy: ApiKeyStrategy,
    private readonly configuration: Configuration,
  ) {}

  findAll(context: RequestContext, query: ApiKeysQuery): Promise<List<ApiKeyResponse>> {
    return this.statements.findOfUser(context, query, query.all ? undefined : context.userId);
  }

  async getUsage(context: RequestContext, id: string): Promise<ApiKeyUsageResponse> {
    const usage = await this.statements.findUsage(context, id, seenBy(context).userId);
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
      await this.statements.insertHash(tx, apiKeyHash(key), apiKey);
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
  async revokeKey(context: RequestContext, id: string): Promise<void> {
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
    for (const apiKey of await this.statements.revokeOfColleague(tx, colleagueId)) await this.strike(tx, apiKey);
  }

  /** Deletes all keys of a user who is erased, with what they were used for, and from where. */
  @BeforeErasure()
  async deleteAllOfUser(tx: TransactionContext, { id: userId }: ErasedUser): Promise<void> {
    // Whoever writes what they were used for has done so, or finds them gone.
    for (const apiKey of await this.statements.lockOfUser(tx, userId)) await this.strike(tx, apiKey);
    await this.statements.deleteOfUser(tx, userId);
  }

  /** The colleague stays locked, so that no key can join meanwhile, and it is not deleted. */
  private async ensureAgent(tx: TransactionContext, colleagueId: string): Promise<void> {
    const found = await this.statements.lockColleague(tx, colleagueId);
    if (!found) throw new ColleagueNotFoundError();
    if (!isAgentRole(found.role))
      throw new ValidationError({ colleagueId: 'Must be an agent or an agent_orchestrator' });
    // In a statement of its own: it sees the keys that were made while this one waited.
    if ((await this.statements.countOfColleague(tx, colleagueId)) >= KEYS_PER_COLLEAGUE) {
      throw new ConflictError(`An agent has at most ${KEYS_PER_COLLEAGUE} API keys; revoke one first`);
    }
  }

  /** No key can join meanwhile: the user is locked. @throws ConflictError when there are as many as there may be. */
  private async ensureRoom(tx: TransactionContext): Promise<void> {
    const most = this.configuration.limits.keysPerUser;
    if ((await this.statements.countOfUser(tx)) >= most)
      throw new ConflictError(`A user has at most ${most} API keys; revoke one first`);
  }

  private async strike(tx: TransactionContext, key: HashedKey): Promise<void> {
    for (const hash of await this.statements.deleteHashes(tx, key)) await this.strategy.announceRevoked(tx, hash);
  }
}

function targetOf({ id, name }: Pick<ApiKey, 'id' | 'name'>): AuditTarget {
  return { type: 'key', id, name };
}

/** Another user's key does not exist for a MEMBER or VIEWER. */
function seenBy({ role, userId }: RequestContext): { userId?: string } {
  return hasPermission(role, 'api-keys:administer') ? {} : { userId };
}
