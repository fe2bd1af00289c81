import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createResources, pick, resourceOf, type Resources } from '../../factories/resources.factory.js';
import type { Answer, Api } from '../../support/api.js';
import { openApiDocument } from '../../support/openapi-document.js';
import { fill, findOperations, type Operation } from '../../support/operations.js';
import { startTestService, type TestService } from '../../support/test-service.js';

/** What has become a 500 elsewhere, or something that nobody meant, as JSON. */
const HOSTILE_JSON = [
  'null',
  'true',
  '"false"',
  '1e400',
  '-1e400',
  '1e21',
  '2147483648',
  '9007199254740993',
  '""',
  '" "',
  '"a\\u0000b"',
  '"a\\ud800b"',
  '"%"',
  `"'; DROP TABLE tasks; --"`,
  '"2024-02-30"',
  '"2024-W05"',
  '"+275761-01-01T00:00:00Z"',
  '"0000-01-01T00:00:00+23:59"',
  '"not-an-id"',
  '[]',
  '[[]]',
  '[null]',
  '["a\\u0000b"]',
  '{}',
  '{"constructor":{"name":"x"}}',
  '{"toString":1}',
  '{"length":1}',
  `{"a":${'['.repeat(17)}${']'.repeat(17)}}`,
  `"${'x'.repeat(60_000)}"`,
];

/** The same for what stands in an address; already encoded. */
const HOSTILE_TEXT = [
  '',
  '%00',
  '%ED%A0%80',
  '%zz',
  '%25',
  '_',
  '%5C',
  '%27;DROP%20TABLE%20tasks;--',
  '-1',
  '0',
  '1.5',
  '1e400',
  '2147483648',
  '9223372036854775808',
  '1800000000000000000000',
  '9'.repeat(500),
  'null',
  '2024-02-30',
  '%2B275761-01-01T00:00:00Z',
  'constructor',
  '__proto__',
  ',',
  '%26%7C!(:*',
  'x'.repeat(4_000),
];

let service: TestService;
let operations: Operation[];
let company: TestCompany;
let resources: Resources;
beforeAll(async () => {
  service = await startTestService();
  operations = await findOperations(service.api);
  company = await createCompany(service.api);
  resources = await createResources(company);
});
afterAll(() => service.stop());

/** The operation's path, to resources that are there. */
function pathOf(operation: Operation): string {
  return fill(
    operation,
    operation.parameters.map((name) => pick(resources, resourceOf(name, operation.path))),
  );
}

/** Sends all, a few at a time, and gives those that failed in the service instead of being refused or served. */
async function failuresOf(requests: [method: string, path: string, body?: string][], api: Api): Promise<string[]> {
  const failures: string[] = [];
  const rest = requests.values();
  const sendRest = async () => {
    for (const [method, path, body] of rest) {
      const { status } = await api.send(method, path, body);
      if (status >= 500) failures.push(`${status} ${method} ${path} ${(body ?? '').slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, sendRest));
  return failures;
}

/** Of many requests every sixth is a test of its own. */
const PARTS = [0, 1, 2, 3, 4, 5];
const partOf = <Item>(items: readonly Item[], part: number) =>
  items.filter((_item, index) => index % PARTS.length === part);

describe('a hostile value is refused or served, and never a failure of the service', () => {
  it.each(PARTS)('in any field of any body, part %i', async (part) => {
    const requests = operations.flatMap((operation) => {
      if (!operation.body) return [];
      const { method } = operation;
      return fieldsOf(operation).flatMap((field) =>
        HOSTILE_JSON.map((value): [string, string, string] => {
          const others = JSON.stringify({ ...operation.body, [field]: undefined }).slice(1, -1);
          return [method, pathOf(operation), `{${JSON.stringify(field)}:${value}${others && `,${others}`}}`];
        }),
      );
    });
    expect(requests.length).toBeGreaterThan(500);
    expect(await failuresOf(partOf(requests, part), company.owner.api)).toEqual([]);
  });

  it.each(PARTS)('in any parameter of any path or query, part %i', async (part) => {
    const requests = operations.flatMap((operation): [string, string][] => {
      const { method, parameters } = operation;
      const inPath = HOSTILE_TEXT.map((value) =>
        fill(
          operation,
          parameters.map(() => value),
        ),
      );
      const inQuery = queryOf(operation).flatMap((name) =>
        HOSTILE_TEXT.flatMap((value) => [`${name}=${value}`, `page=1&${name}=${value}`, `${name}[a]=${value}`]),
      );
      const paths = [
        ...(parameters.length > 0 ? inPath : []),
        ...inQuery.map((query) => `${pathOf(operation)}?${query}`),
      ];
      return paths.map((path) => [method, path]);
    });
    expect(requests.length).toBeGreaterThan(500);
    expect(await failuresOf(partOf(requests, part), company.admin.api)).toEqual([]);
  });

  it('in any header', async () => {
    const values = [
      '',
      ' ',
      'Bearer',
      `Bearer ${'.'.repeat(1_000)}`,
      'Bearer ..',
      'Bearer e30.e30.e30',
      'x'.repeat(8_000),
      '\xff',
    ];
    for (const name of [
      'Authorization',
      'Accept',
      'Content-Type',
      'traceparent',
      'X-Forwarded-For',
      'If-None-Match',
      'Range',
      'Origin',
    ]) {
      for (const value of values) {
        const { status } = await service.api.post(
          '/login',
          { email: 'a', password: 'b' },
          { headers: { [name]: value } },
        );
        expect([name, value, status < 500]).toEqual([name, value, true]);
        expect([name, value, (await service.api.get('/me', { headers: { [name]: value } })).status]).toEqual([
          name,
          value,
          401,
        ]);
      }
    }
  });

  function fieldsOf({ method, path }: Operation): string[] {
    const operation = openApiDocument.paths[path]?.[method.toLowerCase() as 'put'];
    const { content } = operation?.requestBody as { content: Record<string, { schema: { $ref?: string } }> };
    const name = content['application/json']?.schema.$ref?.split('/').at(-1);
    // What a forge sends has no fields of ours, and is not read unless it is signed.
    if (name === undefined) return [];
    return Object.keys((openApiDocument.components?.schemas?.[name] as { properties: object }).properties);
  }

  function queryOf({ method, path }: Operation): string[] {
    const parameters = openApiDocument.paths[path]?.[method.toLowerCase() as 'get']?.parameters ?? [];
    return parameters.flatMap((parameter) => ('in' in parameter && parameter.in === 'query' ? [parameter.name] : []));
  }
});

describe('bodies', () => {
  const invalidInput = ({ status, body }: Answer) => [status, body.error?.code];

  it.each<[what: string, body: string, headers?: Record<string, string>]>([
    ['null', 'null'],
    ['an array', '[]'],
    ['an array of nothing', '[[]]'],
    ['JSON nested 5,000 deep', '{"name":'.repeat(5_000) + '1' + '}'.repeat(5_000)],
    ['__proto__', '{"name":"x","__proto__":{"role":"OWNER"}}'],
    ['text', 'name=x', { 'Content-Type': 'text/plain' }],
    ['no JSON at all', 'x'],
  ])('%s: 400 INVALID_INPUT', async (_what, body, headers = {}) => {
    for (const [method, path] of [
      ['POST', '/projects'],
      ['PUT', `/tasks/${resources['tasks']!}`],
      ['POST', '/tasks/bulk'],
    ] as const) {
      expect(invalidInput(await company.owner.api.send(method, path, body, { headers }))).toEqual([
        400,
        'INVALID_INPUT',
      ]);
    }
    expect(invalidInput(await service.api.post('/login', body, { headers }))).toEqual([400, 'INVALID_INPUT']);
  });

  it.each(['[]', '[[]]', '[{}]', '"x"', 'null', '7'])('%s is not a nested object', async (set) => {
    const body = `{"ids":["${resources['tasks']!}"],"set":${set}}`;
    const { status, body: answer } = await company.owner.api.post('/tasks/bulk', body);
    expect([status, answer.error.details]).toEqual([400, { set: set === 'null' ? 'Required' : 'Expected object' }]);
  });

  it('are validated inside nested objects', async () => {
    const input = { ids: [resources['tasks']], set: { surprise: 1, title: 7 } };
    const { status, body } = await company.owner.api.post('/tasks/bulk', input);
    expect([status, body.error.details]).toEqual([
      400,
      { 'set.surprise': 'Unknown field', 'set.title': 'Expected string' },
    ]);
  });

  it('of another type are not converted', async () => {
    const user = await company.owner.api.put(`/users/${company.member.id}`, { active: 'false', name: 7 });
    expect(user.body.error.details).toEqual({ active: 'Expected boolean', name: 'Expected string' });
    const task = await company.owner.api.put(`/tasks/${resources['tasks']!}`, { estimatedHours: '7' });
    expect(task.body.error.details).toEqual({ estimatedHours: 'Expected number' });
    const filtered = await company.owner.api.get('/tasks?isBlocked=False');
    expect(filtered.body.error.details).toEqual({ isBlocked: 'Expected boolean' });
  });

  it('that are empty count as no body, whatever their Content-Type', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const { id } = (await company.owner.api.post('/projects', { name: 'x' })).body;
    const answers = [
      await company.owner.api.get('/me', { headers }),
      await company.owner.api.post(`/projects/${id}/archive`, undefined, { headers }),
      await company.owner.api.delete(`/projects/${id}`, { headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 204]);
  });
});

describe('answers', () => {
  it('hold numbers as numbers and moments as text, whatever PostgreSQL calls them', async () => {
    const { api } = company.owner;
    await api.put(`/tasks/${resources['tasks']!}`, { estimatedHours: 1.5, dueDate: '2026-01-01' });
    const task = (await api.get(`/tasks/${resources['tasks']!}`)).body;
    expect([task.estimatedHours, task.dueDate]).toEqual([1.5, '2026-01-01T00:00:00.000Z']);
    const total = (await api.get<unknown[]>('/tasks')).body.length;
    const { body: project } = await api.get(`/projects/${resources['projects']!}`);
    expect([total > 0, project.taskCount]).toEqual([true, total]);
    expect((await api.get('/tasks?page=1')).body.meta.pagination).toEqual({
      page: 1,
      limit: 50,
      total,
      totalPages: 1,
    });
  });

  it('to a page far past the end are empty', async () => {
    for (const page of ['2', '2147483648', String(Number.MAX_SAFE_INTEGER)]) {
      const { status, body } = await company.owner.api.get(`/tasks?page=${page}&limit=200`);
      expect([page, status, body.data]).toEqual([page, 200, []]);
    }
  });
});
