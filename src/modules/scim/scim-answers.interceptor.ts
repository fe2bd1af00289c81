import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import { SCIM_TYPE } from '#common/http/scim.js';

/** Answers with SCIM's media type; a new resource says where it is. */
@Injectable()
export class ScimAnswersInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((answer: unknown) => {
        if (answer === undefined) return answer;
        void reply.type(SCIM_TYPE);
        const location = (answer as { meta?: { location?: string } }).meta?.location;
        if (location !== undefined) void reply.header('Location', location);
        return answer;
      }),
    );
  }
}
