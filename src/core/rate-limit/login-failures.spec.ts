import { RateLimitExceededError } from '#common/errors/app-error.js';
import type { Configuration } from '#config/configuration.js';
import { LoginFailures } from './login-failures.js';
import type { RateLimitStore, SharedCount } from './rate-limit.js';

const MOST = 20;
const WINDOW_MINUTES = 15;
const HERE = '192.0.2.1';
const wrong = () => Promise.resolve(false);
const right = () => Promise.resolve(true);

/** A place where other processes count along, and whether it can be reached. */
class SharedStore {
  isAway = true;
  readonly counts = new Map<string, number>();

  countShared(key: string, ttl: number, hits: 0 | 1): Promise<SharedCount | undefined> {
    if (this.isAway) return Promise.resolve(undefined);
    const count = (this.counts.get(key) ?? 0) + hits;
    this.counts.set(key, count);
    return Promise.resolve({ count, millisecondsLeft: ttl });
  }
}

const store = new SharedStore();
const configuration = { limits: { loginFailures: MOST } } as Configuration;
const newProcess = () => new LoginFailures(store as unknown as RateLimitStore, configuration);

let failures: LoginFailures;
beforeEach(() => {
  jest.useFakeTimers({ now: 1_800_000_000_000, doNotFake: ['nextTick', 'queueMicrotask'] });
  store.isAway = true;
  store.counts.clear();
  failures = newProcess();
});
afterEach(() => jest.useRealTimers());

interface Attempt {
  email?: string;
  from?: string;
  isKnown?: boolean;
  by?: LoginFailures;
}

function attempt(
  compare: () => Promise<boolean>,
  { email = 'mia@example.com', from = HERE, isKnown = false, by = failures }: Attempt = {},
): Promise<boolean> {
  return by.guard({ email, clientNetwork: from, isKnownNetwork: () => Promise.resolve(isKnown) }, compare);
}

async function fail(times: number, options: Attempt = {}): Promise<void> {
  for (let count = 0; count < times; count += 1) expect(await attempt(wrong, options)).toBe(false);
}

/** Each of ten networks uses up its own number. */
async function failAnywhere(): Promise<void> {
  for (let network = 0; network < 10; network += 1) await fail(MOST, { from: `198.51.100.${network}` });
}

const isRefused = (attempted: Promise<boolean>) => expect(attempted).rejects.toBeInstanceOf(RateLimitExceededError);
const later = (minutes: number) => jest.setSystemTime(Date.now() + minutes * 60_000);

describe('from one network', () => {
  it('beyond the limit no password is compared: the right password is refused, too', async () => {
    await fail(MOST);
    await isRefused(attempt(wrong));
    await isRefused(attempt(right));
  });

  it('the address counts in any case of letters', async () => {
    await fail(MOST, { email: 'MIA@example.com' });
    await isRefused(attempt(right));
  });

  it('another network and another account go on', async () => {
    await fail(MOST);
    expect(await attempt(right, { from: '192.0.2.2' })).toBe(true);
    expect(await attempt(right, { email: 'ada@example.com' })).toBe(true);
  });

  it('a success clears nothing', async () => {
    await fail(MOST - 1);
    expect(await attempt(right)).toBe(true);
    await fail(1);
    await isRefused(attempt(right));
  });

  it('it ends 15 minutes after the first failure, and says when', async () => {
    await fail(1);
    later(10);
    await fail(MOST - 1);
    await expect(attempt(right)).rejects.toMatchObject({ retryAfter: 5 * 60 });
    later(WINDOW_MINUTES - 10);
    expect(await attempt(right)).toBe(true);
  });

  it('of many attempts at once, only as many as the limit get an answer', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 3 * MOST }, () => attempt(wrong)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(MOST);
  });

  it('a right password that is compared while the limit is passed is refused', async () => {
    let compared: (isRight: boolean) => void = () => undefined;
    const slow = attempt(() => new Promise((resolve) => (compared = resolve)));
    await fail(MOST);
    compared(true);
    await isRefused(slow);
  });
});

describe('from anywhere', () => {
  it('ten times as many lock the account for unknown networks', async () => {
    await failAnywhere();
    await isRefused(attempt(right, { from: '203.0.113.1' }));
  });

  it('a known network has only its own limit', async () => {
    await failAnywhere();
    await fail(MOST, { isKnown: true });
    await isRefused(attempt(right, { isKnown: true }));
  });

  it('one that failed less than that is not locked', async () => {
    for (let network = 0; network < 9; network += 1) await fail(MOST, { from: `198.51.100.${network}` });
    await fail(MOST - 1, { from: '198.51.100.9' });
    expect(await attempt(right, { from: '203.0.113.1' })).toBe(true);
  });
});

describe('several processes', () => {
  it('count together while Redis is there', async () => {
    store.isAway = false;
    await fail(MOST - 1);
    await fail(1, { by: newProcess() });
    await isRefused(attempt(right));
    await isRefused(attempt(right, { by: newProcess() }));
  });

  it('each goes on with its own counts while Redis is away', async () => {
    store.isAway = false;
    await fail(MOST / 2);
    store.isAway = true;
    await fail(MOST / 2);
    await isRefused(attempt(right));
  });

  it('a Redis that came back empty does not lower the counts of the process', async () => {
    store.isAway = false;
    await fail(MOST);
    store.counts.clear();
    await isRefused(attempt(right));
  });
});
