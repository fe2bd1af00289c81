import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

interface StreamConfig {
  readonly bodyIsStreamed?: true;
  readonly answerIsFile?: true;
}

/** The route reads the bytes of the body itself, of any type and size. */
export const StreamsBody = (): MethodDecorator => RouteConfig({ bodyIsStreamed: true } satisfies StreamConfig);

/** The route answers with a file, which is never compressed. */
export const AnswersFile = (): MethodDecorator => RouteConfig({ answerIsFile: true } satisfies StreamConfig);

export function isBodyStreamed(request: FastifyRequest): boolean {
  return configOf(request).bodyIsStreamed === true;
}

export function isAnswerFile(request: FastifyRequest): boolean {
  return configOf(request).answerIsFile === true;
}

function configOf({ routeOptions }: FastifyRequest): StreamConfig {
  return (routeOptions.config ?? {}) as StreamConfig;
}
