import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import {
  InsufficientPermissionsError,
  InvalidInputError,
  InvalidTokenError,
  UnauthorizedError,
} from '../../common/errors/app-error.js';
import { clientNetwork } from '../../common/http/client-address.js';
import { headerProblem } from '../http/request-headers.js';
import type { Access } from './access.decorators.js';
import { accessOf } from './access.js';
import { hasPermission, type Permission } from './permissions.js';
import type { Principal } from './principal.js';

/** Closes every route by default: 401, then an unreadable body, then 403 by role (order of checks, decisions 4). */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const access = accessOf(this.reflector, context);
    if (access?.kind === 'anyone') return true;
    const principal = access?.kind === 'public' ? undefined : authenticated(request);
    if (request.bodyError !== undefined) throw request.bodyError;
    if (principal) {
      const malformed = headerProblem(request);
      if (malformed !== undefined) throw new InvalidInputError(malformed);
      const { id: traceId, log, ip, hangUp: signal } = request;
      const permission = requirePermission(principal, access);
      const { companyId: share } = principal;
      request.context = { ...principal, share, signal, permission, traceId, log, clientNetwork: clientNetwork(ip) };
    }
    return true;
  }
}

/** The permission that lets the caller in. @throws InsufficientPermissionsError */
function requirePermission({ role, apiKeyId }: Principal, access: Access | undefined): Permission {
  const isOpen = access?.kind === 'permission' && !(access.jwtOnly && apiKeyId !== undefined);
  if (!isOpen || !hasPermission(role, access.permission)) throw new InsufficientPermissionsError();
  return access.permission;
}

/** The flat 401 is for a bearer value or session that is not valid, the envelope for none (decisions 2.1, 2.3). */
function authenticated({ principal, authenticationError, headers, credentials }: FastifyRequest): Principal {
  if (principal) return principal;
  if (authenticationError !== undefined) throw authenticationError;
  if (credentials || /^bearer\s+\S/i.test(headers.authorization ?? '')) throw new InvalidTokenError();
  throw new UnauthorizedError('Credentials are missing: send the header Authorization: Bearer <token>');
}
