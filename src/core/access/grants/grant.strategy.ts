import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { AuthModuleOptions } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { MCP_PATH, resourcesOf } from '#common/http/oauth.js';
import { Configuration } from '#config/configuration.js';
import { isInnerRequest } from '../../transport/outer-response.js';
import { AgentCache } from '../agent-cache.js';
import { roleOfAgent } from '../agent.js';
import { anonymousContext } from '../anonymous-context.js';
import type { Principal } from '../principal.js';
import { LookupStrategy } from '../strategies.js';
import { UseNotes } from '../use-notes.js';
import { UserCache } from '../user-cache.js';
import { type CallerGrant, grantTokenHash, isAccessToken, mayConnect, mayWrite } from './grant.js';
import { Grants, type StoredGrant } from './grants.js';

const MINUTE = 60_000;

/**
 * The token of a program: it may do what the person now may, as far as the person has granted it. It is good for the one
 * resource that it was made for, while the grant stands, the password stays and the company lets the person connect programs.
 */
@Injectable()
export class GrantStrategy extends LookupStrategy implements BeforeApplicationShutdown {
  private readonly uses: UseNotes;

  constructor(
    options: AuthModuleOptions,
    private readonly grants: Grants,
    private readonly users: UserCache,
    private readonly agents: AgentCache,
    private readonly configuration: Configuration,
  ) {
    super('grant', options);
    this.uses = new UseNotes('grants', new Logger(GrantStrategy.name), (used) => this.writeUse(used));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.uses.stop();
  }

  /** Whose token it is; null when it is none that is good here. */
  override async validate(request: FastifyRequest, token: string): Promise<Principal | null> {
    if (!isAccessToken(token)) return null;
    const found = await this.grants.find(anonymousContext(request), grantTokenHash(token));
    if (!found || !this.isFor(found.grant, request)) return null;
    const { grant, expiresAt } = found;
    const { companyId, userId, credentialVersion } = grant;
    const user = await this.users.find(grant, request.hangUp);
    if (!user?.active || user.credentialVersion !== credentialVersion) return null;
    if (!mayConnect(user.oauth, user.role)) return null;
    this.note(grant);
    const caller = { companyId, userId, credentialVersion, expiresAt, grant: toCallerGrant(grant) };
    if (grant.colleagueId === null) return { ...caller, role: user.role };
    const agent = await this.agents.find(companyId, grant.colleagueId, request.hangUp);
    const named = { id: grant.colleagueId, name: '', role: 'agent', isEnabled: false, ...agent } as const;
    return { ...caller, role: roleOfAgent(user.role), agent: { ...named, userRole: user.role, isFenced: true } };
  }

  /** What a tool for agents asks of the API is a part of its own request. */
  private isFor({ resource }: StoredGrant, { routeOptions, raw }: FastifyRequest): boolean {
    const { issuer } = this.configuration;
    if (issuer === null) return false;
    const { mcp, api } = resourcesOf(issuer);
    const isMcp = routeOptions.url === MCP_PATH || isInnerRequest(raw);
    return resource === (isMcp ? mcp : api);
  }

  /** Remembers the use when the minute is another than at the last one. */
  private note(grant: StoredGrant): void {
    const now = Date.now();
    if (grant.lastUsedAt !== null && Math.floor(grant.lastUsedAt / MINUTE) >= Math.floor(now / MINUTE)) return;
    grant.lastUsedAt = now;
    this.uses.note(`${grant.companyId} ${grant.id}`, now);
  }

  private async writeUse(used: ReadonlyMap<string, number>): Promise<void> {
    const named = [...used].map(([key, at]) => ({ ids: key.split(' ') as [string, string], at }));
    for (const [companyId, some] of Map.groupBy(named, ({ ids }) => ids[0])) {
      await this.grants.writeUse(companyId, new Map(some.map(({ ids, at }) => [ids[1], at])));
    }
  }
}

export function toCallerGrant({ id, clientId, clientName, resource, scope, projectIds }: StoredGrant): CallerGrant {
  return { id, client: { id: clientId, name: clientName }, resource, canWrite: mayWrite(scope), projectIds };
}
