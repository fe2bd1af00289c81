import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyContextConfig } from 'fastify';

type Route = () => void;

/**
 * Adds to what Fastify knows of the decorated route, `request.routeOptions.config`: it is there before the guards.
 * On a class it is for the routes that do not say so themselves.
 */
export const AddRouteConfig =
  (config: FastifyContextConfig): MethodDecorator & ClassDecorator =>
  (target: object, _name?: string | symbol, descriptor?: PropertyDescriptor) => {
    if (descriptor) {
      const route = descriptor.value as Route;
      RouteConfig({ ...knownOf(route), ...config })(route);
      return;
    }
    // Decorators of methods have been applied before those of their class.
    for (const route of methodsOf(target as { prototype: object }))
      RouteConfig({ ...config, ...knownOf(route) })(route);
  };

/** The body is ignored, which may be a form, too, up to so many bytes. */
export const IgnoresBody = (upTo: number): MethodDecorator => AddRouteConfig({ ignoresBodyUpTo: upTo });

/** The body is a form. */
export const ReadsForm = (): MethodDecorator => AddRouteConfig({ readsForm: true });

function knownOf(route: Route): FastifyContextConfig | undefined {
  return Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, route) as FastifyContextConfig | undefined;
}

function methodsOf({ prototype }: { prototype: object }): Route[] {
  const members = Object.values(Object.getOwnPropertyDescriptors(prototype)).map(({ value }) => value as unknown);
  return members.filter((member): member is Route => typeof member === 'function' && member !== prototype.constructor);
}
