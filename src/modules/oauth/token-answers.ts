import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#core/audit/audit-log.js';
import {
  ACCESS_TOKEN_PREFIX,
  grantTokenHash,
  makeGrantToken,
  mayConnect,
  mayWrite,
  REFRESH_TOKEN_PREFIX,
} from '#core/access/grants/grant.js';
import { toCallerGrant } from '#core/access/grants/grant.strategy.js';
import { Grants, type StoredGrant } from '#core/access/grants/grants.js';
import type { AnonymousContext, InTransaction, RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { beginning } from '#core/events/changes.js';
import { AuthorizationRequests, repeatedOf, scopeOf } from './authorization-requests.js';
import { Clients } from './clients.js';
import { ACCESS_SECONDS, CodesRepository, type LockedCode } from './codes.repository.js';
import { GrantsRepository } from './grants.repository.js';
import { InvalidClientError, OAuthError } from './oauth-errors.js';

/** Grants of one person. */
const MOST_GRANTS = 50;

const VERIFIER = /^[\w.~-]{43,128}$/;

/** What a client is given (RFC 6749, 5.1). */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

type Tx = InTransaction<RequestContext>;

/** Gives programs their tokens. What a second use ends stays ended: the refusal comes after the commit. */
@Injectable()
export class TokenAnswers {
  constructor(
    private readonly codes: CodesRepository,
    private readonly grants: GrantsRepository,
    private readonly standing: Grants,
    private readonly clients: Clients,
    private readonly requests: AuthorizationRequests,
    private readonly audit: AuditLog,
    private readonly database: Database,
  ) {}

  /** @throws OAuthError, InvalidClientError */
  async answerGrant(anonymous: AnonymousContext, form: URLSearchParams): Promise<TokenAnswer> {
    if (repeatedOf(form)) throw new OAuthError('invalid_request', 'A parameter was given more than once');
    const kind = required(form, 'grant_type');
    if (kind !== 'authorization_code' && kind !== 'refresh_token') {
      throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token');
    }
    const clientId = required(form, 'client_id');
    if (!(await this.clients.hasClient(anonymous, clientId))) throw new InvalidClientError('There is no such client');
    const answer = await (kind === 'refresh_token' ? this.refresh(anonymous, form) : this.exchange(anonymous, form));
    if (answer instanceof OAuthError) throw answer;
    await this.clients.noteUse(anonymous, clientId);
    return answer;
  }

  /** Ends the grant of a token, of either kind; an unknown one is none any more (RFC 7009). @throws OAuthError */
  async revokeToken(anonymous: AnonymousContext, form: URLSearchParams): Promise<void> {
    const found = await this.codes.findToken(anonymous, grantTokenHash(required(form, 'token')));
    const grant =
      found && (await this.standing.findByKey(anonymous, { companyId: found.companyId, id: found.grantId }));
    if (!grant) return;
    const clientId = form.get('client_id');
    if (clientId !== null && clientId !== grant.clientId)
      throw new InvalidClientError('The token is of another client');
    await this.database.transaction(asPerson(anonymous, grant), async (tx) => {
      await this.grants.lockUser(tx, grant);
      await this.standing.end({ ...tx, grant: toCallerGrant(grant) }, grant.id);
    });
  }

  private async exchange(anonymous: AnonymousContext, form: URLSearchParams): Promise<TokenAnswer | OAuthError> {
    const codeHash = grantTokenHash(required(form, 'code'));
    const verifier = required(form, 'code_verifier');
    const redirectUri = required(form, 'redirect_uri');
    const found = await this.codes.findCode(anonymous, codeHash);
    if (!found) return noGrant('The code is not known');
    return this.database.transaction(asPerson(anonymous, found), async (tx) => {
      await this.grants.lockUser(tx, found);
      const code = await this.codes.lockCode(tx, codeHash);
      if (code?.isUsed) {
        await this.standing.end(tx, code.grantId, 'anonymous');
        return noGrant('The code was used before');
      }
      if (!code || code.isOver) return noGrant('The code is not good any more');
      const isBound = code.clientId === form.get('client_id') && code.redirectUri === redirectUri;
      if (!isBound || !isVerifiedBy(code, verifier)) return noGrant('The code was given for another request');
      const problem = (await this.problemOf(tx, code)) ?? this.targetProblem(form, code.resource);
      if (problem) return problem;
      await this.codes.noteCodeUse(tx, codeHash);
      return this.begin(tx, code);
    });
  }

  private async begin(tx: Tx, { grantId, ...code }: LockedCode): Promise<TokenAnswer> {
    const grant = { ...code, id: grantId };
    for (const id of await this.grants.findUnusedLongest(tx, MOST_GRANTS - 1)) await this.standing.end(tx, id);
    await this.grants.insertGrant(tx, grant);
    const { clientName, scope, projectIds, colleagueId, resource } = code;
    const through = { ...tx, grant: toCallerGrant({ ...grant, lastUsedAt: null }) };
    await this.audit.record(through, {
      action: 'grant.created',
      target: { type: 'grant', id: grantId, name: clientName },
      changes: beginning({ scope, projectIds, colleagueId, resource }),
    });
    return this.issue(tx, grant);
  }

  private async refresh(anonymous: AnonymousContext, form: URLSearchParams): Promise<TokenAnswer | OAuthError> {
    const tokenHash = grantTokenHash(required(form, 'refresh_token'));
    const found = await this.codes.findToken(anonymous, tokenHash, 'refresh');
    const key = found && { companyId: found.companyId, id: found.grantId };
    const known = key && (await this.standing.findByKey(anonymous, key));
    if (!known) return noGrant('The token is not good any more');
    return this.database.transaction(asPerson(anonymous, known), async (tx) => {
      await this.grants.lockGrant(tx, known.companyId, known.id);
      const grant = await this.standing.findByKey(tx, known);
      const token = await this.codes.findRefresh(tx, tokenHash);
      if (!grant || !token) return noGrant('The token is not good any more');
      if (token.isStale) {
        await this.standing.end(tx, grant.id, 'anonymous');
        return noGrant('The token was used before');
      }
      if (grant.clientId !== form.get('client_id')) return noGrant('The token is of another client');
      const problem =
        (await this.problemOf(tx, grant)) ?? this.targetProblem(form, grant.resource) ?? scopeProblem(form, grant);
      if (problem) return problem;
      if (!token.isUsed) await this.codes.noteRefreshUse(tx, tokenHash);
      await this.grants.extendGrant(tx, grant.id);
      return this.issue(tx, grant);
    });
  }

  private async issue(tx: Tx, { id, scope }: Pick<StoredGrant, 'id' | 'scope'>): Promise<TokenAnswer> {
    const [access, refresh] = [makeGrantToken(ACCESS_TOKEN_PREFIX), makeGrantToken(REFRESH_TOKEN_PREFIX)];
    await this.codes.insertTokens(tx, id, { access: grantTokenHash(access), refresh: grantTokenHash(refresh) });
    return { access_token: access, token_type: 'Bearer', expires_in: ACCESS_SECONDS, refresh_token: refresh, scope };
  }

  /** Whether the person still may, and has not changed the password since. */
  private async problemOf(
    tx: Tx,
    consent: Pick<StoredGrant, 'companyId' | 'userId' | 'credentialVersion'>,
  ): Promise<OAuthError | undefined> {
    const user = await this.grants.findUser(tx, consent);
    const isStanding = user?.isActive && user.credentialVersion === consent.credentialVersion;
    return isStanding && mayConnect(user.oauth, user.role) ? undefined : noGrant('The consent counts no more');
  }

  private targetProblem(form: URLSearchParams, resource: string): OAuthError | undefined {
    const asked = form.get('resource');
    if (asked === null || this.requests.findResource([asked]) === resource) return undefined;
    return new OAuthError('invalid_target', 'The consent is for another resource');
  }
}

/** The person whose consent it is; what is done is done by their program. */
function asPerson(
  anonymous: AnonymousContext,
  { companyId, userId }: Pick<StoredGrant, 'companyId' | 'userId'>,
): RequestContext {
  return { ...anonymous, companyId, userId, role: 'VIEWER', share: companyId };
}

function scopeProblem(form: URLSearchParams, { scope }: Pick<StoredGrant, 'scope'>): OAuthError | undefined {
  const asked = form.has('scope') ? scopeOf(form.get('scope')) : scope;
  if (asked !== undefined && (mayWrite(scope) || !mayWrite(asked))) return undefined;
  return new OAuthError('invalid_scope', 'The person has granted less');
}

function isVerifiedBy({ challenge }: LockedCode, verifier: string): boolean {
  return VERIFIER.test(verifier) && createHash('sha256').update(verifier).digest('base64url') === challenge;
}

function noGrant(message: string): OAuthError {
  return new OAuthError('invalid_grant', message);
}

/** @throws OAuthError */
function required(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (!value) throw new OAuthError('invalid_request', `${name} is missing`);
  return value;
}
