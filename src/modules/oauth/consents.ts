import { Injectable } from '@nestjs/common';
import { InsufficientRoleError, ValidationError } from '#common/errors/app-error.js';
import { ColleagueNotFoundError } from '#common/errors/colleague-not-found-error.js';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { grantTokenHash, makeGrantToken, mayConnect, mayWrite } from '#core/access/grants/grant.js';
import { hasPermission } from '#core/access/permissions.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { type Change, unannounced } from '#core/events/domain-event.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { isAgentRole } from '#schema/colleagues.js';
import { type AuthorizationRequest, AuthorizationRequests } from './authorization-requests.js';
import { CodesRepository } from './codes.repository.js';
import type { AuthorizationRequestResponse, Consent, ConsentResponse } from './consent.dto.js';
import { GrantsRepository } from './grants.repository.js';
import { isOnOwnComputer } from './redirect-addresses.js';

/** What a person answers a program that asks to be let in. */
@Injectable()
export class Consents {
  constructor(
    private readonly requests: AuthorizationRequests,
    private readonly grants: GrantsRepository,
    private readonly codes: CodesRepository,
    private readonly access: ProjectAccess,
    private readonly callerCheck: CallerCheck,
  ) {}

  /** @throws AuthorizationError */
  async findRequest(context: RequestContext, query: string): Promise<AuthorizationRequestResponse> {
    const request = await this.read(context, query);
    const { client, redirectUri, scope, resource } = request;
    const { id, name, uri } = client;
    const redirectHost = new URL(redirectUri).host;
    return { client: { id, name, uri }, redirectHost, isLocal: isOnOwnComputer(redirectUri), scope, resource };
  }

  /** @throws AuthorizationError, ValidationError, NotFoundError of a project or agent, InsufficientRoleError */
  async answerConsent(context: RequestContext, consent: Consent): Promise<ConsentResponse> {
    const request = await this.read(context, consent.request);
    if (!consent.allow) {
      const refusal = { error: 'access_denied', error_description: 'The person has not let the program in' };
      return { redirect: this.requests.answerTo(request, refusal) };
    }
    const { scope = request.scope, colleagueId } = consent;
    if (mayWrite(scope) && !mayWrite(request.scope)) throw new ValidationError({ scope: 'The program asks for less' });
    if (colleagueId && !hasPermission(context.role, 'colleagues:write')) throw new InsufficientRoleError();
    const allowed = { ...consent, scope };
    return this.callerCheck.commit(context, (tx) => this.allow(tx, request, allowed), [context.userId]);
  }

  private async allow(
    tx: TransactionContext,
    { client, redirectUri, state, challenge, resource }: AuthorizationRequest,
    { scope, projectIds = null, colleagueId = null }: Consent & Pick<AuthorizationRequest, 'scope'>,
  ): Promise<Change<ConsentResponse>> {
    if (projectIds) await this.access.ensureReachable(tx, projectIds);
    if (colleagueId) await this.ensureAgent(tx, colleagueId);
    const { companyId, userId, credentialVersion = 0 } = tx;
    const code = makeGrantToken('');
    const grantId = uuidv7();
    await this.codes.insertCode(tx, grantTokenHash(code), {
      companyId,
      userId,
      credentialVersion,
      colleagueId,
      clientId: client.id,
      clientName: client.name,
      redirectUri,
      challenge,
      resource,
      scope,
      projectIds,
      grantId,
    });
    const redirect = this.requests.answerTo({ redirectUri, state }, { code });
    return { ...unannounced({ redirect }), answer: { shownOnce: grantId } };
  }

  /** @throws AuthorizationError also when the company does not let the caller connect programs */
  private async read(context: RequestContext, query: string): Promise<AuthorizationRequest> {
    const request = await this.requests.readRequest(context, query);
    const user = await this.grants.findUser(context, context);
    if (user && mayConnect(user.oauth, user.role)) return request;
    throw this.requests.refusalOf(request, 'access_denied', 'The company does not let this person connect programs');
  }

  private async ensureAgent(tx: TransactionContext, colleagueId: string): Promise<void> {
    const found = await this.grants.lockColleague(tx, colleagueId);
    if (!found) throw new ColleagueNotFoundError();
    if (!isAgentRole(found.role))
      throw new ValidationError({ colleagueId: 'Must be an agent or an agent_orchestrator' });
  }
}
