import { collectGarbage } from './memory.js';

const RUNS = 3;

/**
 * How long this process computed at a stretch at most while `work` ran, in milliseconds: for so long its event loop stood
 * still. The shortest of three runs, in processor time: what else the machine does counts little.
 */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const blocks: number[] = [];
  while (blocks.length < RUNS) blocks.push(await blockDuring(work));
  return Math.min(...blocks);
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

function computed(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
