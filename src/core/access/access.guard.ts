import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ForbiddenError,
  InsufficientPermissionsError,
  InsufficientRoleError,
  InvalidInputError,
  InvalidTokenError,
  UnauthorizedError,
} from '#common/errors/app-error.js';
import { clientNetwork } from '#common/http/client-address.js';
import { isUuid } from '#common/validation/uuid.js';
import { Configuration } from '#config/configuration.js';
import type { AnswerEnd } from '../company-scope/request-context.js';
import { headerProblem } from '../http/request-headers.js';
import type { Access } from './access.decorators.js';
import { accessOf } from './access.js';
import { clientOrigin } from './anonymous-context.js';
import { mayUse } from './agent.js';
import { hasPermission, type Permission } from './permissions.js';
import type { Principal } from './principal.js';

/** Closes every route by default: 401, then an unreadable body, then 403 by role (order of checks). */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly origins: ReadonlySet<string>;

  constructor(
    private readonly reflector: Reflector,
    { publicUrl, corsOrigins }: Configuration,
  ) {
    this.origins = new Set([new URL(publicUrl).origin, ...corsOrigins]);
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const access = accessOf(this.reflector, context);
    if (access?.kind === 'anyone') return true;
    if (access?.kind === 'permission' && access.fromOwnPages) this.ensureOwnPage(request);
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
      request.context = { ...caller, permission };
      if (principal.agent)
        request.context = { ...request.context, agent: { ...principal.agent, workId: workOf(request) } };
    }
    return true;
  }

  /** A browser says of which page a request is; another client says nothing. @throws ForbiddenError */
  private ensureOwnPage({ headers: { origin } }: FastifyRequest): void {
    if (origin === undefined || this.origins.has(origin)) return;
    throw new ForbiddenError('Pages of this origin may not call this; CORS_ORIGINS names those that may');
  }
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
  { role, apiKeyId, agent }: Principal,
  access: Access | undefined,
  method: string,
): Permission {
  if (access?.kind !== 'permission') throw new InsufficientPermissionsError();
  if (!hasPermission(role, access.permission)) throw new InsufficientRoleError();
  if (access.jwtOnly && apiKeyId !== undefined) throw new InsufficientPermissionsError();
  if (access.by === (agent ? 'person' : 'agent')) throw new InsufficientPermissionsError();
  if (agent && !mayUse(agent, access.permission, method)) throw new InsufficientPermissionsError();
  return access.permission;
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
