import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import * as oidc from 'openid-client';
import { UnauthorizedError } from '#common/errors/app-error.js';
import { textProblem } from '#common/validation/text.js';
import { Configuration } from '#config/configuration.js';
import { type DatabaseContext } from '#core/company-scope/request-context.js';
import { type IssuerClient, IssuerClients, ProviderError } from './issuer-clients.js';
import { providerRefusal } from './provider-refusal.js';
import type { OpenConnection } from './sso-connections.js';
import { SsoFlowsRepository, type TakenFlow } from './sso-flows.repository.js';

/** What a provider says of someone. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** Who connects their account, and in which session. */
export interface Linking {
  readonly userId: string;
  readonly sessionHash: string;
  readonly endOthers: boolean;
}

/** What comes back from the provider. */
export interface ProviderAnswer {
  readonly code?: string | undefined;
  readonly state: string;
  readonly iss?: string | undefined;
}

const RANDOM_BYTES = 32;
/** That of the standard, in characters. */
const SUBJECT_LIMITS = { minimum: 1, maximum: 255 };
const SCOPE = 'openid email profile';

/**
 * Sign-ins that are under way at a provider. The cookie and the state give the nonce and the verifier of PKCE. So
 * only the browser that began can finish, and the database holds no secret.
 */
@Injectable()
export class SsoFlows {
  constructor(
    private readonly flows: SsoFlowsRepository,
    private readonly issuers: IssuerClients,
    private readonly configuration: Configuration,
  ) {}

  /** The value of a cookie for a browser that has none yet. */
  newBrowser(): string {
    return randomBytes(RANDOM_BYTES).toString('base64url');
  }

  /** Where the browser goes. Without a connection it takes the same statement, and there is nowhere to go. */
  async beginFlow(
    context: DatabaseContext,
    browser: string,
    connection: OpenConnection | undefined,
    linking?: Linking,
  ): Promise<string | null> {
    const client = connection && (await this.issuers.findClient(connection).catch(refuse));
    const state = randomBytes(RANDOM_BYTES).toString('base64url');
    const { companyId = null, issuer = '' } = connection ?? {};
    const { userId = null, sessionHash = null, endOthers = false } = linking ?? {};
    const values = [hashOf(state), hashOf(browser), companyId, issuer, userId, sessionHash, endOthers];
    await this.flows.insertFlow({ ...context, signal: undefined }, values);
    const challenge = await oidc.calculatePKCECodeChallenge(derived(browser, 'verifier', state));
    if (!client) return null;
    const url = oidc.buildAuthorizationUrl(client.configuration, {
      response_type: 'code',
      redirect_uri: this.redirectUri,
      scope: SCOPE,
      state,
      nonce: derived(browser, 'nonce', state),
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /** Uses up the flow of a state. @throws UnauthorizedError when there is none of this browser */
  async takeFlow(context: DatabaseContext, browser: string | undefined, state: string): Promise<TakenFlow> {
    const flow = await this.flows.takeFlow(context, hashOf(state));
    const isOwn = flow !== undefined && browser !== undefined && isEqual(flow.browserHash, hashOf(browser));
    if (!isOwn) throw new UnauthorizedError('The state is unknown, used or too old: begin again');
    return flow;
  }

  /** What the provider says of whoever has signed in there. @throws UnauthorizedError */
  async readClaims(browser: string, connection: OpenConnection, answer: ProviderAnswer): Promise<Claims> {
    const client = await this.issuers.findClient(connection).catch(refuse);
    try {
      const tokens = await oidc.authorizationCodeGrant(client.configuration, this.returned(answer), {
        expectedState: answer.state,
        expectedNonce: derived(browser, 'nonce', answer.state),
        pkceCodeVerifier: derived(browser, 'verifier', answer.state),
        idTokenExpected: true,
      });
      await this.issuers.ensureSigned(client, tokens.id_token ?? '');
      const claims = tokens.claims();
      if (typeof claims?.sub !== 'string' || claims.sub.trim() === '') {
        throw new UnauthorizedError('The subject of the id token is empty');
      }
      if (textProblem(claims.sub, SUBJECT_LIMITS) !== undefined) {
        throw new UnauthorizedError('The subject of the id token is not valid');
      }
      return await withUserInfo(client, tokens.access_token, claims);
    } catch (error) {
      return refuse(error);
    }
  }

  private get redirectUri(): string {
    return `${this.configuration.publicUrl}/sign-in/sso`;
  }

  private returned({ code = '', state, iss }: ProviderAnswer): URL {
    const url = new URL(this.redirectUri);
    url.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
    return url;
  }
}

/** Providers that keep to the letter of the standard name an e-mail in their user info alone, not in the id token. */
async function withUserInfo({ configuration }: IssuerClient, accessToken: string, claims: Claims): Promise<Claims> {
  if (claims.email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  try {
    const userInfo = await oidc.fetchUserInfo(configuration, accessToken, claims.sub);
    return { ...userInfo, ...claims, email: userInfo.email, email_verified: userInfo.email_verified };
  } catch {
    throw new ProviderError('The user info of the provider cannot be read');
  }
}

function derived(browser: string, purpose: 'nonce' | 'verifier', state: string): string {
  return createHmac('sha256', browser).update(`${purpose}:${state}`).digest('base64url');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** @throws UnauthorizedError in one line that says which part failed, and no more */
function refuse(error: unknown): never {
  throw error instanceof UnauthorizedError ? error : new UnauthorizedError(providerRefusal(error));
}
