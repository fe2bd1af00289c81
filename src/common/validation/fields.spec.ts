import type { Type } from '@nestjs/common';
import { ValidationError } from '../errors/app-error.js';
import { Field, Rule } from './field.js';
import {
  AnyString,
  Decimal,
  Email,
  Flag,
  Matching,
  TrimmedText,
  Ignored,
  Nested,
  NestedArray,
  OneOf,
  Password,
  TargetUrl,
  Text,
  Timestamp,
  Uuid,
  UuidArray,
} from './fields.js';
import { ValidationPipe } from './validation.pipe.js';

const ID = '01890000-0000-7000-8000-00000000000a';
const OTHER = '01890000-0000-7000-8000-00000000000b';

class Clock {
  @TrimmedText('required')
  zone: string;

  @Matching('optional', /^\d\d:\d\d$/, 'Must be HH:MM')
  time?: string;
}

class Everything {
  @TrimmedText('required')
  name: string;

  @Text('optional')
  text?: string;

  @Decimal('clearable', 0, 100)
  hours?: number | null;

  @Flag('changeable')
  active?: boolean;

  @Timestamp('clearable')
  at?: string | null;

  @Uuid('clearable')
  id?: string | null;

  @UuidArray('changeable', { minimum: 1, maximum: 2 })
  ids?: string[];

  @OneOf('changeable', ['Low', 'High'])
  priority?: string;

  @Email('changeable')
  email?: string;

  @Password('changeable')
  password?: string;

  @TargetUrl('changeable')
  url?: string;

  @AnyString('changeable')
  secret?: string;

  @Nested('changeable', () => Clock)
  clock?: Clock;

  @NestedArray('changeable', () => Clock, { minimum: 1, maximum: 1_000 })
  clocks?: Clock[];

  @Ignored()
  more?: unknown;
}

const pipe = new ValidationPipe();

async function read(body: unknown, metatype: Type = Everything): Promise<Record<string, unknown>> {
  return (await pipe.transform(body, { type: 'body', metatype })) as Record<string, unknown>;
}

async function detailsOf(body: unknown, metatype?: Type): Promise<unknown> {
  try {
    return { accepted: await read(body, metatype) };
  } catch (error) {
    if (error instanceof ValidationError) return error.details;
    throw error;
  }
}

describe('presence', () => {
  class Presences {
    @TrimmedText('required')
    required: string;

    @TrimmedText('optional')
    optional?: string;

    @TrimmedText('changeable')
    changeable?: string;

    @TrimmedText('clearable')
    clearable?: string | null;
  }

  it('may be missing, except required ones', async () => {
    expect(await detailsOf({}, Presences)).toEqual({ required: 'Required' });
    expect(await read({ required: 'x' }, Presences)).toEqual({ required: 'x' });
  });

  it('takes null for missing, for cleared, or not at all', async () => {
    const nulls = { required: null, optional: null, changeable: null, clearable: null };
    expect(await detailsOf(nulls, Presences)).toEqual({ required: 'Required', changeable: 'Required' });
    const { optional, clearable } = await read({ required: 'x', optional: null, clearable: null }, Presences);
    expect([optional, clearable]).toEqual([undefined, null]);
  });

  it('takes no body, and null, for an empty one', async () => {
    expect(await detailsOf(undefined, Presences)).toEqual({ required: 'Required' });
    expect(await detailsOf(null, Presences)).toEqual({ required: 'Required' });
  });
});

it('has the message of a rule as it is, whatever it quotes', async () => {
  class Quoting {
    @Field('required', { type: String }, [Rule((value) => `No such thing: ${String(value)}`)])
    name: string;
  }
  expect(await detailsOf({ name: '$property $value $target' }, Quoting)).toEqual({
    name: 'No such thing: $property $value $target',
  });
});

describe('a field', () => {
  it.each<[field: keyof Everything, given: unknown, kept: unknown]>([
    ['name', ' a b\n', 'a b'],
    ['name', '🙂'.repeat(500), '🙂'.repeat(500)],
    ['text', ' kept \n', ' kept \n'],
    ['text', '', ''],
    ['hours', 1.005, 1.01],
    ['hours', 1.004_999, 1],
    ['hours', 8.345, 8.35],
    ['hours', 1.255, 1.26],
    ['hours', 0.615, 0.62],
    ['hours', 10.235, 10.24],
    ['hours', 99.995, 100],
    ['hours', 99.994_999_9, 99.99],
    ['hours', 5e-3, 0.01],
    ['hours', 4.9e-7, 0],
    ['hours', -0, 0],
    ['hours', 100, 100],
    ['active', false, false],
    ['at', '2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['at', '2026-11-20T10:00:00+02:00', '2026-11-20T08:00:00.000Z'],
    ['id', ID.toUpperCase(), ID],
    ['ids', [ID], [ID]],
    ['ids', [ID, OTHER, ID.toUpperCase()], [ID, OTHER]],
    ['priority', 'High', 'High'],
    ['email', 'Someone+tag@Example.com', 'Someone+tag@Example.com'],
    ['password', ' 8 chars', ' 8 chars'],
    ['url', 'HTTPS://example.com/a?b=c#d', 'HTTPS://example.com/a?b=c#d'],
    ['url', 'http://localhost:8080', 'http://localhost:8080'],
    ['secret', '', ''],
    ['secret', 'a\0\ud800', 'a\0\ud800'],
  ])('%s is kept in its normal form (%#)', async (field, given, kept) => {
    const { [field]: value } = await read({ name: 'x', [field]: given });
    expect(value).toEqual(kept);
  });

  it.each<[field: keyof Everything, given: unknown, problem: string]>([
    ['name', 'x'.repeat(501), 'Must be at most 500 characters'],
    ['name', [], 'Expected string'],
    ['name', { toString: 'x' }, 'Expected string'],
    ['text', ['x'], 'Expected string'],
    ['text', 'x'.repeat(50_001), 'Must be at most 50000 characters'],
    ['hours', '7', 'Expected number'],
    ['hours', NaN, 'Expected number'],
    ['hours', Infinity, 'Expected number'],
    ['hours', -Infinity, 'Expected number'],
    ['hours', [], 'Expected number'],
    ['hours', -0.004, 'Must be from 0 to 100'],
    ['hours', 100.004, 'Must be from 0 to 100'],
    // No conversion: the text "false" is not false.
    ['active', 'false', 'Expected boolean'],
    ['active', 0, 'Expected boolean'],
    ['active', [], 'Expected boolean'],
    ['at', '2024-02-30', 'Invalid datetime'],
    ['at', '2024-W05', 'Invalid datetime'],
    ['at', 0, 'Invalid datetime'],
    ['id', 'x', 'Invalid uuid'],
    ['id', '', 'Invalid uuid'],
    ['id', [ID], 'Expected string'],
    ['ids', [], 'Must hold 1 to 2 ids'],
    ['ids', [ID, OTHER, ID.replace('a', 'c')], 'Must hold 1 to 2 ids'],
    ['ids', [[]], 'Expected string'],
    ['ids', [null], 'Expected string'],
    ['ids', ID, 'Expected array'],
    ['ids', { length: 1, 0: ID }, 'Expected array'],
    ['priority', 'low', 'Must be one of: Low, High'],
    ['priority', ['Low'], 'Expected string'],
    ['email', 'someone', 'Invalid email'],
    ['email', 'a@b@example.com', 'Invalid email'],
    ['email', `${'x'.repeat(64)}@${'y.'.repeat(95)}com`, 'Must be at most 254 characters'],
    ['email', '', 'Invalid email'],
    ['password', '7 chars', 'Must be at least 8 characters'],
    ['password', 'x'.repeat(129), 'Must be at most 128 characters'],
    ['url', 1, 'Expected string'],
    ['url', '', 'Invalid url'],
    ['url', 'example.com', 'Invalid url'],
    ['url', '//example.com', 'Invalid url'],
    ['url', 'http:example.com', 'Invalid url'],
    ['url', 'http://', 'Invalid url'],
    ['url', 'http://a b/', 'Invalid url'],
    ['url', ' http://example.com', 'Invalid url'],
    ['url', 'http://exa\nmple.com', 'Invalid url'],
    ['url', 'http://example.com:99999', 'Invalid url'],
    ['url', 'http://[::1', 'Invalid url'],
    ['url', 'ftp://example.com', 'Must be an http or https URL'],
    ['url', 'javascript:alert(1)', 'Must be an http or https URL'],
    ['url', 'file:///etc/passwd', 'Must be an http or https URL'],
    ['url', 'https://user:password@example.com', 'Must hold no user name or password'],
    ['url', 'https://user@example.com', 'Must hold no user name or password'],
    ['url', `https://example.com/${'x'.repeat(2_030)}`, 'Must be at most 2048 characters'],
    ['secret', 1, 'Expected string'],
    ['clock', [], 'Expected object'],
    ['clock', [[]], 'Expected object'],
    ['clock', [{ zone: 'UTC' }], 'Expected object'],
    ['clock', 'UTC', 'Expected object'],
    ['clock', 1, 'Expected object'],
    ['clocks', { zone: 'UTC' }, 'Expected array'],
    ['clocks', [], 'Must hold 1 to 1000'],
    ['clocks', Array.from({ length: 1_001 }, () => ({ place: 'here' })), 'Must hold 1 to 1000'],
    ['name', { constructor: 1, then: 2 }, 'Expected string'],
    ['ids', { constructor: 1 }, 'Expected array'],
  ])('%s says what is wrong with it (%#)', async (field, given, problem) => {
    expect(await detailsOf({ name: 'x', [field]: given })).toEqual({ [field]: problem });
  });

  it('of an object is named with a dot', async () => {
    expect(await read({ name: 'x', clock: { zone: ' UTC ', time: null } })).toMatchObject({ clock: { zone: 'UTC' } });
    expect(await detailsOf({ name: 'x', clock: { time: '9:00', place: 'here', constructor: 1 } })).toEqual({
      'clock.zone': 'Required',
      'clock.time': 'Must be HH:MM',
      'clock.place': 'Unknown field',
      'clock.constructor': 'Unknown field',
    });
  });

  it('that is not declared is refused, whatever its name', async () => {
    const names = ['storyPoints', 'Name', 'constructor', 'hasOwnProperty', 'valueOf', '__lookupGetter__', ''];
    for (const name of names) expect(await detailsOf({ name: 'x', [name]: 1 })).toEqual({ [name]: 'Unknown field' });
    const polluted = JSON.parse('{"name": "x", "__proto__": {"admin": true}}') as object;
    expect(await detailsOf(polluted)).toEqual(JSON.parse('{"__proto__": "Unknown field"}'));
  });

  it('of an object in an array is named with its index', async () => {
    expect(await read({ name: 'x', clocks: [{ zone: ' UTC ' }] })).toMatchObject({ clocks: [{ zone: 'UTC' }] });
    const clocks: unknown[] = [{ zone: 'UTC' }, {}, { zone: 1, constructor: 1 }, 'UTC', null, [], [{ zone: 'UTC' }]];
    expect(await detailsOf({ name: 'x', clocks })).toEqual({
      'clocks.1.zone': 'Required',
      'clocks.2.zone': 'Expected string',
      'clocks.2.constructor': 'Unknown field',
      'clocks.3': 'Expected object',
      'clocks.4': 'Expected object',
      'clocks.5': 'Expected object',
      'clocks.6': 'Expected object',
    });
    expect(await detailsOf({ name: 'x', clocks: [[]] })).toEqual({ 'clocks.0': 'Expected object' });
  });

  it('without rules is kept as it is, whatever names it holds', async () => {
    const text = '{"constructor": 1, "then": 2, "toString": 3, "__proto__": {"constructor": [{"__proto__": 4}]}}';
    const { more } = await read({ name: 'x', more: JSON.parse(text) as unknown });
    expect(JSON.stringify(more)).toBe(JSON.stringify(JSON.parse(text)));
  });

  it('may be one of very many: those that are not declared cost no more than their number', async () => {
    const names = Array.from({ length: 50_000 }, (_, index) => `field${index}`);
    const many = Object.fromEntries(names.map((name) => [name, 1]));
    const details = Object.fromEntries(names.slice(0, 50).map((name) => [name, 'Unknown field']));
    expect(await detailsOf({ name: 'x', ...many })).toEqual(details);
  });

  it('may be an array of the maximal length, of objects with as many unknown fields', async () => {
    const zones = Array.from({ length: 1_000 }, () => ({ zone: 'UTC' }));
    expect((await read({ name: 'x', clocks: zones })).clocks).toHaveLength(1_000);
    const clocks = zones.map((zone, index) => ({ ...zone, [`field${index}`]: 1 }));
    const details = clocks.slice(0, 50).map((_, index) => [`clocks.${index}.field${index}`, 'Unknown field']);
    expect(await detailsOf({ name: 'x', clocks })).toEqual(Object.fromEntries(details));
  });

  it('that is wrong is named together with all others', async () => {
    class Derived extends Everything {
      @Flag('required')
      last: boolean;
    }
    const input = { surprise: null, clock: { zone: 7, place: 'here' }, at: 'x', hours: '1' };
    expect(Object.entries((await detailsOf(input, Derived)) as object)).toEqual([
      ['name', 'Required'],
      ['hours', 'Expected number'],
      ['at', 'Invalid datetime'],
      ['clock.zone', 'Expected string'],
      ['last', 'Required'],
      ['clock.place', 'Unknown field'],
      ['surprise', 'Unknown field'],
    ]);
  });
});
