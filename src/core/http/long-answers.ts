import { type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { boundedJson, isLarge } from '#common/http/bounded-answer.js';
import { isLong, JSON_TYPE, jsonBytes, JsonText } from '#common/http/json-bytes.js';
import { AnswerPlaces } from '../database/lists/answer-places.js';

/** Items of an array in an answer: a page of a list has fewer, and is not large (`Lists`). */
const MANY_ITEMS = 500;

/** Answers whose JSON takes long to make. */
@Injectable()
export class LongAnswers {
  constructor(private readonly places: AnswerPlaces) {}

  /**
   * The JSON of an answer with a very long array or text, for example the members of a team, made in turns with other
   * requests; that of an answer that is text already. A large single read takes a place and has a bound. Any other answer as it is.
   *
   * @throws ServiceUnavailableError when no place becomes free
   */
  async textOf(context: ExecutionContext, answer: unknown): Promise<unknown> {
    const http = context.switchToHttp();
    const { method, context: caller } = http.getRequest<FastifyRequest>();
    const isText = answer instanceof JsonText;
    const isLargeRead = method === 'GET' && caller && isSingle(answer) && isLarge(answer);
    if (!isText && !isLargeRead && !isLong(answer, MANY_ITEMS)) return answer;
    const reply = http.getResponse<FastifyReply>();
    if (!reply.hasHeader('Content-Type')) void reply.type(JSON_TYPE);
    if (isText) return answer.bytes;
    if (!isLargeRead) return jsonBytes(answer);
    await this.places.take(caller);
    return boundedJson(answer);
  }
}

/** One thing: lists and their pages have bounds of their own. */
function isSingle(answer: unknown): answer is object {
  if (typeof answer !== 'object' || answer === null || Object.getPrototypeOf(answer) !== Object.prototype) return false;
  return !('data' in answer && Array.isArray(answer.data));
}
