import { createHash, randomBytes } from 'node:crypto';
import type { TestUser } from '../factories/company.factory.js';
import type { Answer, Api } from './api.js';
import { Browser } from './browser.js';

/** Who issues tokens in tests, unless the configuration says otherwise. */
export const ISSUER = 'https://service.example.com';
export const API = `${ISSUER}/api`;
export const MCP = `${ISSUER}/api/mcp`;
/** Where the programs of tests return to. */
export const REDIRECT = 'http://127.0.0.1/callback';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** What the answer to a form is. */
export interface TestTokens {
  access_token: string;
  refresh_token: string;
  scope: string;
}

/** What a person chooses for a program. */
export interface Choice {
  scope?: string;
  projectIds?: string[] | null;
  colleagueId?: string;
}

/** A program that people connect by OAuth. */
export class OAuthProgram {
  readonly verifier = randomBytes(32).toString('base64url');

  constructor(
    private readonly api: Api,
    readonly id: string,
    readonly redirectUri: string = REDIRECT,
  ) {}

  /** One that has registered itself. */
  static async register(api: Api, { name = 'Program', redirectUri = REDIRECT } = {}): Promise<OAuthProgram> {
    const answer = await api.post('/oauth/register', { client_name: name, redirect_uris: [redirectUri] });
    if (answer.status !== 201) throw new Error(`register: ${answer.text}`);
    return new OAuthProgram(api, answer.body.client_id as string, redirectUri);
  }

  get challenge(): string {
    return createHash('sha256').update(this.verifier).digest('base64url');
  }

  /** The query of the page of consent; a parameter that is undefined is left out. */
  query(changes: Record<string, string | undefined> = {}): string {
    const parameters = {
      response_type: 'code',
      client_id: this.id,
      redirect_uri: this.redirectUri,
      scope: 'projects projects:write',
      state: 'a state',
      resource: API,
      code_challenge: this.challenge,
      code_challenge_method: 'S256',
      ...changes,
    };
    const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return new URLSearchParams(given).toString();
  }

  /** Where the browser goes on once the person has let the program in. */
  async allow(browser: Browser, choice: Choice = {}, changes?: Record<string, string | undefined>): Promise<URL> {
    const answer = await browser.post('/oauth/consent', { request: this.query(changes), allow: true, ...choice });
    if (answer.status !== 200) throw new Error(`consent: ${answer.text}`);
    return new URL(answer.body.redirect as string);
  }

  async code(browser: Browser, choice?: Choice, changes?: Record<string, string | undefined>): Promise<string> {
    return (await this.allow(browser, choice, changes)).searchParams.get('code') as string;
  }

  exchange(code: string, changes: Record<string, string | undefined> = {}): Promise<Answer> {
    const verifier = this.verifier;
    const own = { client_id: this.id, redirect_uri: this.redirectUri, code_verifier: verifier };
    return sendForm(this.api, 'token', { grant_type: 'authorization_code', code, ...own, ...changes });
  }

  refresh(token: string, changes: Record<string, string | undefined> = {}): Promise<Answer> {
    const own = { client_id: this.id, refresh_token: token };
    return sendForm(this.api, 'token', { grant_type: 'refresh_token', ...own, ...changes });
  }

  revoke(token: string, changes: Record<string, string | undefined> = {}): Promise<Answer> {
    return sendForm(this.api, 'revoke', { token, client_id: this.id, ...changes });
  }

  /** The tokens of a person who has just let the program in. */
  async connect(
    who: TestUser | Browser,
    choice?: Choice,
    changes?: Record<string, string | undefined>,
  ): Promise<TestTokens> {
    const browser = who instanceof Browser ? who : await Browser.of(this.api, who);
    const { status, body, text } = await this.exchange(await this.code(browser, choice, changes));
    if (status !== 200) throw new Error(`token: ${text}`);
    return body as TestTokens;
  }
}

/** Sends a form; a field that is undefined is left out. */
export function sendForm(api: Api, name: string, fields: Record<string, string | undefined>): Promise<Answer> {
  const given = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return api.post(`/oauth/${name}`, new URLSearchParams(given).toString(), { headers: FORM });
}
