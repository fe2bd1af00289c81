import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { companyEventsOf } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const NOT_FOUND = [404, 'NOT_FOUND', 'Sample thing not found'];

interface TestSampleThing {
  id: string;
  name: string;
  description: string | null;
  createdAt: string;
  updatedAt: string;
}

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies()));
afterAll(() => service.stop());

const path = ({ id }: { id: string }) => `/sample-things/${id}`;
const events = async ({ id }: TestSampleThing) =>
  (await companyEventsOf(service.database, company.id)).filter(({ data }) => data['id'] === id);

async function create(input: object = {}): Promise<TestSampleThing> {
  const { status, body } = await company.member.api.post('/sample-things', { name: 'Name', ...input });
  if (status !== 201) throw new Error(`create: ${JSON.stringify(body)}`);
  return body;
}

describe('POST /sample-things', () => {
  it('makes one, and tells of it', async () => {
    const input = { name: '  Name ', description: ' Text ' };
    const { status, body } = await company.member.api.post('/sample-things', input);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        name: 'Name',
        description: ' Text ',
        createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
        updatedAt: body.createdAt,
      },
    ]);
    expect(result(await company.viewer.api.get(path(body)))).toEqual([200, body]);
    expect(await events(body)).toEqual([{ name: 'sample_thing.created', data: body }]);
  });

  it('needs no description', async () => {
    expect([(await create()).description, (await create({ description: null })).description]).toEqual([null, null]);
  });

  it.each([
    [{}, { name: 'Required' }],
    [{ name: ' ' }, { name: 'Must be at least 1 character' }],
    [
      { name: 'x'.repeat(501), description: 7 },
      { name: 'Must be at most 500 characters', description: 'Expected string' },
    ],
    [{ name: 'x', id: UNKNOWN_ID }, { id: 'Unknown field' }],
  ])('refuses %j', async (input, details) => {
    expect(refusalOf(await company.member.api.post('/sample-things', input))).toEqual([
      400,
      'VALIDATION_ERROR',
      details,
    ]);
  });
});

describe('GET /sample-things', () => {
  it('gives those of the company, the oldest first, bare or in pages', async () => {
    const lister = await createCompany(service.api);
    const made = [];
    for (const name of ['b', 'a', 'c']) made.push((await lister.member.api.post('/sample-things', { name })).body);
    expect(result(await lister.viewer.api.get('/sample-things'))).toEqual([200, made]);
    const { body } = await lister.viewer.api.get('/sample-things?page=2&limit=2');
    expect(body.data).toEqual([made[2]]);
    expect(body.meta.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 });
  });
});

describe('PUT /sample-things/{id}', () => {
  it('changes what is given, and tells what changed', async () => {
    const before = await create({ description: 'Text' });
    const { status, body } = await company.member.api.put(path(before), { name: 'Name', description: null });
    expect([status, body]).toEqual([200, { ...before, description: null, updatedAt: body.updatedAt }]);
    expect(body.updatedAt > before.updatedAt).toBe(true);
    const changes = { description: { from: 'Text', to: null } };
    expect((await events(before)).slice(1)).toEqual([{ name: 'sample_thing.updated', data: { ...body, changes } }]);
  });

  it('leaves alone what is so already', async () => {
    const before = await create();
    for (const input of [{}, { name: ' Name' }]) {
      expect(result(await company.member.api.put(path(before), input))).toEqual([200, before]);
    }
    expect(await events(before)).toHaveLength(1);
  });

  it.each([
    [{ name: null }, { name: 'Required' }],
    [{ createdAt: '2026-01-01' }, { createdAt: 'Unknown field' }],
  ])('refuses %j, even for an unknown id', async (input, details) => {
    const answer = await company.member.api.put(path({ id: UNKNOWN_ID }), input);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', details]);
  });
});

describe('DELETE /sample-things/{id}', () => {
  it('removes it once, and tells how it last was', async () => {
    const last = await create();
    const answers = await Promise.all(Array.from({ length: 3 }, () => company.member.api.delete(path(last))));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect((await events(last)).slice(1)).toEqual([{ name: 'sample_thing.deleted', data: last }]);
    expect(refusalOf(await company.viewer.api.get(path(last)))).toEqual(NOT_FOUND);
  });
});

describe('what is sent again, or on something stale', () => {
  it('is made once with an Idempotency-Key', async () => {
    const send = () =>
      company.member.api.post('/sample-things', { name: 'Once' }, { headers: { 'Idempotency-Key': 'once' } });
    const first = await send();
    const again = await send();
    expect([again.status, again.text, again.headers.get('Idempotency-Replayed')]).toEqual([201, first.text, 'true']);
    expect(await events(first.body)).toHaveLength(1);
  });

  it('is changed and removed only as If-Match says', async () => {
    const { body, headers } = await company.member.api.post('/sample-things', { name: 'Tagged' });
    const etag = headers.get('ETag') as string;
    const matching = { headers: { 'If-Match': etag } };
    const { headers: changed } = await company.member.api.put(path(body), { name: 'Changed' }, matching);
    expect((await company.member.api.put(path(body), { name: 'Lost' }, matching)).status).toBe(412);
    expect((await company.member.api.delete(path(body), matching)).status).toBe(412);
    const present = { headers: { 'If-Match': changed.get('ETag') as string } };
    expect((await company.member.api.delete(path(body), present)).status).toBe(204);
  });
});

describe('who asks', () => {
  it('finds nothing in another company, nor by a wrong or malformed id', async () => {
    const own = await create();
    for (const id of [own.id, UNKNOWN_ID, 'x', '%00']) {
      for (const [method, body] of [['GET'], ['PUT', { name: 'Taken over' }], ['DELETE']] as const) {
        expect(refusalOf(await stranger.owner.api.send(method, path({ id }), body))).toEqual(NOT_FOUND);
      }
    }
    expect((await company.viewer.api.get(path(own))).body).toEqual(own);
  });

  it('changes nothing as a viewer', async () => {
    const own = await create();
    expect(result(await company.viewer.api.post('/sample-things', { name: 'x' }))).toEqual(FORBIDDEN);
    expect(result(await company.viewer.api.put(path(own), { name: 'x' }))).toEqual(FORBIDDEN);
    expect(result(await company.viewer.api.delete(path(own)))).toEqual(FORBIDDEN);
  });
});
