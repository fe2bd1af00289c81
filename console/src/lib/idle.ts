import { queryClient } from './query-client.ts';

/** The first screen has this long to ask for what it needs. */
const REST_MS = 1_000;
/** Until the next look whether all that was asked for is there. */
const LOOK_MS = 100;

const parts = new Set<() => Promise<unknown>>();
let hasBegun = false;

/** Safari has no idle callbacks. */
const whenIdle = (act: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(act) : setTimeout(act, REST_MS);

function fetchNext(): void {
  if (queryClient.isFetching() > 0) {
    setTimeout(fetchNext, LOOK_MS);
    return;
  }
  const [part] = parts;
  if (!part) return;
  parts.delete(part);
  const goOn = () => void whenIdle(fetchNext);
  void part().then(goOn, goOn);
}

/** What will be asked for is fetched before, when the browser has nothing else to do. */
export function fetchWhenIdle(part: () => Promise<unknown>): void {
  parts.add(part);
  if (hasBegun && parts.size === 1) whenIdle(fetchNext);
}

/** To be called once the first screen is there. */
export function beginIdleFetching(): void {
  hasBegun = true;
  setTimeout(() => whenIdle(fetchNext), REST_MS);
}
