import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ConflictError, UnauthorizedError } from '#common/errors/app-error.js';
import { anonymousContext } from '#core/access/anonymous-context.js';
import type { AnonymousContext, RequestContext } from '#core/company-scope/request-context.js';
import { type LoginUserResponse, toLoginUserResponse } from '#core/access/login-user.dto.js';
import { BrowserSessions } from '#modules/auth/browser-sessions.js';
import { UserCredentialsService } from '#modules/users/user-credentials.service.js';
import { SignInChanges } from './sign-in-changes.js';
import { type OpenConnection, SsoConnections } from './sso-connections.js';
import { SsoDomains } from './sso-domains.js';
import { type Claims, SsoFlows } from './sso-flows.js';
import { SsoPeople } from './sso-people.js';
import { DOMAIN, type FinishSso, type LinkIdentity, type StartSso } from './sso.dto.js';
import { type TakenFlow } from './sso-flows.repository.js';

/** Who has come back, and the value of a new session's cookie if one has begun. */
interface Finished {
  readonly user: LoginUserResponse;
  readonly token: string | undefined;
}

/** Signs browsers in through the directory of a company. */
@Injectable()
export class SsoSignIn {
  constructor(
    private readonly connections: SsoConnections,
    private readonly domains: SsoDomains,
    private readonly flows: SsoFlows,
    private readonly people: SsoPeople,
    private readonly browsers: BrowserSessions,
    private readonly credentials: UserCredentialsService,
    private readonly changes: SignInChanges,
  ) {}

  /** Where the browser goes; null where no enabled connection answers, after the same steps. */
  async beginSignIn(
    anonymous: AnonymousContext,
    browser: string,
    { email, companyId }: StartSso,
  ): Promise<string | null> {
    const domain = email?.slice(email.lastIndexOf('@') + 1).toLowerCase();
    const isDomain = domain !== undefined && DOMAIN.test(domain);
    const id = domain === undefined ? companyId : await this.domains.findCompany(anonymous, isDomain ? domain : '');
    const connection = await this.connections.findEnabled(anonymous, id ?? NOBODY);
    return this.flows.beginFlow(anonymous, browser, connection);
  }

  /** Where the browser of a caller goes to connect the account. @throws ConflictError without a connection */
  async beginLinking(context: RequestContext, browser: string, body: LinkIdentity): Promise<string> {
    await this.changes.freshness.requireCaller(context, body.password);
    if (!context.session) throw new UnauthorizedError('Sign in again');
    const connection = await this.connections.findEnabled(context, context.companyId);
    const { tokenHash: sessionHash } = context.session;
    const linking = { userId: context.userId, sessionHash, endOthers: body.endOthers ?? false };
    const url = await this.flows.beginFlow(context, browser, connection, linking);
    if (url === null) throw new ConflictError('Your company has no single sign-on that is enabled');
    return url;
  }

  /** @throws UnauthorizedError in one line that says which part failed */
  async finishSignIn(request: FastifyRequest, browser: string | undefined, answer: FinishSso): Promise<Finished> {
    const anonymous = { ...anonymousContext(request), signal: undefined };
    const flow = await this.flows.takeFlow(anonymous, browser, answer.state);
    const linking = flow.userId === null ? undefined : callerOf(request, anonymous, flow);
    if (answer.error !== undefined) throw new UnauthorizedError('The provider did not sign you in');
    const connection = await this.connections.findEnabled(anonymous, flow.companyId);
    if (connection?.issuer !== flow.issuer) throw new UnauthorizedError('Single sign-on was changed: begin again');
    const claims = await this.flows.readClaims(browser ?? '', connection, answer);
    return linking
      ? this.link(linking, connection, claims, flow.endOthers)
      : this.signIn(anonymous, connection, claims);
  }

  private async signIn(anonymous: AnonymousContext, connection: OpenConnection, claims: Claims): Promise<Finished> {
    const { user, isLinked } = await this.people.findPerson(anonymous, connection, claims);
    if (isLinked) this.changes.mails.mailChange(anonymous, user, 'identity-linked');
    const token = await this.browsers.startFor(anonymous, user, 'sso');
    return { user: toLoginUserResponse(user), token };
  }

  private async link(
    context: RequestContext,
    connection: OpenConnection,
    claims: Claims,
    endOthers: boolean,
  ): Promise<Finished> {
    const user = await this.credentials.findCredentials(context, context);
    if (!user) throw new UnauthorizedError('Sign in again');
    await this.people.linkIdentity(context, connection, claims, { user, endOthers });
    this.changes.mails.mailChange(context, user, 'identity-linked');
    return { user: toLoginUserResponse(user), token: undefined };
  }
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Whoever began to connect an account, in the same session. @throws UnauthorizedError */
function callerOf({ principal }: FastifyRequest, anonymous: AnonymousContext, flow: TakenFlow): RequestContext {
  if (!principal?.session || principal.session.tokenHash !== flow.sessionHash || principal.userId !== flow.userId) {
    throw new UnauthorizedError('The session is another than the one that began: sign in again');
  }
  return { ...anonymous, ...principal, share: principal.companyId };
}
