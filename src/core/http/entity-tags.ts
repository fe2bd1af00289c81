import { type ExecutionContext, Injectable, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { CHANGED_AT, entityTag, UNTIMED, type Versioned } from '#common/http/entity-tag.js';
import { ANSWERS_ONE, ANSWERS_TAG } from '#common/http/outcomes.decorator.js';

type Handler = (...parameters: never[]) => unknown;

/** What the decorators of a route say of ETags. */
interface TaggedRoute {
  /** Its answer has the ETag of the resource that it shows. */
  readonly answersWithTag: boolean;
  /** The resource at its path has an ETag. */
  readonly isVersioned: boolean;
}

/**
 * Which routes show a resource with its ETag, by their decorators alone: those of a controller that has a GET of one. A
 * sub-resource without a GET has none.
 */
@Injectable()
export class EntityTags {
  private readonly routes = new WeakMap<object, TaggedRoute>();

  /** The ETag of a handler's answer, if it has one. */
  tagOf(context: ExecutionContext, answer: unknown): string | undefined {
    return this.routeOf(context).answersWithTag && isVersioned(answer) ? entityTag(answer) : undefined;
  }

  /** Whether the resource of this route has an ETag: the route is the path of its GET, or an action right below. */
  isVersioned(context: ExecutionContext): boolean {
    return this.routeOf(context).isVersioned;
  }

  private routeOf(context: ExecutionContext): TaggedRoute {
    const handler = context.getHandler() as Handler;
    let route = this.routes.get(handler);
    if (!route) {
      route = findRoute(context.getClass(), handler);
      this.routes.set(handler, route);
    }
    return route;
  }
}

function findRoute(controller: Type, handler: Handler): TaggedRoute {
  const path = findResourcePath(controller);
  const isAction = methodOf(handler) === RequestMethod.POST;
  const isVersioned = path !== undefined && (isAction || pathOf(handler) === path);
  const answersWithTag = Reflect.getMetadata(ANSWERS_TAG, handler) === true || (isVersioned && answersOne(handler));
  return { answersWithTag, isVersioned };
}

/** The path of the GET of a single resource, relative to the controller. */
function findResourcePath({ prototype }: Type): string | undefined {
  const handlers = Object.getOwnPropertyNames(prototype).map((name) => (prototype as Record<string, unknown>)[name]);
  const single = handlers
    .filter((handler) => typeof handler === 'function')
    .find(
      (handler) =>
        methodOf(handler as Handler) === RequestMethod.GET &&
        answersOne(handler as Handler) &&
        /^(\/|:id)$/.test(pathOf(handler as Handler)),
    );
  return single && pathOf(single as Handler);
}

function methodOf(handler: Handler): RequestMethod | undefined {
  return Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
}

function pathOf(handler: Handler): string {
  return Reflect.getMetadata(PATH_METADATA, handler) as string;
}

function answersOne(handler: Handler): boolean {
  return Reflect.getMetadata(ANSWERS_ONE, handler) === true;
}

/** By what it shows, or by what it carries without showing it. */
function isVersioned(answer: unknown): answer is Versioned {
  const { id, updatedAt, [CHANGED_AT]: changedAt, [UNTIMED]: untimed } = (answer ?? {}) as Partial<Versioned>;
  if (typeof id === 'string' && typeof updatedAt === 'string') return true;
  return typeof (changedAt ?? untimed) === 'string';
}
