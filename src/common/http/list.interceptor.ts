import { CallHandler, ExecutionContext, Injectable, NestInterceptor, StreamableFile } from '@nestjs/common';
import { map, Observable } from 'rxjs';
import { List, listBody, StreamedList } from './list.js';

/**
 * Sends a page in its envelope, and a whole list as a bare array. When one that is streamed fails after the first byte,
 * the connection is destroyed: a cut list never looks whole.
 */
@Injectable()
export class ListInterceptor implements NestInterceptor<List<unknown>, unknown> {
  intercept(_context: ExecutionContext, next: CallHandler<List<unknown>>): Observable<unknown> {
    return next
      .handle()
      .pipe(
        map((list) =>
          list instanceof StreamedList
            ? new StreamableFile(list.text, { type: list.type })
            : listBody(list.items, list.page),
        ),
      );
  }
}
