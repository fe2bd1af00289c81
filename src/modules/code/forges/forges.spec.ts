import { readdirSync, readFileSync } from 'node:fs';
import { PROVIDERS, type Provider } from '#schema/code.js';
import { readDelivery } from '../receiving/read-delivery.js';
import type { ForgeEvent } from './forge-event.js';
import { FORGES } from './forges.js';

const BODIES = new URL('../../../../test/e2e/code/bodies/', import.meta.url);

interface Body {
  readonly provider: Provider;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** What forges really send. */
const SENT: [name: string, sent: Body][] = readdirSync(BODIES).map((name) => {
  const { headers, body } = JSON.parse(readFileSync(new URL(name, BODIES), 'utf8')) as Omit<Body, 'provider'>;
  const lower = Object.fromEntries(Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value]));
  return [name, { provider: PROVIDERS.find((provider) => name.startsWith(provider))!, headers: lower, body }];
});

const JUNK: unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, '', ' ', '\0', '\ud800', 'x'.repeat(2_001), [], [null], [[]], {}],
  ...['9999999-99-99T99:99:99Z', 'javascript:alert(1)', 'http://', '__proto__', { length: 1e9 }, { toString: 1 }],
];

/** The paths of all values. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, one]) => pathsOf(one, [...path, key]));
  return path.length > 0 ? [path, ...inner] : inner;
}

/** The value with another one, or nothing, at a path. */
function withJunk(value: unknown, [key = '', ...rest]: readonly string[], junk: unknown): unknown {
  const entries = Object.entries(value as object).flatMap(([name, one]) => {
    if (name !== key) return [[name, one]];
    if (rest.length > 0) return [[name, withJunk(one, rest, junk)]];
    return junk === undefined ? [] : [[name, junk]];
  });
  return Array.isArray(value) ? entries.map(([, one]) => one as unknown) : Object.fromEntries(entries);
}

const read = ({ provider, headers, body }: Body) =>
  readDelivery(FORGES[provider], headers, Buffer.from(JSON.stringify(body)));

it('has bodies of each forge', () => {
  expect(new Set(SENT.map(([, { provider }]) => provider))).toEqual(new Set(PROVIDERS));
});

it.each(SENT)('reads %s, and whatever else stands in its places', (_name, sent) => {
  expect(read(sent).events).not.toEqual([]);
  const wrong: unknown[] = [];
  for (const path of pathsOf(sent.body)) {
    for (const junk of [undefined, ...JUNK]) {
      const { events } = read({ ...sent, body: withJunk(sent.body, path, junk) as object });
      wrong.push(...events.filter((event) => !isStorable(event)).map((event) => [path, junk, event]));
    }
  }
  expect(wrong).toEqual([]);
});

/** With a moment, and nothing that the database refuses. */
function isStorable(event: ForgeEvent): boolean {
  const hasMoment = event.kind === 'ping' || /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(event.at);
  return hasMoment && !/\\u0000|\\ud800/.test(JSON.stringify(event));
}
