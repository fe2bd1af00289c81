import { collectGarbage } from './memory.js';

const RUNS = 3;

/**
 * The most that a request may block the event loop, in units of `longestBlock`. A unit is 3 to 4 ms on a current machine, so
 * 15 units are about 50 ms (extensions 1.1). On a slow or busy machine they are longer.
 */
export const LONGEST_BLOCK = 15;

/**
 * For how long `work` blocked the event loop of this process at the most, in the time that reading and writing a megabyte of
 * JSON takes beside it: the best of some runs, in processor time.
 */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const blocks: number[] = [];
  const before = unit();
  while (blocks.length < RUNS) blocks.push(await blockDuring(work));
  return Math.min(...blocks) / Math.max(before, unit());
}

async function blockDuring(work: () => Promise<unknown>): Promise<number> {
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
