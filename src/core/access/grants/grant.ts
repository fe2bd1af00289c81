import { hash, randomBytes } from 'node:crypto';
import type { Role } from '../../company-scope/role.js';

/** What clients may ask for: to read, or to read and write. */
export const GRANT_SCOPES = ['projects', 'projects projects:write'] as const;
export type GrantScope = (typeof GRANT_SCOPES)[number];

/** The names that a scope is made of. */
export const SCOPE_NAMES = ['projects', 'projects:write'] as const;

/** Who of a company may let programs in. */
export const OAUTH_SETTINGS = ['everyone', 'admins', 'off'] as const;
export type OAuthSetting = (typeof OAUTH_SETTINGS)[number];

export const ACCESS_TOKEN_PREFIX = 'svc_oauth_';
export const REFRESH_TOKEN_PREFIX = 'svc_refresh_';

const ACCESS_TOKEN = new RegExp(`^${ACCESS_TOKEN_PREFIX}[\\w-]{43}$`);

/** The program that something was done with, as events, histories and the audit log name it. */
export interface Via {
  readonly id: string;
  readonly name: string;
}

/** What the person of a request has granted to the program that sends it. */
export interface CallerGrant {
  readonly id: string;
  readonly client: Via;
  readonly resource: string;
  readonly canWrite: boolean;
  /** Null for all projects that the person reaches. */
  readonly projectIds: readonly string[] | null;
}

/** A new token: the prefix, and 256 random bits in base64url. */
export function makeGrantToken(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url');
}

export function isAccessToken(text: string): boolean {
  return ACCESS_TOKEN.test(text);
}

/** What is stored of a token or code, in hex. SHA-256 is enough: nobody guesses 256 random bits. */
export function grantTokenHash(token: string): string {
  return hash('sha256', token, 'hex');
}

export function mayWrite(scope: GrantScope): boolean {
  return scope === 'projects projects:write';
}

/** Whether the company lets someone of that role connect programs. */
export function mayConnect(setting: OAuthSetting, role: Role): boolean {
  return setting === 'everyone' || (setting === 'admins' && (role === 'ADMIN' || role === 'OWNER'));
}

/** The program that acts; null for a person, or a key. */
function viaOf({ grant }: { readonly grant?: CallerGrant }): Via | null {
  return grant?.client ?? null;
}

/** As `viaOf`, as JSON. */
export function viaJson(acting: { readonly grant?: CallerGrant }): string | null {
  const via = viaOf(acting);
  return via && JSON.stringify(via);
}
