import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension } from '@nestjs/swagger';
import { AddRouteConfig } from '../transport/route-config.js';
import type { Permission } from './permissions.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. A route that says nothing is closed. */
    access?: Access;
  }
}

/** Whose credentials a route takes: `person` is closed to keys of agents, `agent` open to them alone (agents). */
export type Caller = 'anyone' | 'person' | 'agent';

/** Who may call a route. A route that says nothing is closed. */
export type Access =
  | { kind: 'public'; readsSession?: boolean }
  /** No credentials needed, but those given decide who is counted: unknown paths. */
  | { kind: 'anyone' }
  /** Open to the directory of a company, by its SCIM token, and to nothing else. */
  | { kind: 'scim' }
  | ({ kind: 'permission' } & Permitted);

interface Permitted {
  permission: Permission;
  jwtOnly: boolean;
  sessionOnly: boolean;
  headerOnly: boolean;
  fromOwnPages: boolean;
  by: Caller;
}

/**
 * Open to everyone; an `Authorization` header is ignored. `readsSession`: a session cookie says who asks,
 * if anyone.
 */
export const Public = ({ readsSession = false }: { readsSession?: boolean } = {}): MethodDecorator & ClassDecorator =>
  AddRouteConfig({ access: { kind: 'public', readsSession } });

/** Open to the company's directory alone, by the SCIM token. */
export const ForDirectory = (): MethodDecorator & ClassDecorator => AddRouteConfig({ access: { kind: 'scim' } });

/** Open to everyone; valid credentials are counted for their user. For unknown paths only. */
export const Anyone = (): MethodDecorator & ClassDecorator => AddRouteConfig({ access: { kind: 'anyone' } });

/**
 * Open to users whose role has the permission, `jwtOnly` when neither with an API key nor by a program's grant; written into the OpenAPI document
 * with its 401 and 403. `sessionOnly`: the session cookie alone counts. `headerOnly`: a session cookie does not count. `fromOwnPages`: of pages in browsers, only those of
 * `PUBLIC_URL` and `CORS_ORIGINS` may call it. `by`: whose credentials it takes.
 */
export const RequirePermission = (
  permission: Permission,
  {
    jwtOnly = false,
    sessionOnly = false,
    headerOnly = false,
    fromOwnPages = false,
    by = 'anyone',
  }: Partial<Omit<Permitted, 'permission'>> = {},
): MethodDecorator & ClassDecorator =>
  applyDecorators(
    AddRouteConfig({ access: { kind: 'permission', permission, jwtOnly, sessionOnly, headerOnly, fromOwnPages, by } }),
    ApiBearerAuth(),
    ApiExtension('x-permission', permission),
    ...(by === 'anyone' ? [] : [ApiExtension('x-caller', by)]),
    ...(jwtOnly ? [ApiExtension('x-jwt-only', true)] : []),
    ...(sessionOnly ? [ApiExtension('x-session-only', true)] : []),
  );
