import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ForbiddenError,
  InsufficientPermissionsError,
  InsufficientRoleError,
  InsufficientScopeError,
  InvalidInputError,
  InvalidTokenError,
  NotFoundError,
  UnauthorizedError,
} from '#common/errors/app-error.js';
import { clientNetwork } from '#common/http/client-address.js';
import { isOAuthPath, resourceMetadataOf } from '#common/http/oauth.js';
import { isUuid } from '#common/validation/uuid.js';
import { Configuration } from '#config/configuration.js';
import type { AnswerEnd } from '../company-scope/request-context.js';
import { headerProblem } from '../http/request-headers.js';
import type { Access } from './access.decorators.js';
import { clientOrigin } from './anonymous-context.js';
import { mayUse } from './agent.js';
import { isOpenToGrants, isWrite } from './grants/grant-reach.js';
import { hasPermission, type Permission } from './permissions.js';
import type { Principal } from './principal.js';

/** Closes every route by default: 401, then an unreadable body, then 403 by role (order of checks). */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly origins: ReadonlySet<string>;

  constructor(private readonly configuration: Configuration) {
    const { publicUrl, corsOrigins } = configuration;
    this.origins = new Set([new URL(publicUrl).origin, ...corsOrigins]);
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const access = accessOf(request);
    if (access?.kind === 'anyone') return true;
    if (this.configuration.issuer === null && isOAuthPath(request.url)) throw new NotFoundError('Path');
    if (access?.kind === 'permission' && access.fromOwnPages) this.ensureOwnPage(request);
    if (access?.kind === 'permission' && access.sessionOnly) ensureSession(request);
    const principal = access?.kind === 'public' ? undefined : authenticated(request);
    if (request.bodyError !== undefined) throw request.bodyError;
    if (principal) {
      const malformed = headerProblem(request);
      if (malformed !== undefined) throw new InvalidInputError(malformed);
      const { id: traceId, log, ip, hangUp: signal } = request;
      const { companyId: share } = principal;
      const caller = {
        ...principal,
        share,
        signal,
        traceId,
        log,
        clientNetwork: clientNetwork(ip),
        client: clientOrigin(request),
        answerEnd: answerEndOf(context.switchToHttp().getResponse<FastifyReply>()),
      };
      request.context = caller;
      if (principal.lacksSecondFactor) ensureMaySetUp(request);
      // A directory has no role that could lack a permission.
      const permission = access?.kind === 'scim' ? undefined : requirePermission(principal, access, request.method);
      if (permission) this.ensureGranted(principal, permission, request);
      request.context = { ...caller, permission };
      if (principal.agent)
        request.context = { ...request.context, agent: { ...principal.agent, workId: workOf(request) } };
    }
    return true;
  }

  /** @throws InsufficientPermissionsError where programs have nothing to do, InsufficientScopeError of a write */
  private ensureGranted({ grant }: Principal, permission: Permission, request: FastifyRequest): void {
    if (!grant) return;
    const asked = { method: request.method, route: request.routeOptions.url ?? '', permission };
    if (!isOpenToGrants(asked, grant)) throw new InsufficientPermissionsError();
    if (grant.canWrite || !isWrite(asked)) return;
    throw new InsufficientScopeError(resourceMetadataOf(this.configuration.issuer ?? '', request.url));
  }

  /** A browser says of which page a request is; another client says nothing. @throws ForbiddenError */
  private ensureOwnPage({ headers: { origin } }: FastifyRequest): void {
    if (origin === undefined || this.origins.has(origin)) return;
    throw new ForbiddenError('Pages of this origin may not call this; CORS_ORIGINS names those that may');
  }
}

/** What Nest or Fastify gives up after routing is open to anyone, too: the catch-all route answers it with a 404. */
function accessOf({ is404, routeOptions }: FastifyRequest): Access | undefined {
  return is404 ? { kind: 'anyone' } : routeOptions.config.access;
}

function answerEndOf({ raw: response }: FastifyReply): AnswerEnd {
  return (what) => {
    if (what === 'cut off') response.destroy();
    else if (response.writableFinished || response.destroyed) what();
    else response.once('finish', what).once('close', what);
  };
}

/** The permission that lets the caller in. @throws InsufficientPermissionsError */
function requirePermission(
  { role, apiKeyId, agent, grant }: Principal,
  access: Access | undefined,
  method: string,
): Permission {
  if (access?.kind !== 'permission') throw new InsufficientPermissionsError();
  if (!hasPermission(role, access.permission)) throw new InsufficientRoleError();
  if (access.jwtOnly && (apiKeyId !== undefined || grant)) throw new InsufficientPermissionsError();
  if (access.by === (agent ? 'person' : 'agent')) throw new InsufficientPermissionsError();
  if (agent && !mayUse(agent, access.permission, method)) throw new InsufficientPermissionsError();
  return access.permission;
}

/** @throws InsufficientPermissionsError unless it comes with a session, whether that is good or not */
function ensureSession({ credentials }: FastifyRequest): void {
  if (credentials?.kind !== 'session') throw new InsufficientPermissionsError();
}

/** Who needs a second factor and has none can only set one up. @throws ForbiddenError */
function ensureMaySetUp({ method, routeOptions: { url = '' } }: FastifyRequest): void {
  if (/^\/api\/(me|session)(\/|$)/.test(url)) return;
  if (url === '/api/company' && (method === 'GET' || method === 'HEAD')) return;
  throw new ForbiddenError('Set up a second factor first');
}

/** The work that an agent writes for. @throws InvalidInputError */
function workOf({ headers }: FastifyRequest): string | undefined {
  const named = headers['x-work'];
  if (named === undefined) return undefined;
  if (typeof named !== 'string' || !isUuid(named)) throw new InvalidInputError('X-Work must be the id of a work');
  return named.toLowerCase();
}

/** The flat 401 is for a bearer value or session that is not valid, the envelope for none. */
function authenticated({ principal, authenticationError, headers, credentials }: FastifyRequest): Principal {
  if (principal) return principal;
  if (authenticationError !== undefined) throw authenticationError;
  if (credentials || /^bearer\s+\S/i.test(headers.authorization ?? '')) throw new InvalidTokenError();
  throw new UnauthorizedError('Credentials are missing: send the header Authorization: Bearer <token>');
}
