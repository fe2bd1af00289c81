import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyContextConfig } from 'fastify';

/** Adds to what Fastify knows of a route, for what comes before the guards. */
export function addRouteConfig(route: object, config: FastifyContextConfig): void {
  const known = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, route) as FastifyContextConfig | undefined;
  RouteConfig({ ...known, ...config })(route as () => void);
}

/** The body is ignored, which may be a form, too, up to so many bytes. */
export const IgnoresBody =
  (upTo: number): MethodDecorator =>
  (_target, _name, { value }: PropertyDescriptor) =>
    addRouteConfig(value as object, { ignoresBodyUpTo: upTo });

/** The body is a form. */
export const ReadsForm =
  (): MethodDecorator =>
  (_target, _name, { value }: PropertyDescriptor) =>
    addRouteConfig(value as object, { readsForm: true });
