/** Preloaded into the measured servers; tells on request how much memory was taken and how long the event loop stood. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ProbeReading } from './server-process.js';

/** Milliseconds between two looks. */
const INTERVAL = 2;

const delay = monitorEventLoopDelay({ resolution: INTERVAL });
let peakMemory = 0;
let sampling: NodeJS.Timeout | undefined;

function sampleMemory(): void {
  peakMemory = Math.max(peakMemory, process.memoryUsage.rss());
}

function startAnew(): void {
  peakMemory = 0;
  delay.reset();
  delay.enable();
  clearInterval(sampling);
  sampling = setInterval(sampleMemory, INTERVAL);
}

/** Each request is answered with what happened since the one before. */
process.on('message', () => {
  sampleMemory();
  // A look that comes on time is no delay.
  const longestBlock = Math.max(0, delay.max / 1e6 - INTERVAL);
  const reading: ProbeReading = { peakMemory, longestBlock, resources: process.getActiveResourcesInfo().length };
  startAnew();
  process.send?.(reading);
});
