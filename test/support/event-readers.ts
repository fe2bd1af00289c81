import { setTimeout as delay } from 'node:timers/promises';
import { eventPage, type TestEvent } from '../factories/event.factory.js';
import type { Api } from './api.js';
import { TestEventSource } from './event-source.js';
import { eventually } from './eventually.js';

/** One of several instances, called as one user. */
export interface Instance {
  readonly api: Api;
  readonly baseUrl: string;
}

/** Reads all that happens, by whatever way, until it is told where the end is. */
export interface EventLogReader {
  readonly events: readonly TestEvent[];
  /** Resolves once it has read up to the position. */
  until(end: string): Promise<void>;
}

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;

/** Asks one instance after the other, for pages of any size. */
export function readByPoll(instances: readonly Instance[], after: string): EventLogReader {
  const events: TestEvent[] = [];
  let next = after;
  let end: string | undefined;
  const read = async () => {
    while (end === undefined || BigInt(next) < BigInt(end)) {
      const limit = 1 + Math.floor(Math.random() * 20);
      const page = await eventPage(pick(instances), `?after=${next}&limit=${limit}`).catch(() => undefined);
      if (page) {
        events.push(...page.data);
        ({ next } = page.meta);
      }
      if (!page?.meta.hasMore) await delay(5);
    }
  };
  const reading = read();
  return {
    events,
    until: (position) => {
      end = position;
      return reading;
    },
  };
}

/** Holds a stream for a short while, breaks off, and goes on at another instance. */
export function readByStream(instances: readonly Instance[], token: string, after: string): EventLogReader {
  const events: TestEvent[] = [];
  let lastEventId = after;
  let end: string | undefined;
  const isAtEnd = () => end !== undefined && BigInt(lastEventId) >= BigInt(end);
  const read = async () => {
    while (!isAtEnd()) {
      const { baseUrl } = pick(instances);
      const source = await TestEventSource.open(baseUrl, token, '', { lastEventId }).catch(() => undefined);
      await delay(Math.random() * 300);
      if (source) {
        await eventually('anything, or the end', () => source.isEnded || isAtEnd() || source.lastEventId !== '');
        source.close();
        events.push(...source.events);
        lastEventId = source.lastEventId || lastEventId;
      }
    }
  };
  const reading = read();
  return {
    events,
    until: (position) => {
      end = position;
      return reading;
    },
  };
}
