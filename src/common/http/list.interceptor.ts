import { CallHandler, ExecutionContext, Injectable, NestInterceptor, StreamableFile } from '@nestjs/common';
import { map, Observable } from 'rxjs';
import { BareList, List } from './list.js';

/**
 * Sends a page in its envelope, and a whole list as a streamed array. When that fails after the first byte, the
 * connection is destroyed: a cut list never looks whole (decisions 1.9).
 */
@Injectable()
export class ListInterceptor implements NestInterceptor<List<unknown>, unknown> {
  intercept(_context: ExecutionContext, next: CallHandler<List<unknown>>): Observable<unknown> {
    return next.handle().pipe(
      map((list) => {
        if (list instanceof BareList) return new StreamableFile(list.json, { type: 'application/json; charset=utf-8' });
        const meta = { pagination: list.pagination, timestamp: new Date().toISOString() };
        return { success: true, data: list.items, meta };
      }),
    );
  }
}
