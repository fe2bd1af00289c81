import '#core/outbound/no-global-fetch.js';
import { setPriority } from 'node:os';
import { ImportError } from '../readers/records.js';
import { MOST_MEMORY_MIB } from '../reading-limits.js';
import { boundedItem } from './bounded-items.js';
import { withBoundedLists } from './bounded-lists.js';
import { OUT_OF_MEMORY, type Question, type Reply } from './messages.js';
import { openSource, type OpenSource } from './open-source.js';

/**
 * The process that reads the file of one import: what others wrote is taken apart beside the service. It ends
 * with the service, or when it is told to.
 */

/** Of one answer. */
const MOST_ITEMS = 100;
const MOST_WEIGHT = 1024 * 1024;
const INTERVAL = 1_000;
/** Of other processes of the machine, those that serve requests come first. */
const LOW_PRIORITY = 10;

let source: OpenSource | undefined;
let pieces = 0;
let piecesBefore = 0;
const streams = new Map<number, AsyncIterator<unknown>>();

const note = () => {
  pieces += 1;
};

setPriority(LOW_PRIORITY);
process.on('disconnect', () => process.exit());
// The service ends it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
setInterval(() => {
  if (process.memoryUsage.rss() > MOST_MEMORY_MIB * 1024 * 1024) process.exit(OUT_OF_MEMORY);
  if (pieces > piecesBefore) process.send?.({ kind: 'progress' } satisfies Reply);
  piecesBefore = pieces;
}, INTERVAL).unref();
process.on('message', (question: Question) => {
  void answer(question)
    .catch((error: unknown) => refusalOf(error))
    .then((reply) => process.send?.(reply));
});

async function answer(question: Question): Promise<Reply> {
  switch (question.kind) {
    case 'open':
      source = await openSource(question.order, note);
      return { kind: 'opened', shares: boundedItem(source.shares).item as OpenSource['shares'] };
    case 'begin': {
      const items = source?.stream(question.of)[Symbol.asyncIterator]();
      if (!items) throw new Error('No source is open');
      streams.set(question.stream, items);
      return nextOf(question.stream);
    }
    case 'next':
      return nextOf(question.stream);
    case 'close': {
      await streams.get(question.stream)?.return?.();
      streams.delete(question.stream);
      return { kind: 'items', items: [], isEnd: true };
    }
  }
}

async function nextOf(stream: number): Promise<Reply> {
  const iterator = streams.get(stream);
  const items: unknown[] = [];
  let total = 0;
  while (items.length < MOST_ITEMS && total < MOST_WEIGHT) {
    const next = await iterator?.next();
    if (!next || next.done) {
      streams.delete(stream);
      return { kind: 'items', items, isEnd: true };
    }
    note();
    for (const bounded of withBoundedLists(next.value)) {
      const { item, weight } = boundedItem(bounded);
      items.push(item);
      total += weight;
    }
  }
  return { kind: 'items', items, isEnd: false };
}

function refusalOf(error: unknown): Reply {
  if (error instanceof ImportError) return { kind: 'refused', reason: error.message };
  return { kind: 'broken', stack: (error as Error).stack ?? String(error) };
}
