import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** What is garbage now takes no time and no memory later. */
export const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes in use by this process: objects that are not garbage, and buffers outside of the heap. */
export function memoryInUse(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
