import { uuidv7 } from './uuid-v7.js';

const MINUTE = 60_000;
const milliseconds = (id: string) => parseInt(id.replace(/-/g, '').slice(0, 12), 16);

afterEach(() => jest.useRealTimers());

/** Ids that are made at the moments, in milliseconds. */
function idsAt(...moments: number[]): string[] {
  return moments.map((moment) => {
    jest.useFakeTimers({ now: moment });
    return uuidv7();
  });
}

it('rises within a millisecond', () => {
  const ids = idsAt(...Array.from({ length: 1_000 }, () => 1_000));
  expect([...new Set(ids)].sort()).toEqual(ids);
  expect(new Set(ids.map(milliseconds))).toEqual(new Set([1_000]));
});

it('rises while the clock is set back a little', () => {
  const ids = idsAt(10 * MINUTE, 9 * MINUTE, 10 * MINUTE + 1);
  expect([...ids].sort()).toEqual(ids);
  expect(ids.map(milliseconds)).toEqual([10 * MINUTE, 10 * MINUTE, 10 * MINUTE + 1]);
});

it('begins anew when the clock is set back far', () => {
  expect(idsAt(100 * MINUTE, 50 * MINUTE).map(milliseconds)).toEqual([100 * MINUTE, 50 * MINUTE]);
});

it('is a UUID of version 7', () => {
  expect(uuidv7()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
