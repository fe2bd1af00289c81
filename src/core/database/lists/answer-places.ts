import { Injectable } from '@nestjs/common';
import type { AnswerEnd, RequestContext } from '../../company-scope/request-context.js';
import { ListPool } from '../pool/list-pool.js';

/** Large answers that are no lists take the places of lists, until they are sent. */
@Injectable()
export class AnswerPlaces {
  private readonly taken = new WeakMap<AnswerEnd, Promise<void>>();

  constructor(private readonly lists: ListPool) {}

  /**
   * Waits for the place of the request's answer, which has one at most. To be called before much is read.
   *
   * @throws ServiceUnavailableError when that takes more than 5 s.
   */
  take(context: RequestContext): Promise<void> {
    const { answerEnd } = context;
    if (!answerEnd) return Promise.resolve();
    const taken = this.taken.get(answerEnd) ?? this.takeUntil(context, answerEnd);
    this.taken.set(answerEnd, taken);
    return taken;
  }

  private async takeUntil(context: RequestContext, answerEnd: AnswerEnd): Promise<void> {
    const { signal, close } = await this.lists.place(context);
    answerEnd(close);
    signal.addEventListener('abort', () => answerEnd('cut off'));
  }
}
