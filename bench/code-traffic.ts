/** Sends events of a forge as fast as they are taken, from a thread of its own: what is measured beside it is not held up by the sender. */
import { parentPort, workerData } from 'node:worker_threads';

const AT_ONCE = 50;

const { flood, seconds } = workerData as {
  flood: { url: string; headers: Record<string, string>; body: string }[];
  seconds: number;
};
const end = performance.now() + seconds * 1_000;
let sent = 0;

async function send(): Promise<void> {
  while (performance.now() < end) {
    const { url, headers, body } = flood[(sent += 1) % flood.length]!;
    const each = { ...headers, 'x-github-delivery': String(sent) };
    await (await fetch(url, { method: 'POST', headers: each, body })).arrayBuffer();
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, send));
parentPort?.postMessage('done');
