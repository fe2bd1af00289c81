import { SetMetadata } from '@nestjs/common';

/** How a route is counted when not by its method. */
export type Counting = 'auth' | 'read' | 'itself';

export const COUNTING = 'counting';

/** Login, registration, password reset and change: counted in the `auth` tier, per client address. */
export const AuthTier = (): MethodDecorator & ClassDecorator => SetMetadata(COUNTING, 'auth' satisfies Counting);

/** Counted as a read, whatever its method: POST /mcp, whose tools are counted one by one. */
export const ReadTier = (): MethodDecorator & ClassDecorator => SetMetadata(COUNTING, 'read' satisfies Counting);

/** Counts itself, by `RateLimiter`: only the route finds out what it counts as. */
export const CountsItself = (): MethodDecorator => SetMetadata(COUNTING, 'itself' satisfies Counting);
