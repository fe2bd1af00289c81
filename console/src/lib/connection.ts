import { createClient } from 'project-management-sdk';

/** Whether the service can be reached: a bar says when not, and screens are read again once it is. */
let isUp = true;
let probe: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();
const PROBE_MS = 2_000;
/** Not the client of the screens: an answer of a proxy is no sign of the service. */
const client = createClient({ baseUrl: '/api', maxRetries: 0 });

export const connection = {
  isUp: (): boolean => isUp,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export function setConnected(now: boolean): void {
  if (now === isUp) return;
  isUp = now;
  clearInterval(probe);
  if (!now) probe = setInterval(() => void isAnswering(), PROBE_MS);
  for (const listener of listeners) listener();
}

/** Asks the service. Health is not counted, so that asking costs nobody anything. */
export async function isAnswering(): Promise<boolean> {
  const health = await client.getHealth().catch(() => undefined);
  setConnected(health !== undefined);
  return health !== undefined;
}

addEventListener('offline', () => setConnected(false));
