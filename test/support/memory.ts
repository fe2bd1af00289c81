import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** Collects garbage now, so that it costs a later measurement neither time nor memory. */
export const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes in use by this process: objects that are not garbage, and buffers outside of the heap. */
export function memoryInUse(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
