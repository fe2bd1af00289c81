import { type TestCompany } from '../../factories/company.factory.js';
import { refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { LONGEST_BLOCK, longestBlock } from '../../support/event-loop.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

const MEBIBYTE = 1024 * 1024;

const TOO_MANY_PROPERTIES = [400, 'INVALID_INPUT', 'The request body must not hold more than 2,000 properties in all'];
const TOO_MANY_ELEMENTS = [
  400,
  'INVALID_INPUT',
  'The request body must not hold more than 10,000 array elements in all',
];
const TOO_DEEP = [400, 'INVALID_INPUT', 'The request body must not be nested deeper than 20 levels'];

let service: TestService;
let company: TestCompany;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());

const repeated = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => item(i)).join();
/** An object with so many properties, named in order. */
const properties = (count: number, value = '1') => `{${repeated(count, (index) => `"p${index}":${value}`)}}`;
const elements = (count: number, item = '1') => `[${repeated(count, () => item)}]`;
const nested = (levels: number, open: string, close: string) => open.repeat(levels) + '1' + close.repeat(levels);

const post = (body: string) => company.owner.api.post('/projects', body);

describe('a body past the limits is 400 before it is validated', () => {
  it.each<[what: string, body: string, refusal: unknown[]]>([
    ['2,001 properties', properties(2_001), TOO_MANY_PROPERTIES],
    ['2,001 properties of the same name', `{${repeated(2_001, () => '"name":"x"')}}`, TOO_MANY_PROPERTIES],
    ['2,001 properties in all', `{"a":${properties(1_000)},"b":[${properties(999)}]}`, TOO_MANY_PROPERTIES],
    ['2,001 properties, with blanks', properties(2_001).replaceAll(':', ' \n:\t'), TOO_MANY_PROPERTIES],
    ['10,001 elements', `{"a":${elements(10_001)}}`, TOO_MANY_ELEMENTS],
    ['10,001 elements in all', `{"a":${elements(5_000)},"b":[${elements(5_000)}]}`, TOO_MANY_ELEMENTS],
    ['10,001 empty arrays', `{"a":${elements(10_001, '[ ]')}}`, TOO_MANY_ELEMENTS],
    ['objects 21 deep', nested(21, '{"a":', '}'), TOO_DEEP],
    ['arrays 21 deep', `{"a":${nested(20, '[', ']')}}`, TOO_DEEP],
    ['150,000 levels', nested(150_000, '{"a":', '}'), TOO_DEEP],
  ])('%s', async (_what, body, refusal) => {
    expect(refusalOf(await post(body))).toEqual(refusal);
  });

  it.each<[what: string, body: string]>([
    ['2,000 properties', properties(2_000)],
    ['2,000 properties, of which names repeat', `{${repeated(2_000, (index) => `"p${index % 7}":1`)}}`],
    ['2,000 properties in all', `{"a":${properties(1_000)},"b":[${properties(998)}]}`],
    ['colons and braces in texts', `{"a":"${':,[{'.repeat(3_000)}","b\\"${':,[{'.repeat(3_000)}":"\\\\"}`],
    ['10,000 elements', `{"a":${elements(10_000)}}`],
    ['10,000 elements in all', `{"a":${elements(4_999)},"b":[${elements(4_999)},[]]}`],
    ['10,000 empty arrays', `{"a":${elements(10_000, '[ ]')}}`],
    ['objects 20 deep', nested(20, '{"a":', '}')],
    ['arrays 20 deep', `{"a":${nested(19, '[', ']')}}`],
  ])('and up to them it is: %s', async (_what, body) => {
    expect(refusalOf(await post(body))).toMatchObject([400, 'VALIDATION_ERROR', { name: 'Required' }]);
  });

  it('after 401, and before 403', async () => {
    const body = properties(2_001);
    expect(refusalOf(await service.api.post('/projects', body))[0]).toBe(401);
    expect(refusalOf(await company.viewer.api.post('/projects', body))).toEqual(TOO_MANY_PROPERTIES);
    expect(refusalOf(await company.viewer.api.put(`/tasks/${UNKNOWN_ID}`, body))).toEqual(TOO_MANY_PROPERTIES);
    expect(refusalOf(await service.api.post('/login', body))).toEqual([
      400,
      'INVALID_INPUT',
      'The request body must not be larger than 16 KiB',
    ]);
  });
});

describe('details name at most 50 fields', () => {
  const detailsOf = async (answer: ReturnType<typeof post>) => (await answer).body.error.details as object;

  it('of a body: known fields first, then unknown ones', async () => {
    const details = await detailsOf(post(properties(2_000)));
    expect(Object.keys(details)).toHaveLength(50);
    expect(details).toMatchObject({ name: 'Required', p0: 'Unknown field' });
  });

  it('of a nested object', async () => {
    const body = `{"ids":["${UNKNOWN_ID}"],"set":${properties(1_000)}}`;
    expect(Object.keys(await detailsOf(company.owner.api.post('/tasks/bulk', body)))).toHaveLength(50);
  });

  it('of input to an endpoint that takes none', async () => {
    const { id } = (await post('{"name":"x"}')).body;
    const { api } = company.owner;
    expect(Object.keys(await detailsOf(api.post(`/projects/${id}/archive`, properties(60))))).toHaveLength(50);
    const query = Array.from({ length: 60 }, (_, index) => `p${index}=1`).join('&');
    expect(Object.keys(await detailsOf(api.get(`/me?${query}`)))).toHaveLength(50);
    expect(Object.keys(await detailsOf(api.get(`/tasks?${query}`)))).toHaveLength(50);
    expect(Object.keys(await detailsOf(api.get(`/tasks?${query}&${query}`)))).toHaveLength(50);
  });
});

describe('no request blocks the event loop, whatever it contains', () => {
  const keys = (count: number) => repeated(count, (index) => `"${index.toString(36)}":1`);
  const ids = (count: number) => elements(count, `"${UNKNOWN_ID}"`);
  const filled = (start: string, unit: string, end: string) =>
    start + unit.repeat(Math.floor((MEBIBYTE - start.length - end.length) / unit.length)) + end;

  it.each<[what: string, path: string, body: string]>([
    ['70,000 unknown names', '/login', `{${keys(70_000)}}`],
    ['2,000 unknown names', '/login', `{${keys(2_000)}}`],
    ['2,000 unknown names of a nested object', '/tasks/bulk', `{"set":{${keys(1_999)}}}`],
    ['names that repeat', '/login', filled('{', '"a":1,', '"a":1}')],
    ['empty objects', '/projects', filled('{"name":[', '{},', '{}]}')],
    ['arrays', '/projects', filled('{"name":', '[', '')],
    ['numbers', '/projects', filled('{"name":[', '1,', '1]}')],
    ['digits', '/projects', filled('{"name":', '9', '}')],
    ['long numbers', '/projects', `{"name":${elements(1_300, `1.${'7'.repeat(790)}`)}}`],
    ['escapes', '/projects', filled('{"name":"', '\\u0041', '"}')],
    ['quotes', '/projects', filled('{"name":"', '\\"', '"}')],
    ['a long name', '/projects', filled('{"', 'x', '":1}')],
    ['blanks', '/projects', filled('{"name":', ' ', '1}')],
    ['a long title', '/tasks', filled('{"title":"', ' ', 'x"}')],
    ['a long id', '/tasks', filled('{"projectId":"', 'A', '"}')],
    ['a long date', '/tasks', filled('{"dueDate":"', '2', '"}')],
    ['a long address', '/register', filled('{"email":"', 'a.', '@example.com"}')],
    ['a long URL', '/webhooks', filled('{"url":"', 'http://a.', '"}')],
    ['10,000 ids', '/tasks/bulk', `{"ids":${ids(10_000)},"set":{"title":""}}`],
    ['10,000 labels', '/tasks', `{"labelIds":${ids(10_000)}}`],
    ['10,000 events', '/webhooks', `{"events":${elements(10_000, `"${'x'.repeat(90)}"`)}}`],
    ['10,000 projects', '/virtual-colleagues', `{"projectIds":${ids(10_000)}}`],
    ['2,000 headers', '/webhooks', `{"headers":{${keys(1_990)}}}`],
    ['2,000 settings', '/virtual-colleagues', `{"settings":{"chase":{${keys(1_000)}},"reporting":{${keys(990)}}}}`],
  ])('%s: %s', async (_what, path, body) => {
    let status = 0;
    const block = await longestBlock(async () => ({ status } = await company.owner.api.post(path, body)));
    expect(status).toBe(400);
    expect(block).toBeLessThan(LONGEST_BLOCK);
  });

  it('10,000 lanes', async () => {
    const lanes = `{"lanes":[${repeated(9_999, (index) => `" ${index} "`)},"Done"]}`;
    const block = await longestBlock(() => company.owner.api.put('/workflow-lanes', lanes));
    expect(block).toBeLessThan(LONGEST_BLOCK);
  });
});

describe('input counts only by its own property names', () => {
  it('also in objects with free property names', async () => {
    const headers = { constructor: 'a', toString: 'b', then: 'c' };
    const webhook = { url: 'http://127.0.0.1:1/', events: ['task.created'], secret: 'x', headers };
    const created = await company.owner.api.post('/webhooks', webhook);
    expect(result(created)).toMatchObject([201, { headers: { constructor: '***', toString: '***', then: '***' } }]);
    for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
      const answer = await post(`{"name":"x","${name}":1}`);
      expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', { [name]: 'Unknown field' }]);
    }
  });
});
