import type { FastifyRequest } from 'fastify';
import { AddRouteConfig } from './route-config.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyIsStreamed?: true;
    answerIsFile?: true;
  }
}

/** The route reads the bytes of the body itself, of any type and size. */
export const StreamsBody = (): MethodDecorator => AddRouteConfig({ bodyIsStreamed: true });

/** The route answers with a file, which is never compressed. */
export const AnswersFile = (): MethodDecorator => AddRouteConfig({ answerIsFile: true });

export function isBodyStreamed({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config?.bodyIsStreamed === true;
}

export function isAnswerFile({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config?.answerIsFile === true;
}
