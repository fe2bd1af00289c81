import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, customFetch as customKeyFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { OutboundHttp } from '#core/outbound/outbound-http.js';

/** A provider as a connection names it. */
export interface Issuer {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What is known of a provider for a while. */
export interface IssuerClient {
  readonly configuration: oidc.Configuration;
  readonly keys: JWTVerifyGetKey;
}

/** What an issuer says of itself, as far as it can be read, and what is wrong with it. */
export interface IssuerTest {
  readonly metadata: oidc.ServerMetadata | undefined;
  readonly problems: string[];
}

/** Why a provider cannot be used: one line that people are shown. */
export class ProviderError extends Error {}

/** Milliseconds that metadata and keys are remembered. */
const REMEMBERED = 600_000;
/** Milliseconds between two reads of the keys because of an unknown `kid`. */
const KEYS_COOLDOWN = 60_000;
const TIMEOUT = 5_000;
const MOST_BYTES = 1024 * 1024;
const MOST_REMEMBERED = 1_000;
/** Seconds that clocks may differ. */
const CLOCK_TOLERANCE = 30;
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];
/** Offers PKCE with S256, and does not say so in its metadata. */
const SILENT_ON_PKCE = /^https:\/\/login\.microsoftonline\.com\//;

/** Providers of single sign-on, by their metadata. All requests go through the outbound guard. */
@Injectable()
export class IssuerClients {
  private readonly remembered = new Map<string, { client: IssuerClient; readAt: number }>();

  constructor(private readonly http: OutboundHttp) {}

  /** Whether the service may speak to such an address: https, or http at an allowed loopback address. */
  isUsable(address: string): boolean {
    return this.http.isUsableProvider(address);
  }

  /** Reads the metadata anew. */
  async testIssuer(issuer: string): Promise<IssuerTest> {
    try {
      const metadata = await this.readMetadata(issuer);
      return { metadata, problems: this.problemsOf(metadata, issuer) };
    } catch (error) {
      return { metadata: undefined, problems: [(error as Error).message] };
    }
  }

  /** @throws ProviderError */
  async findClient(issuer: Issuer): Promise<IssuerClient> {
    const key = createHash('sha256').update(JSON.stringify(issuer)).digest('base64url');
    const known = this.remembered.get(key);
    if (known && Date.now() - known.readAt < REMEMBERED) return known.client;
    const metadata = await this.readMetadata(issuer.issuer);
    const [problem] = this.problemsOf(metadata, issuer.issuer);
    if (problem !== undefined) throw new ProviderError(problem);
    const client = this.make(metadata, issuer);
    this.remembered.delete(key);
    this.remembered.set(key, { client, readAt: Date.now() });
    if (this.remembered.size > MOST_REMEMBERED) this.remembered.delete(this.remembered.keys().next().value as string);
    return client;
  }

  /** The id token is checked whole, although it came over TLS: openid-client leaves its signature to this. */
  async ensureSigned({ configuration, keys }: IssuerClient, idToken: string): Promise<void> {
    const { issuer } = configuration.serverMetadata();
    const { client_id: audience } = configuration.clientMetadata();
    const { payload } = await jwtVerify(idToken, keys, {
      algorithms: ALGORITHMS,
      issuer,
      audience,
      clockTolerance: CLOCK_TOLERANCE,
    });
    // jose looks at `iat` only where tokens have an age.
    const issuedIn = (payload.iat ?? 0) - Date.now() / 1_000;
    if (issuedIn > CLOCK_TOLERANCE) throw new errors.JWTClaimValidationFailed('It is of the future', payload, 'iat');
  }

  private make(metadata: oidc.ServerMetadata, { clientId, clientSecret }: Issuer): IssuerClient {
    const fetch: oidc.CustomFetch = (url, options) => this.fetch(url, options);
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authentication = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    const client = { client_secret: clientSecret, [oidc.clockTolerance]: CLOCK_TOLERANCE };
    const configuration = new oidc.Configuration(metadata, clientId, client, authentication(clientSecret));
    configuration[oidc.customFetch] = fetch;
    configuration.timeout = TIMEOUT / 1_000;
    // Which addresses may be spoken to without TLS, the guard decides.
    oidc.allowInsecureRequests(configuration);
    const keys = createRemoteJWKSet(new URL(metadata.jwks_uri as string), {
      cacheMaxAge: REMEMBERED,
      // `rereading` reads them again.
      cooldownDuration: Infinity,
      timeoutDuration: TIMEOUT,
      [customKeyFetch]: (url, { headers }) => this.fetch(url, { method: 'GET', headers }),
    });
    return { configuration, keys: rereading(keys) };
  }

  private async readMetadata(issuer: string): Promise<oidc.ServerMetadata> {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const response = await this.fetch(url, { method: 'GET', headers: { accept: 'application/json' } });
    if (response.status !== 200) throw new ProviderError('The metadata of the issuer cannot be read');
    try {
      const metadata: unknown = await response.json();
      if (typeof metadata === 'object' && metadata !== null) return metadata as oidc.ServerMetadata;
    } catch {
      // Said below.
    }
    throw new ProviderError('The metadata of the issuer is no JSON object');
  }

  private problemsOf(metadata: oidc.ServerMetadata, issuer: string): string[] {
    const offers = (name: string, value: string) => {
      const offered = metadata[name];
      return Array.isArray(offered) && offered.includes(value);
    };
    const problems: string[] = [];
    if (metadata.issuer !== issuer) problems.push('The metadata names another issuer');
    if (!offers('response_types_supported', 'code')) problems.push('The issuer does not offer the authorization code');
    if (!offers('code_challenge_methods_supported', 'S256') && !SILENT_ON_PKCE.test(issuer)) {
      problems.push('The issuer does not offer PKCE with S256');
    }
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri']) {
      const address = metadata[name];
      if (typeof address !== 'string' || !this.isUsable(address)) problems.push(`The metadata has no usable ${name}`);
    }
    return problems;
  }

  /** @throws ProviderError in one line, whatever went wrong */
  private async fetch(
    url: string,
    { method, headers, body }: { method?: string; headers?: unknown; body?: unknown },
  ): Promise<Response> {
    if (!this.isUsable(url)) throw new ProviderError('The address of the provider is not allowed');
    const sent = Object.fromEntries(new Headers(headers as Record<string, string> | undefined));
    const text = typeof body === 'string' || body instanceof URLSearchParams ? body.toString() : '';
    try {
      const answer = await this.http.request(url, {
        method: method ?? 'GET',
        headers: { ...sent, ...(text !== '' && { 'content-length': String(Buffer.byteLength(text)) }) },
        body: text,
        timeoutMs: TIMEOUT,
        mostBytes: MOST_BYTES,
      });
      return new Response(answer.body, { status: answer.status, headers: { 'content-type': answer.contentType } });
    } catch {
      throw new ProviderError('The provider did not answer');
    }
  }
}

/** Reads the keys again for an unknown `kid`, at most once a minute: that of jose counts from the first read, too. */
function rereading(keys: ReturnType<typeof createRemoteJWKSet>): JWTVerifyGetKey {
  let rereadAt = -Infinity;
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || Date.now() - rereadAt < KEYS_COOLDOWN) throw error;
      rereadAt = Date.now();
      await keys.reload();
      return keys(header, token);
    }
  };
}
