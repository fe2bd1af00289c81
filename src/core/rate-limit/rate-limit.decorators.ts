import { SetMetadata } from '@nestjs/common';

/** How a route is counted when not by its method. */
export type Counting = 'auth' | 'exempt';

export const COUNTING = 'counting';

/** Login, registration, password reset and change: counted in the `auth` tier, per client address (decisions 11). */
export const AuthTier = (): MethodDecorator & ClassDecorator => SetMetadata(COUNTING, 'auth' satisfies Counting);

/** Health and interface description: not counted, no rate headers (decisions 11). */
export const NotCounted = (): MethodDecorator & ClassDecorator => SetMetadata(COUNTING, 'exempt' satisfies Counting);
