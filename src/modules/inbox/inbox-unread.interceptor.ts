import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catchError, from, mergeMap, type Observable } from 'rxjs';
import { InboxService } from './inbox.service.js';

/** Says with every answer to a change of the inbox how many entries are unread now. */
@Injectable()
export class InboxUnreadInterceptor implements NestInterceptor {
  constructor(private readonly inbox: InboxService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { context: caller, method } = http.getRequest<FastifyRequest>();
    if (!caller || method === 'GET' || method === 'HEAD') return next.handle();
    const say = async () => {
      const { unread } = await this.inbox.countOpen(caller);
      void http.getResponse<FastifyReply>().header('X-Inbox-Unread', String(unread));
    };
    return next.handle().pipe(
      mergeMap(async (answer: unknown) => {
        await say();
        return answer;
      }),
      catchError((error: unknown) =>
        from(
          say().then(
            () => Promise.reject(error as Error),
            () => Promise.reject(error as Error),
          ),
        ),
      ),
    );
  }
}
