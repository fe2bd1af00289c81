import { Injectable } from '@nestjs/common';
import { AuthModuleOptions } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import type { TransactionContext } from '../company-scope/request-context.js';
import { Database, Statement } from '../database/database.js';
import { NotifiedCache } from '../database/pool/notified-cache.js';
import { Notifications } from '../database/pool/notifications.js';
import { AgentCache } from './agent-cache.js';
import { roleOfAgent } from './agent.js';
import { anonymousContext } from './anonymous-context.js';
import { apiKeyHash, isApiKey } from './api-key.js';
import type { Principal } from './principal.js';
import { LookupStrategy } from './strategies.js';
import { UserCache } from './user-cache.js';

interface ApiKeyHolder {
  readonly companyId: string;
  readonly apiKeyId: string;
  readonly userId: string;
  readonly colleagueId: string | null;
}

/** The channel that names the hash of each revoked key. */
export const API_KEY_REVOKED = 'api_key_revoked';

const SELECT_HOLDER: Statement = {
  name: 'authentication-api-key',
  text: `SELECT company_id AS "companyId", api_key_id AS "apiKeyId", user_id AS "userId",
      colleague_id AS "colleagueId"
    FROM api_key_hashes WHERE key_hash = decode($1, 'hex')`,
};

/** A key is good while it stands in the directory and its user is active; it may do what the user now may. */
@Injectable()
export class ApiKeyStrategy extends LookupStrategy {
  private readonly holders: NotifiedCache<ApiKeyHolder>;

  constructor(
    options: AuthModuleOptions,
    private readonly database: Database,
    private readonly users: UserCache,
    private readonly agents: AgentCache,
    notifications: Notifications,
  ) {
    super('api-key', options);
    this.holders = new NotifiedCache(notifications, API_KEY_REVOKED);
  }

  /** Whom the key belongs to; null when it is mistyped, unknown or revoked, or its user is deactivated. */
  override async validate(request: FastifyRequest, key: string): Promise<Principal | null> {
    if (!isApiKey(key)) return null;
    const hash = apiKeyHash(key);
    const holder = await this.holders.find(hash, () =>
      this.database.rowByKey(anonymousContext(request), SELECT_HOLDER, [hash]),
    );
    if (!holder) return null;
    const user = await this.users.find(holder, request.hangUp);
    if (!user?.active) return null;
    const { colleagueId, ...principal } = holder;
    if (colleagueId === null) return { ...principal, role: user.role };
    const agent = await this.agents.find(holder.companyId, colleagueId, request.hangUp);
    const named = { id: colleagueId, name: '', role: 'agent', isEnabled: false, ...agent } as const;
    return { ...principal, role: roleOfAgent(user.role), agent: { ...named, userRole: user.role, isFenced: true } };
  }

  /** To be called in the transaction of a revocation: once it is committed, it counts here, and others hear of it. */
  async announceRevoked(tx: TransactionContext, hash: string): Promise<void> {
    tx.transaction.afterCommit.push(() => this.holders.forget(hash));
    await this.database.notify(tx, API_KEY_REVOKED, hash);
  }
}
