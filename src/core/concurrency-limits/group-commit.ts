import { isRefusedStatement } from '#common/database/database-error.js';
import { isRefusal } from '#common/errors/app-error.js';
import { BusyError, type ConcurrencyLimit } from './concurrency-limit.js';

interface Member<Request, Result> extends PromiseWithResolvers<Result> {
  readonly request: Request;
}

/** Most requests that are carried out together. */
const MOST_MEMBERS = 20;

/**
 * Carries requests out in groups: those that come while a group of the same key is under way make up the next one. Who asks
 * for one thing after the other is served at once; who asks for much at once pays for one COMMIT.
 */
export class GroupCommit<Request, Result> {
  private readonly waiting = new Map<string, Set<Member<Request, Result>>>();

  /**
   * `turns` admits one group of a key at a time. `carryOut` gives the result of each request, in their order; it gets the
   * milliseconds that the first of them may still wait.
   */
  constructor(
    private readonly turns: ConcurrencyLimit,
    private readonly carryOut: (requests: readonly Request[], longestWait: number) => Promise<readonly Result[]>,
  ) {}

  /** @throws what `carryOut` throws, to each of the group, and what `ConcurrencyLimit.take` throws */
  join(key: string, request: Request): Promise<Result> {
    const member = { request, ...Promise.withResolvers<Result>() };
    const queue = this.waiting.get(key) ?? new Set();
    this.waiting.set(key, queue.add(member));
    const turn = this.turns.inTurn({ share: key }, async (longestWait) => {
      // An earlier member may have taken it along.
      if (queue.has(member)) await this.serve(key, queue, longestWait);
    });
    turn.catch((reason: unknown) => {
      if (this.leave(key, queue, member)) member.reject(reason);
    });
    return member.promise;
  }

  private async serve(key: string, queue: Set<Member<Request, Result>>, longestWait: number): Promise<void> {
    const group = [...queue].slice(0, MOST_MEMBERS);
    for (const member of group) this.leave(key, queue, member);
    try {
      const results = await this.carryOut(
        group.map(({ request }) => request),
        longestWait,
      );
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  /** Whether the member was still waiting. */
  private leave(key: string, queue: Set<Member<Request, Result>>, member: Member<Request, Result>): boolean {
    const wasWaiting = queue.delete(member);
    if (queue.size === 0 && this.waiting.get(key) === queue) this.waiting.delete(key);
    return wasWaiting;
  }
}

/** Whether requests may succeed alone: one has brought its group down, or has waited longer than the others may. */
export function mayBeOfOne(error: unknown): boolean {
  return isRefusal(error) || error instanceof BusyError || isRefusedStatement(error);
}
