import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { mergeMap, type Observable, of } from 'rxjs';
import { isLong, JSON_TYPE, jsonBytes, JsonText } from '../../common/http/json-bytes.js';

/** Items of an array in an answer: a page of a list has fewer, and is not large (`Lists`). */
const MANY_ITEMS = 500;

/**
 * Makes the text of an answer with a very long array or text, such as the members of a team, in turns with other requests. One
 * that is text already passes as it is.
 */
@Injectable()
export class LongAnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      mergeMap((answer: unknown) => {
        const isText = answer instanceof JsonText;
        if (!isText && !isLong(answer, MANY_ITEMS)) return of(answer);
        const reply = context.switchToHttp().getResponse<FastifyReply>();
        if (!reply.hasHeader('Content-Type')) void reply.type(JSON_TYPE);
        return isText ? of(answer.bytes) : jsonBytes(answer);
      }),
    );
  }
}
