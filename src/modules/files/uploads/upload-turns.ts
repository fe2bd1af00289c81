/** Uploads that wait for their turn, in order. */
const waiting: (() => void)[] = [];

/**
 * Lets one upload of the process read its next bytes in a turn of the event loop: another request is behind one of them, and not
 * behind all. What has not been read waits in the kernel.
 */
export function takeTurn(read: () => void): void {
  if (waiting.push(read) === 1) setImmediate(giveTurn);
}

function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}
