import type { AppError } from '../errors/app-error.js';
import { BASE_PATH } from './base-path.js';
import { decodedPath } from './decoded-path.js';

/** Where the protocol for agents is. */
export const MCP_PATH = `/${BASE_PATH}/mcp`;
const API_PATH = `/${BASE_PATH}`;

const WELL_KNOWN = '/.well-known/';
const METADATA = `${WELL_KNOWN}oauth-`;
const OAUTH = `${API_PATH}/oauth/`;
/** Form bodies, and errors as the standards say them (RFC 6749, 5.2). */
const STANDARD_ENDPOINTS = new Set(['token', 'revoke', 'register'].map((name) => OAUTH + name));
const GRANTS = new RegExp(`^${API_PATH}/(?:me/)?grants(?:/|$)`);

/** The page of the console where people let programs in. */
const PAGE = '/oauth/authorize';

/** What tokens may be for. */
export function resourcesOf(issuer: string): { readonly mcp: string; readonly api: string } {
  return { mcp: issuer + MCP_PATH, api: issuer + API_PATH };
}

/** Where the metadata of a resource is. */
export function resourceMetadata(issuer: string, path: typeof MCP_PATH | typeof API_PATH): string {
  return `${issuer}${METADATA}protected-resource${path}`;
}

/** The metadata of the resource that a request is for. */
export function resourceMetadataOf(issuer: string, url: string): string {
  return resourceMetadata(issuer, isMcpPath(url) ? MCP_PATH : API_PATH);
}

export function isMcpPath(url: string): boolean {
  return decodedPath(url) === MCP_PATH;
}

/** Whether what is there is about programs that sign in: nothing of it is there without an issuer. */
export function isOAuthPath(url: string): boolean {
  const path = decodedPath(url);
  return path === PAGE || path.startsWith(METADATA) || path.startsWith(OAUTH) || GRANTS.test(path);
}

/** Whether the errors there are those of the standards. */
export function speaksStandardErrors(url: string): boolean {
  return STANDARD_ENDPOINTS.has(decodedPath(url));
}

/** Whether pages of every origin may call it: nobody is known there by a cookie. */
export function isOpenToPages(url: string): boolean {
  return speaksStandardErrors(url) || decodedPath(url).startsWith(METADATA);
}

/** The body of a refusal (RFC 6749, 5.2). */
export interface StandardErrorBody {
  readonly error: string;
  readonly error_description: string;
}

/** What a client reads of an error that has no name of its own in the standards. */
export function standardErrorBody({ status, message, oauthError }: AppError): StandardErrorBody {
  return { error: oauthError ?? nameOf(status), error_description: message };
}

function nameOf(status: number): string {
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
