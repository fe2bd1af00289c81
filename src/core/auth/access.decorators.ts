import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension } from '@nestjs/swagger';
import type { Permission } from './permissions.js';

/** Whose credentials a route takes: `person` is closed to keys of agents, `agent` open to them alone (agents). */
export type Caller = 'anyone' | 'person' | 'agent';

/** Who may call a route. A route that says nothing is closed. */
export type Access =
  | { kind: 'public'; readsSession?: boolean }
  /** No credentials needed, but those given decide who is counted: unknown paths. */
  | { kind: 'anyone' }
  | { kind: 'permission'; permission: Permission; jwtOnly: boolean; headerOnly: boolean; by: Caller };

export const ACCESS = 'access';

/**
 * Open to everyone; an `Authorization` header is ignored (decisions 1.12). `readsSession`: a session cookie says who asks,
 * if anyone.
 */
export const Public = ({ readsSession = false }: { readsSession?: boolean } = {}): MethodDecorator & ClassDecorator =>
  SetMetadata(ACCESS, { kind: 'public', readsSession } satisfies Access);

/** Open to everyone; valid credentials are counted for their user. For unknown paths only. */
export const Anyone = (): MethodDecorator & ClassDecorator => SetMetadata(ACCESS, { kind: 'anyone' } satisfies Access);

/**
 * Open to users whose role has the permission, `jwtOnly` when not with an API key; written into the OpenAPI document
 * with its 401 and 403. `headerOnly`: a session cookie does not count. `by`: whose credentials it takes.
 */
export const RequirePermission = (
  permission: Permission,
  { jwtOnly = false, headerOnly = false, by = 'anyone' }: { jwtOnly?: boolean; headerOnly?: boolean; by?: Caller } = {},
): MethodDecorator & ClassDecorator =>
  applyDecorators(
    SetMetadata(ACCESS, { kind: 'permission', permission, jwtOnly, headerOnly, by } satisfies Access),
    ApiBearerAuth(),
    ApiExtension('x-permission', permission),
    ...(by === 'anyone' ? [] : [ApiExtension('x-caller', by)]),
    ...(jwtOnly ? [ApiExtension('x-jwt-only', true)] : []),
  );
