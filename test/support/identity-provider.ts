import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Claims = Record<string, unknown>;

interface IssuedCode {
  readonly claims: Claims;
  readonly nonce: string;
  readonly challenge: string;
}

interface SigningKey {
  readonly kid: string;
  readonly key: KeyObject;
}

/** What a test makes a provider do otherwise. */
export interface Misbehaviour {
  /** Claims that the id token has in place of the right ones; undefined leaves one out. */
  claims?: Claims;
  /** The header of the id token. */
  header?: Record<string, unknown>;
  /** Signs with this key in place of its own. */
  key?: KeyObject | null;
  /** Milliseconds until the token endpoint answers. */
  delay?: number;
  /** What its user info says besides the subject. */
  userInfo?: Claims;
  /** Fields of the metadata. */
  metadata?: Claims;
}

/** A provider of OpenID Connect: authorization code with PKCE, and id tokens that a test can make wrong. */
export class IdentityProvider {
  readonly clientId = 'the service';
  readonly clientSecret = 'a secret: of both/sides';
  misbehaviour: Misbehaviour = {};
  /** How often the keys were read. */
  keyReads = 0;
  private readonly codes = new Map<string, IssuedCode>();
  private keys: SigningKey[] = [newKey()];
  /** Of the newest access token. */
  private subject: unknown;

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  static async start(): Promise<IdentityProvider> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const provider = new IdentityProvider(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => void provider.answer(request, response));
    return provider;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Signs with another key from now on, and forgets the one before. */
  rotateKey(): void {
    this.keys = [newKey()];
  }

  /** What the browser brings back from the address that the service has sent it to, once the person has signed in. */
  authorize(url: string, claims: Claims): { code: string; state: string; iss: string } {
    const parameters = new URL(url).searchParams;
    const code = randomBytes(16).toString('hex');
    const [nonce, challenge] = [parameters.get('nonce') ?? '', parameters.get('code_challenge') ?? ''];
    this.codes.set(code, { claims, nonce, challenge });
    return { code, state: parameters.get('state') ?? '', iss: this.issuer };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const body = await text(request);
    if (request.url === '/.well-known/openid-configuration') return void send(200, this.metadata());
    if (request.url === '/jwks') {
      this.keyReads += 1;
      return void send(200, { keys: this.keys.map(publicJwk) });
    }
    const { delay = 0, userInfo } = this.misbehaviour;
    if (request.url === '/userinfo') return void send(200, { sub: this.subject, ...userInfo });
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay).unref());
    if (request.url !== '/token') return void send(404, {});
    const tokens = this.tokens(request.headers.authorization, new URLSearchParams(body));
    send(tokens ? 200 : 400, tokens ?? { error: 'invalid_grant' });
  }

  private metadata(): Claims {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256'],
      subject_types_supported: ['public'],
      authorization_response_iss_parameter_supported: true,
      userinfo_endpoint: `${issuer}/userinfo`,
      ...this.misbehaviour.metadata,
    };
  }

  private tokens(authorization: string | undefined, parameters: URLSearchParams): Claims | undefined {
    const code = parameters.get('code') ?? '';
    const issued = this.codes.get(code);
    this.codes.delete(code);
    const challenge = createHash('sha256')
      .update(parameters.get('code_verifier') ?? '')
      .digest('base64url');
    const expected = [this.clientId, this.clientSecret].map(encodeForm).join(':');
    const isClient = authorization === `Basic ${Buffer.from(expected).toString('base64')}`;
    if (!issued || issued.challenge !== challenge || !isClient) return undefined;
    this.subject = issued.claims['sub'];
    return { access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: this.idToken(issued) };
  }

  private idToken({ claims, nonce }: IssuedCode): string {
    const now = Math.floor(Date.now() / 1_000);
    const { issuer, clientId, misbehaviour } = this;
    const right = { iss: issuer, aud: clientId, iat: now, exp: now + 300, nonce, ...claims };
    const [own] = this.keys as [SigningKey];
    const header = { alg: 'RS256', typ: 'JWT', kid: own.kid, ...misbehaviour.header };
    const content = [header, { ...right, ...misbehaviour.claims }].map(encode).join('.');
    if (misbehaviour.key === null) return `${content}.`;
    return `${content}.${sign('sha256', Buffer.from(content), misbehaviour.key ?? own.key).toString('base64url')}`;
  }
}

function newKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return { kid: randomBytes(4).toString('hex'), key: privateKey };
}

function publicJwk({ kid, key }: SigningKey): Claims {
  return { ...createPublicKey(key).export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** As forms have it: how RFC 6749 writes a client into a header. */
function encodeForm(value: string): string {
  return new URLSearchParams({ v: value }).toString().slice(2);
}
