import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type Place } from './document.js';

/** What the description must say of everything: what is missing is named. */
const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenAPIObject;
const places = operationsOf(document);

interface AnySchema {
  $ref?: string;
  description?: string;
  /** False in requests, a schema where it is a map. */
  additionalProperties?: false | AnySchema;
  properties?: Record<string, AnySchema>;
  items?: AnySchema;
  anyOf?: AnySchema[];
  allOf?: AnySchema[];
  oneOf?: AnySchema[];
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  'x-enum-varnames'?: string[];
}

const schemas = document.components?.schemas as Record<string, AnySchema>;

/** What it makes is of another company than the caller's. */
const WITHOUT_LINKS = [
  'register',
  'createScimToken',
  'duplicateTask',
  'createTemplateFromTask',
  'runRecurrence',
  'addWorkActivity',
];
const FILES = ['application/octet-stream', 'application/zip', 'text/calendar'];

const namesOf = (found: readonly Place[]): (string | undefined)[] =>
  found.map(({ operation }) => operation.operationId);

/** Every property below a schema, as a path. */
function undescribed(schema: AnySchema, path: string): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    ...(property.description ? [] : [`${path}.${name}`]),
    ...undescribed(property, `${path}.${name}`),
  ]);
  const { items, additionalProperties = false, anyOf = [], allOf = [], oneOf = [] } = schema;
  const parts = [items, additionalProperties || undefined, ...anyOf, ...allOf, ...oneOf].filter(
    (part) => part !== undefined,
  );
  return [...own, ...parts.flatMap((part) => undescribed(part, path))];
}

/** What may be a schema, below a part of the document. */
function* schemasIn(value: unknown, path: string): Generator<{ schema: AnySchema; path: string }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && !path.endsWith('/properties')) yield { schema: value, path };
  for (const [key, part] of Object.entries(value)) {
    const isData = ['example', 'examples', 'default', 'links', 'enum'].includes(key) && !path.endsWith('/properties');
    if (!isData) yield* schemasIn(part, `${path}/${key}`);
  }
}

describe('each operation', () => {
  it('has a unique name: a verb and its object', () => {
    const ids = namesOf(places);
    expect(ids.filter((id) => !/^[a-z]+([A-Z][A-Za-z]+)?$/.test(id ?? ''))).toEqual([]);
    expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([]);
  });

  it('has a summary, from the first sentence of its comment, of at most 110 characters', () => {
    const wrong = places.filter(({ operation: { summary = '' } }) => summary.length < 5 || summary.length > 110);
    expect(namesOf(wrong)).toEqual([]);
  });

  it('says in words who may call it', () => {
    const wrong = places.filter(
      ({ operation: { description = '' } }) => !/\b(VIEWER|MEMBER|ADMIN|OWNER|Open to everyone)\b/.test(description),
    );
    expect(namesOf(wrong)).toEqual([]);
  });

  it('describes its parameters and its answers', () => {
    const missing = places.flatMap(({ operation }) => [
      ...(operation.parameters ?? []).filter((each) => !('$ref' in each) && !each.description),
      ...Object.entries(operation.responses)
        .filter(([, response]) => response && !('$ref' in response) && !response.description)
        .map(([status]) => `${operation.operationId ?? ''} ${status}`),
    ]);
    expect(missing).toEqual([]);
  });

  it('has an example of its request and its answer; otherwise run: npm run openapi:examples', () => {
    const missing = places.flatMap(({ operation: { operationId = '', requestBody, responses } }) => {
      const contents = Object.entries(responses)
        .filter(([status, response]) => status.startsWith('2') && response && 'content' in response)
        .map(([, response]) => (response as { content: Record<string, { example?: unknown }> }).content);
      // The bytes of a file show nothing.
      const answers = contents
        .filter((content) => !FILES.some((type) => type in content))
        .flatMap((content) => Object.values(content).slice(0, 1));
      const sent = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined;
      return [
        ...(sent && sent.example === undefined ? [`${operationId}: request`] : []),
        ...(answers.length > 0 && !answers.some((answer) => 'example' in answer) ? [`${operationId}: answer`] : []),
      ];
    });
    expect(missing).toEqual([]);
  });

  it('links a created resource to its further operations', () => {
    const creating = places.filter(({ method, operation }) => method === 'post' && '201' in operation.responses);
    const without = creating.filter(({ operation }) => !('links' in (operation.responses['201'] ?? {})));
    expect(namesOf(without)).toEqual(WITHOUT_LINKS);
  });
});

describe('each schema', () => {
  it('describes its properties', () => {
    expect(Object.entries(schemas).flatMap(([name, schema]) => undescribed(schema, name))).toEqual([]);
  });

  it('says in requests that unknown fields are refused', () => {
    const sent = places
      .map(({ operation: { requestBody } }) => JSON.stringify(requestBody ?? {}))
      .flatMap((text) => [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name as string));
    expect(sent.filter((name) => schemas[name]?.additionalProperties !== false)).toEqual([]);
  });
});

describe('a request that the service refuses', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'document');
  const isAllowed = (schema: string, body: object): boolean =>
    ajv.validate<object>({ $ref: `document#/components/schemas/${schema}` }, body);
  const webhook = { url: 'https://example.com/', events: ['*'], secret: 'secret' };

  it.each([
    ['a name of blanks', 'CreateTeam', { name: ' Web ' }, { name: '\t ' }],
    ['a name with a NUL', 'CreateTeam', { name: 'Web' }, { name: 'W\0b' }],
    ['lanes without Done', 'ReplaceWorkflowLanes', { lanes: ['Done', 'Doing'] }, { lanes: ['Doing'] }],
    ['a header name that is none', 'CreateWebhook', webhook, { ...webhook, headers: { 'a b': 'c' } }],
  ])('is none of the schema either: %s', (_name, schema, accepted, refused) => {
    expect(isAllowed(schema, accepted)).toBe(true);
    expect(isAllowed(schema, refused)).toBe(false);
  });
});

describe('generators of clients', () => {
  /** Every schema of the document, with where it stands; what examples hold is no schema. */
  const allSchemas = [...schemasIn(document, '#')];
  const enums = allSchemas.filter(({ schema }) => schema.enum !== undefined);
  const pathsOf = (found: typeof allSchemas): string[] => found.map(({ path }) => path);
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

  it('find the names free that they give to the answers of operations', () => {
    const answers = namesOf(places).map((id = '') => `${id.charAt(0).toUpperCase()}${id.slice(1)}Response`);
    expect(answers.filter((name) => name in schemas)).toEqual([]);
  });

  it('find names that differ in more than their case, and constructors free', () => {
    const names = Object.keys(schemas);
    const folded = names.map(plain);
    expect(names.filter((_, index) => folded.indexOf(folded[index] ?? '') < index)).toEqual([]);
    expect(names.filter((name) => name.startsWith('New') && name.slice('New'.length) in schemas)).toEqual([]);
  });

  it('find no schema named as a value that one enum alone has: it would be a constant of that name', () => {
    const values = enums.flatMap(({ schema }) => [...new Set(schema.enum?.map((value) => plain(String(value))))]);
    const alone = new Set(values.filter((value) => values.indexOf(value) === values.lastIndexOf(value)));
    expect(Object.keys(schemas).filter((name) => alone.has(plain(name)))).toEqual([]);
  });

  it('are told the type of each constant, and no boolean is one', () => {
    const constants = allSchemas.filter(({ schema }) => 'const' in schema || schema.enum !== undefined);
    expect(pathsOf(constants.filter(({ schema }) => ![schema.type].flat().includes('string')))).toEqual([]);
  });

  it('are told null where a value may be null, by the schema itself', () => {
    const nullable = enums.filter(
      ({ schema }) => [schema.type].flat().includes('null') !== schema.enum?.includes(null),
    );
    expect(pathsOf(nullable)).toEqual([]);
  });

  it('can name each value of an enum', () => {
    const unnamed = enums.filter(({ schema }) => schema.enum?.some((value) => !/[a-z0-9]/i.test(String(value))));
    expect(unnamed.length).toBeGreaterThan(0);
    for (const { schema, path } of unnamed) {
      const names = schema['x-enum-varnames'] ?? [];
      expect([path, names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))]).toEqual([path, []]);
      expect([path, new Set(names).size]).toEqual([path, schema.enum?.length]);
    }
  });

  it('need no class for what is only a text', () => {
    const unions = allSchemas.filter(({ schema: { anyOf, oneOf } }) =>
      (anyOf ?? oneOf)?.every((part) => part.type === 'string' || part.format !== undefined),
    );
    expect(pathsOf(unions)).toEqual([]);
  });

  it('can name the type of each union with an array', () => {
    const unnamed = allSchemas.filter(
      ({ path, schema: { anyOf, oneOf } }) =>
        path.includes('/properties/') && (anyOf ?? oneOf)?.some((part) => part.type === 'array'),
    );
    expect(pathsOf(unnamed)).toEqual([]);
  });

  it('need not merge schemas', () => {
    expect(pathsOf(allSchemas.filter(({ schema }) => schema.allOf))).toEqual([]);
  });

  it('do not mix what webhooks receive with the operations of a tag', () => {
    const received = Object.values(document.webhooks as Record<string, { post: { tags?: string[] } }>);
    expect(new Set(received.flatMap(({ post }) => post.tags ?? ['none']))).toEqual(new Set(['received events']));
    expect(places.filter(({ operation }) => operation.tags?.includes('received events'))).toEqual([]);
  });
});

describe('the document', () => {
  it('describes its tags, in the order in which the README names them', () => {
    const [, section = ''] = /^## What the API has\n([^]*?)(?=^## )/m.exec(readFileSync('README.md', 'utf8')) ?? [];
    const named = [...section.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, name]) => name);
    expect(document.tags?.map(({ name }) => name)).toEqual(named);
    expect(document.tags?.filter(({ description }) => !description)).toEqual([]);
    const used = new Set(places.flatMap(({ operation }) => operation.tags ?? []));
    expect([...used].filter((tag) => !named.includes(tag))).toEqual([]);
  });

  it('has lists whose pages have a name', () => {
    const lists = places.filter(({ operation }) =>
      (operation.parameters ?? []).some((each) => 'name' in each && each.name === 'page'),
    );
    const unnamed = lists.filter(
      ({ operation }) => !/"#\/components\/schemas\/\w+Page"/.test(JSON.stringify(operation.responses['200'])),
    );
    expect(namesOf(unnamed)).toEqual([]);
  });

  it('describes the requests to webhooks: 25 events and the ping', () => {
    const webhooks = document.webhooks as Record<string, { post: { requestBody: { content: object } } }>;
    expect(Object.keys(webhooks)).toHaveLength(26);
    expect(webhooks['ping']).toBeDefined();
  });
});
