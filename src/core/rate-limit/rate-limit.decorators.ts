import { AddRouteConfig } from '../transport/route-config.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    counting?: Counting;
  }
}

/** How a route is counted when not by its method. */
type Counting = 'auth' | 'read' | 'itself';

/** Login, registration, password reset and change: counted in the `auth` tier, per client address. */
export const AuthTier = (): MethodDecorator & ClassDecorator => AddRouteConfig({ counting: 'auth' });

/** Counted as a read, whatever its method: POST /mcp, whose tools are counted one by one. */
export const ReadTier = (): MethodDecorator & ClassDecorator => AddRouteConfig({ counting: 'read' });

/** Counts itself, by `RateLimiter`: only the route finds out what it counts as. */
export const CountsItself = (): MethodDecorator => AddRouteConfig({ counting: 'itself' });
