import { collectGarbage } from './memory.js';

/** Of the same work: a test worker that collects the garbage of earlier suites blocks for longer than the work does. */
const MOST_RUNS = 12;

/**
 * The most that a request may block the event loop, in units of `longestBlock`. A unit is 3 to 5 ms on a current machine, so
 * this is about twice the 50 ms that one request may hold up the others: a busy machine slows down the work more than
 * the unit. The benchmarks measure the 50 ms.
 */
export const LONGEST_BLOCK = 25;

/**
 * For how long `work` blocked the event loop of this process at the most, in processor time, and in the time that reading and
 * writing a megabyte of JSON takes beside it. Work that blocked for too long is run again: the shortest of its runs counts.
 */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let shortest = Infinity;
  for (let run = 0; run < MOST_RUNS && shortest >= LONGEST_BLOCK; run += 1) {
    const block = await blockDuring(work);
    shortest = Math.min(shortest, block / unit());
  }
  return shortest;
}

/** For how long `work` blocked the event loop of this process at the most, in milliseconds of processor time. */
export async function blockDuring(work: () => Promise<unknown>): Promise<number> {
  // What earlier tests of this process have left would be collected meanwhile.
  collectGarbage();
  let longest = 0;
  let last = computed();
  const look = () => {
    const now = computed();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  try {
    await work();
    look();
  } finally {
    clearInterval(timer);
  }
  return longest;
}

const MEGABYTE = JSON.stringify(Array.from({ length: 10_000 }, (_, index) => ({ index, text: 'x'.repeat(77) })));
/** The clock of the processor is no finer than some milliseconds. */
const REPETITIONS = 16;

function unit(): number {
  const start = computed();
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) JSON.stringify(JSON.parse(MEGABYTE));
  return (computed() - start) / REPETITIONS;
}

/** Milliseconds of processor time. */
function computed(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
