import { randomFillSync, randomInt } from 'node:crypto';
import { v7 } from 'uuid';

/** Milliseconds that the clock may be set back by, while ids go on to rise. */
const MOST_BACK = 60_000;
/** Half of what the sequence can hold, so that it rises within a millisecond. */
const SEQUENCE_STARTS = 2 ** 31;

/** Random bytes for many ids: fetched 16 at a time they took a fiftieth of creating a task. */
const randomBytes = new Uint8Array(16 * 256);
let used = randomBytes.length;

let msecs = -Infinity;
let seq = 0;

/**
 * A new id. Ids of this process rise, in the same millisecond too. After a clock that was wrong is set back they begin anew, and do
 * not stay in a future for which no partition exists.
 */
export function uuidv7(): string {
  const now = Date.now();
  if (now > msecs || now < msecs - MOST_BACK) {
    msecs = now;
    seq = randomInt(SEQUENCE_STARTS);
  } else {
    seq += 1;
  }
  return v7({ msecs, seq, random: nextRandom() });
}

function nextRandom(): Uint8Array {
  if (used === randomBytes.length) {
    randomFillSync(randomBytes);
    used = 0;
  }
  used += 16;
  return randomBytes.subarray(used - 16, used);
}
