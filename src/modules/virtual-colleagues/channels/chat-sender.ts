import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { OutboundHttp, type OutboundOutcome } from '#core/outbound/outbound-http.js';
import { isRetired, RETIRED } from './chat-format.js';
import type { ChatPost } from './chat-posts.js';
import { secondsToWait } from './retry-after.js';

const TIMEOUT = 10_000;
/** Milliseconds before the second and the third attempt. */
const RETRY_DELAYS = [500, 1_000];
/** Seconds that a run waits at most for a chat that asks for it. */
const LONGEST_WAIT = 60;

const TOO_MANY_REQUESTS = 429;
/** The chat is not there any more. */
const GONE: readonly (number | null)[] = [404, 410];

const THREAD_OPTION = ['messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD'] as const;

/** How the chat took the POSTs of a run. */
export interface ChatOutcome {
  /** Actions that the chat took, and those that it did not. */
  readonly sent: readonly string[];
  readonly failed: readonly string[];
  /** Why it refused the others. */
  readonly error: string | null;
  /** Whether every POST was answered 404 or 410; undefined when there was none. */
  readonly isGone?: boolean;
}

/** The POSTs of one run. */
interface Turn {
  readonly url: string;
  /** Aborts when the service stops. */
  readonly signal: AbortSignal;
  /** Seconds that it may still wait. */
  left: number;
  readonly answers: (number | null)[];
}

/** Sends messages to a chat's incoming webhook. */
@Injectable()
export class ChatSender {
  constructor(private readonly outbound: OutboundHttp) {}

  /** Sends the posts in order, and stops when one fails with all its retries. Never throws. */
  async sendPosts(url: string, posts: readonly ChatPost[], signal: AbortSignal): Promise<ChatOutcome> {
    const idsOf = (some: readonly ChatPost[]) => some.flatMap(({ ids }) => ids);
    if (posts.length > 0 && isRetired(url)) return { sent: [], failed: idsOf(posts), error: RETIRED };
    const turn: Turn = { url, signal, left: LONGEST_WAIT, answers: [] };
    let error: string | null = null;
    let count = 0;
    for (; count < posts.length; count += 1) {
      ({ error } = await this.post(turn, posts[count] as ChatPost));
      if (error !== null) break;
    }
    const { answers } = turn;
    return {
      sent: idsOf(posts.slice(0, count)),
      failed: idsOf(posts.slice(count)),
      error,
      ...(answers.length > 0 && { isGone: answers.every((status) => GONE.includes(status)) }),
    };
  }

  /** Sends a message once. Never throws. */
  sendOnce(url: string, { body, thread }: ChatPost, signal?: AbortSignal): Promise<OutboundOutcome> {
    const headers = { 'Content-Type': 'application/json' };
    const target = thread === null ? url : inThread(url);
    return this.outbound.post(target, { headers, body, timeoutMs: TIMEOUT, ...(signal && { signal }) });
  }

  private async post(turn: Turn, post: ChatPost): Promise<OutboundOutcome> {
    const { signal } = turn;
    let outcome = await this.attempt(turn, post);
    for (const pause of RETRY_DELAYS) {
      if (outcome.error === null || isFinal(outcome) || signal.aborted) break;
      await delay(pause, undefined, { signal }).catch(() => undefined);
      outcome = await this.attempt(turn, post);
    }
    return outcome;
  }

  /** Waits and repeats while the chat asks for it, as long as the run may wait. Waiting is no failure. */
  private async attempt(turn: Turn, post: ChatPost): Promise<OutboundOutcome> {
    const { url, signal } = turn;
    for (;;) {
      const outcome = await this.sendOnce(url, post, signal);
      turn.answers.push(outcome.statusCode);
      const wait = outcome.statusCode === TOO_MANY_REQUESTS ? secondsToWait(outcome) : Infinity;
      if (wait > turn.left || signal.aborted) return outcome;
      turn.left -= wait;
      await delay(wait * 1_000, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Whether another attempt would only be refused again. */
function isFinal({ statusCode }: OutboundOutcome): boolean {
  return statusCode === TOO_MANY_REQUESTS || GONE.includes(statusCode);
}

function inThread(url: string): string {
  const target = new URL(url);
  target.searchParams.set(...THREAD_OPTION);
  return target.href;
}
