import fc, { type Arbitrary } from 'fast-check';
import type { OpenAPIObject } from '@nestjs/swagger';
import { pick, type Resources, resourceOf } from '../factories/resources.factory.js';
import { UNKNOWN_ID } from './answers.js';

/** A request that may be right, half right or hostile. */
export interface FuzzRequest {
  /** The operation, as the document names it. */
  method: string;
  path: string;
  /** The path with its parameters and its query filled in. */
  url: string;
  /** As it is sent; undefined: none. */
  body: string | undefined;
  /** Whose credentials it carries. */
  caller: number;
}

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  enum?: unknown[];
  type?: string | string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  readOnly?: boolean;
}

interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const HOSTILE_TEXTS = [
  ...['', ' ', '\0', 'a\0b', '\ud800', '%', '%_\\', "'; DROP TABLE tasks; --", '../../etc/passwd', '${7*7}'],
  ...[
    'null',
    'true',
    '0',
    '-1',
    '1e400',
    'NaN',
    '2026-02-30',
    '2026-11-21T25:00:00Z',
    '+275760-09-13',
    '🙂'.repeat(60),
  ],
  ...['constructor', '__proto__', 'toString', '127.0.0.1', 'http://127.0.0.1:1/hook', 'https://user:pw@example.com/'],
  ...[
    'x'.repeat(501),
    'é'.repeat(50_001),
    'a@b',
    `${'a'.repeat(250)}@example.com`,
    UNKNOWN_ID,
    UNKNOWN_ID.toUpperCase(),
  ],
];
const HOSTILE_VALUES = [
  ...[null, true, 0, -1, 0.005, 1e308, 2 ** 53, -(2 ** 63), [], [[]], [null], {}, { constructor: 1 }],
  ...[JSON.parse('{"__proto__": {"admin": true}}'), { $gt: '' }, ['x'.repeat(200)], ...HOSTILE_TEXTS],
] as unknown[];
const HOSTILE_BODIES = [
  '',
  'null',
  '[]',
  '"text"',
  '{',
  '{"a":1}}',
  '\u0000',
  '[[[[',
  '{"title":"a","title":"b"}',
  '1e999',
];

/** They have no end. */
const STREAMS = ['/events/stream', '/inbox/stream'];

/** Requests over all operations of the document but the stream, on the things of one company and the ids of `foreign` ones. */
export function requestsOver(document: OpenAPIObject, own: Resources, foreign: Resources, callers: number) {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    STREAMS.includes(path)
      ? []
      : Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({ path, method, operation })),
  );
  const values = new Values(document, own, foreign);
  // What is deleted leaves little to ask for.
  const weighted = operations.map((operation) => ({
    weight: operation.method === 'delete' ? 1 : 6,
    arbitrary: fc.constant(operation),
  }));
  return fc.oneof(...weighted).chain(({ path, method, operation }): Arbitrary<FuzzRequest> => {
    const { parameters = [], requestBody } = operation;
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    const schema = requestBody?.content['application/json']?.schema;
    return fc
      .record({
        ids: fc.tuple(...inPath.map(({ name }) => values.id(resourceOf(name, path)))),
        query: values.query(inQuery),
        body: values.body(schema),
        caller: fc.nat(callers - 1),
      })
      .map(({ ids, query, body, caller }) => {
        const rest = [...ids];
        const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(rest.shift() as string));
        const search = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${textOf(value)}`);
        return {
          method: method.toUpperCase(),
          path,
          url: search.length > 0 ? `${filled}?${search.join('&')}` : filled,
          body: method === 'get' ? undefined : body,
          caller,
        };
      });
  });
}

/** As a part of a URL; lone surrogates have no form there. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.toWellFormed());
}

class Values {
  constructor(
    private readonly document: OpenAPIObject,
    private readonly own: Resources,
    private readonly foreign: Resources,
  ) {}

  id(resource: string): Arbitrary<string> {
    return fc.oneof(
      { weight: 12, arbitrary: fc.constant(pick(this.own, resource)) },
      { weight: 1, arbitrary: fc.constantFrom(...Object.values(this.own)) },
      { weight: 1, arbitrary: fc.constant(pick(this.foreign, resource)) },
      { weight: 1, arbitrary: fc.constantFrom(UNKNOWN_ID, 'nonsense', '7', `${UNKNOWN_ID}x`, "'", '%00', '\0', 'é') },
    );
  }

  query(parameters: { name: string; schema: Schema }[]): Arbitrary<Record<string, unknown>> {
    const given = parameters.map(({ name, schema }) => {
      const value = schema.items ? this.listValue(name, schema.items) : this.value(schema, name);
      return fc.option(fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: hostile() }), {
        freq: Math.max(1, Math.round(parameters.length / 3)),
        nil: undefined,
      });
    });
    return fc.tuple(fc.tuple(...given), fc.nat(30)).map(([drawn, dice]) => ({
      ...Object.fromEntries(
        drawn.flatMap((value, index) => (value === undefined ? [] : [[parameters[index]?.name ?? '', value]])),
      ),
      ...(dice === 0 && { surprise: '1' }),
    }));
  }

  /** The JSON text of a body, or something else in its place. */
  body(schema: Schema | undefined): Arbitrary<string | undefined> {
    if (!schema) return fc.oneof({ weight: 20, arbitrary: fc.constant(undefined) }, fc.constantFrom(...HOSTILE_BODIES));
    return fc.oneof(
      { weight: 20, arbitrary: this.value(schema, '').map((value) => JSON.stringify(value)) },
      { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_BODIES) },
      { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    );
  }

  /** Values separated by commas. */
  private listValue(name: string, items: Schema): Arbitrary<string> {
    const item = this.value(items, name);
    return fc
      .array(fc.oneof({ weight: 9, arbitrary: item }, fc.constant('null')), { minLength: 1, maxLength: 4 })
      .map((values) => values.join());
  }

  /** Mostly what the schema asks for. */
  private value(given: Schema, name: string): Arbitrary<unknown> {
    const schema = this.resolve(given);
    const { enum: values, properties, items, format, maxItems = 3 } = schema;
    if (properties) return this.object(schema);
    if (values) return fc.constantFrom(...values);
    if (items) return fc.array(this.value(items, name), { maxLength: Math.min(maxItems, 3) });
    // The `id` of a part of a body, as of a rule of one's own, is that of no resource.
    if (format === 'uuid') return name === 'id' ? fc.uuid() : this.id(resourceOf(name));
    const type = [schema.type].flat().find((each) => each !== 'null');
    const { minimum = -10, maximum = 1e6, minLength = 0, maxLength = 60 } = schema;
    switch (type) {
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return fc.integer({ min: minimum, max: Math.min(maximum, 500) });
      case 'number':
        return fc.double({ min: minimum, max: maximum, noNaN: true });
      case 'string':
        return format === undefined ? text(minLength, Math.min(maxLength, 60)) : formatted(format);
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  }

  private object({ properties = {}, required = [] }: Schema): Arbitrary<Record<string, unknown>> {
    // What only a GET shows is not made up.
    const settable = Object.entries(properties).filter(([, schema]) => !schema.readOnly);
    const fields = settable.map(([name, schema]) =>
      fc.tuple(this.value(schema, name), hostile(), fc.nat(99)).map(([value, other, dice]) => {
        if (dice < 8) return [name, other];
        return dice < (required.includes(name) ? 12 : 55) ? [] : [name, value];
      }),
    );
    return fc.tuple(fc.tuple(...fields), fc.nat(40)).map(([drawn, dice]) => ({
      ...Object.fromEntries(drawn.filter((field) => field.length > 0) as [string, unknown][]),
      ...(dice === 0 && { surprise: 1 }),
    }));
  }

  private resolve(schema: Schema): Schema {
    const { $ref, allOf, anyOf } = schema;
    if ($ref) return this.resolve(this.document.components?.schemas?.[$ref.split('/').at(-1) as string] as Schema);
    const inner = allOf?.[0] ?? anyOf?.find(({ type }) => type !== 'null');
    return inner ? this.resolve(inner) : schema;
  }
}

function hostile(): Arbitrary<unknown> {
  return fc.constantFrom(...HOSTILE_VALUES);
}

function text(minLength: number, maxLength: number): Arbitrary<string> {
  return fc.oneof(
    fc.string({ minLength, maxLength, unit: 'grapheme' }),
    fc.lorem({ maxCount: 4 }).map((words) => words.slice(0, maxLength)),
  );
}

function formatted(format: string): Arbitrary<string> {
  switch (format) {
    case 'date-time':
      return fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
        .map((date) => date.toISOString());
    case 'email':
      return fc.emailAddress();
    case 'uri':
      return fc.constantFrom(
        'http://127.0.0.1:1/hook',
        'https://127.0.0.1:1/',
        'http://10.0.0.1/',
        'ftp://example.com/',
      );
    default:
      return fc.string();
  }
}
