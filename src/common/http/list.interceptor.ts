import { CallHandler, ExecutionContext, Injectable, NestInterceptor, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, Observable } from 'rxjs';
import { BareList, List } from './list.js';

/** Milliseconds after which a client that reads nothing of a list is cut off (decisions 1.9). */
const STALLED_READER_TIMEOUT = 30_000;

/** Sends a page in its envelope, and a whole list as a streamed array. */
@Injectable()
export class ListInterceptor implements NestInterceptor<List<unknown>, unknown> {
  intercept(context: ExecutionContext, next: CallHandler<List<unknown>>): Observable<unknown> {
    return next.handle().pipe(
      map((list) => {
        if (list instanceof BareList) return stream(list, context.switchToHttp().getResponse<FastifyReply>());
        const meta = { pagination: list.pagination, timestamp: new Date().toISOString() };
        return { success: true, data: list.items, meta };
      }),
    );
  }
}

/** A failure after the first byte destroys the connection, so that a cut list never looks whole. */
function stream({ json }: BareList, { raw }: FastifyReply): StreamableFile {
  raw.setTimeout(STALLED_READER_TIMEOUT, () => raw.destroy());
  return new StreamableFile(json, { type: 'application/json; charset=utf-8' });
}
