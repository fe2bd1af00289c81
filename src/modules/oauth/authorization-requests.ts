import { Injectable } from '@nestjs/common';
import { resourcesOf } from '#common/http/oauth.js';
import { Configuration } from '#config/configuration.js';
import { type GrantScope, GRANT_SCOPES, SCOPE_NAMES } from '#core/access/grants/grant.js';
import type { DatabaseContext } from '#core/company-scope/request-context.js';
import type { Client } from './client.js';
import { Clients } from './clients.js';
import { AuthorizationError } from './oauth-errors.js';
import { isAddressOf, withParameters } from './redirect-addresses.js';

/** What a client asks a person for. */
export interface AuthorizationRequest {
  readonly client: Client;
  readonly redirectUri: string;
  readonly state: string | null;
  /** SHA-256 of what the client keeps to itself, in base64url. */
  readonly challenge: string;
  readonly scope: GrantScope;
  readonly resource: string;
}

/** What is answered to a client besides the `state` and the issuer: a code or an error. */
type Answer = Readonly<Record<string, string>>;

const CHALLENGE = /^[\w-]{43}$/;
/** An origin, and a path without the slash at its end. Compared as written: what a URL would read in another way is another one. */
const ADDRESS = /^([^/]+:\/\/[^/]+)(\/.*?)\/?$/;
/** More than once, they make it unclear where to return to. */
const DECIDING = ['client_id', 'redirect_uri'];

/** Reads requests for consent. What is wrong is told to the client, once it is certain where that is. */
@Injectable()
export class AuthorizationRequests {
  constructor(
    private readonly clients: Clients,
    private readonly configuration: Configuration,
  ) {}

  /** @throws AuthorizationError */
  async readRequest(context: DatabaseContext, query: string): Promise<AuthorizationRequest> {
    const parameters = new URLSearchParams(query);
    const client = await this.readClient(context, parameters);
    const redirectUri = parameters.get('redirect_uri') ?? '';
    if (!isAddressOf(client.redirectUris, redirectUri)) {
      throw new AuthorizationError('invalid_request', 'The address to return to is not one of the program', null);
    }
    const returning = { redirectUri, state: parameters.get('state') };
    const refuse = (error: string, message: string) => this.refusalOf(returning, error, message);
    if (repeatedOf(parameters, (name) => name !== 'resource')) {
      throw refuse('invalid_request', 'A parameter was given more than once');
    }
    ensureCodeFlow(parameters, refuse);
    const challenge = parameters.get('code_challenge') ?? '';
    if (parameters.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge)) {
      throw refuse('invalid_request', 'PKCE with code_challenge_method S256 is required');
    }
    const resource = this.findResource(parameters.getAll('resource'));
    if (resource === undefined) throw refuse('invalid_target', 'resource must be one of this service, given once');
    const scope = scopeOf(parameters.get('scope'));
    if (scope === undefined) throw refuse('invalid_scope', 'scope may be projects and projects:write');
    if (parameters.get('prompt')?.split(' ').includes('none')) {
      throw refuse('consent_required', 'The person is asked every time');
    }
    return { client, ...returning, challenge, scope, resource };
  }

  /** The resource of this service that an address names: its host in any case, with a slash at its end or without. */
  findResource([address = '', ...others]: readonly string[]): string | undefined {
    const { issuer } = this.configuration;
    const [, origin, path] = ADDRESS.exec(address) ?? [];
    if (issuer === null || origin === undefined || others.length > 0) return undefined;
    const named = `${origin.toLowerCase()}${path}`;
    return Object.values(resourcesOf(issuer)).find((resource) => resource === named);
  }

  /** Where the client is told of an outcome. */
  answerTo({ redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>, answer: Answer): string {
    return withParameters(redirectUri, { ...answer, state, iss: this.configuration.issuer });
  }

  refusalOf(
    request: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
    error: string,
    message: string,
  ): AuthorizationError {
    return new AuthorizationError(error, message, this.answerTo(request, { error, error_description: message }));
  }

  private async readClient(context: DatabaseContext, parameters: URLSearchParams): Promise<Client> {
    if (repeatedOf(parameters, (name) => DECIDING.includes(name))) {
      throw new AuthorizationError('invalid_request', 'client_id or redirect_uri was given more than once', null);
    }
    const client = await this.clients.findClient(context, parameters.get('client_id') ?? '');
    if (client) return client;
    throw new AuthorizationError('invalid_client', 'The program is not known, or does not say who it is', null);
  }
}

/** What a scope asks for; undefined when it names what there is not. */
export function scopeOf(text: string | null): GrantScope | undefined {
  const names = (text ?? '').split(' ').filter((name) => name !== '');
  if (names.some((name) => !(SCOPE_NAMES as readonly string[]).includes(name))) return undefined;
  return GRANT_SCOPES[names.includes('projects:write') ? 1 : 0];
}

export function repeatedOf(parameters: URLSearchParams, concerns: (name: string) => boolean = () => true): boolean {
  const names = [...parameters.keys()].filter(concerns);
  return new Set(names).size < names.length;
}

function ensureCodeFlow(parameters: URLSearchParams, refuse: (error: string, message: string) => Error): void {
  const type = parameters.get('response_type');
  if (type === null) throw refuse('invalid_request', 'response_type is missing');
  if (type !== 'code') throw refuse('unsupported_response_type', 'response_type must be code');
  const mode = parameters.get('response_mode');
  if (mode !== null && mode !== 'query') throw refuse('invalid_request', 'response_mode must be query');
}
