import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mergeMap, type Observable, of } from 'rxjs';
import { boundedJson, isLarge } from '#common/http/bounded-answer.js';
import { isLong, JSON_TYPE, jsonBytes, JsonText } from '#common/http/json-bytes.js';
import type { RequestContext } from '../company-scope/request-context.js';
import { AnswerPlaces } from '../database/lists/answer-places.js';

/** Items of an array in an answer: a page of a list has fewer, and is not large (`Lists`). */
const MANY_ITEMS = 500;

/**
 * Makes the JSON of an answer with a very long array or text, for example the members of a team, in turns with other
 * requests. An answer that is text already passes unchanged. A large single read takes a place and has a bound.
 */
@Injectable()
export class LongAnswerInterceptor implements NestInterceptor {
  constructor(private readonly places: AnswerPlaces) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return next.handle().pipe(
      mergeMap((answer: unknown) => {
        const { method, context: caller } = http.getRequest<FastifyRequest>();
        const isText = answer instanceof JsonText;
        const isLargeRead = method === 'GET' && caller && isSingle(answer) && isLarge(answer);
        if (!isText && !isLargeRead && !isLong(answer, MANY_ITEMS)) return of(answer);
        const reply = http.getResponse<FastifyReply>();
        if (!reply.hasHeader('Content-Type')) void reply.type(JSON_TYPE);
        if (isLargeRead) return this.placed(caller, answer);
        return isText ? of(answer.bytes) : jsonBytes(answer);
      }),
    );
  }

  private async placed(caller: RequestContext, answer: object): Promise<Buffer> {
    await this.places.take(caller);
    return boundedJson(answer);
  }
}

/** One thing: lists and their pages have bounds of their own. */
function isSingle(answer: unknown): answer is object {
  if (typeof answer !== 'object' || answer === null || Object.getPrototypeOf(answer) !== Object.prototype) return false;
  return !('data' in answer && Array.isArray(answer.data));
}
