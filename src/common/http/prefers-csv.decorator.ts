import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Whether `Accept` names CSV, and no JSON that it would rather have. */
export const PrefersCsv = createParamDecorator((_: unknown, context: ExecutionContext): boolean =>
  prefersCsv(context.switchToHttp().getRequest<FastifyRequest>().headers.accept),
);

export function prefersCsv(accept = ''): boolean {
  const ranges = accept.split(',').map(rangeOf);
  const csv = ranges.find(({ type }) => type === 'text/csv')?.quality ?? 0;
  const json = Math.max(0, ...ranges.filter(({ type }) => type === 'application/json').map(({ quality }) => quality));
  return csv > 0 && csv >= json;
}

function rangeOf(range: string): { type: string; quality: number } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
}
