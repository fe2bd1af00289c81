import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { UNKNOWN_ID } from '../../support/answers.js';
import type { Answer } from '../../support/api.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let token: string;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  token = (await company.owner.api.post('/company/scim-token')).body.token as string;
});
afterAll(() => service.stop());

const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
  service.api.as(token).send(method, `/scim/v2${path}`, body, {
    headers: body === undefined ? {} : { 'Content-Type': 'application/scim+json' },
  });
const patch = async (id: string, ...operations: object[]) =>
  (await send('PATCH', `/Users/${id}`, { Operations: operations })).body;
let sequence = 0;
const newUser = (names: object = {}) => ({ userName: `named-${(sequence += 1)}@example.com`, ...names });
const created = async (names?: object) => (await send('POST', '/Users', newUser(names))).body;
const shown = async (id: string) => (await company.owner.api.get(`/users/${id}`)).body.name as string;
const namesOf = ({ displayName, name }: Answer['body']) => ({ displayName, name });
const read = async (id: string) => namesOf((await send('GET', `/Users/${id}`)).body);
const found = async (resource: string, filter: string) => {
  const { status, body } = await send('GET', `/${resource}?filter=${encodeURIComponent(filter)}`);
  return status === 200 ? body.Resources.map(({ id }: { id: string }) => id) : [status, body.scimType];
};

const LUDWIG = { givenName: 'Ludwig', familyName: 'van Beethoven' };

describe('names are kept as the directory sends them', () => {
  it.each([
    [{ name: LUDWIG }, 'Ludwig van Beethoven'],
    [{ name: { formatted: 'L. v. Beethoven', ...LUDWIG } }, 'L. v. Beethoven'],
    [{ displayName: 'Louis', name: { formatted: 'L. v. Beethoven', ...LUDWIG } }, 'Louis'],
    [{ displayName: 'Louis' }, 'Louis'],
    [{ name: { familyName: 'van Beethoven' } }, 'van Beethoven'],
    [{ name: { formatted: ' Ludwig  van B. ' } }, 'Ludwig  van B.'],
  ])('%j is shown as %s', async (names, name) => {
    const user = await created(names);
    expect(namesOf(user)).toEqual({ displayName: undefined, name: undefined, ...names });
    expect(await read(user.id)).toEqual(namesOf(user));
    expect(await shown(user.id)).toBe(name);
  });

  it('PUT forgets what it leaves out; with no name at all the shown one stays', async () => {
    const { id, userName } = await created({ displayName: 'Louis', name: LUDWIG });
    const put = async (names: object) => namesOf((await send('PUT', `/Users/${id}`, { userName, ...names })).body);
    expect(await put({ name: LUDWIG })).toEqual({ name: LUDWIG });
    expect(await shown(id)).toBe('Ludwig van Beethoven');
    expect(await put({ displayName: 'Ludwig II' })).toEqual({ displayName: 'Ludwig II' });
    expect(await put({})).toEqual({});
    expect(await shown(id)).toBe('Ludwig II');
  });

  it('PATCH changes only what it names, and remove forgets', async () => {
    const { id } = await created({ displayName: 'Louis', name: { formatted: 'Lu', ...LUDWIG } });
    const renamed = await patch(id, { op: 'Replace', path: 'name.givenName', value: 'Johann' });
    const johann = { ...LUDWIG, givenName: 'Johann' };
    expect(namesOf(renamed)).toEqual({ displayName: 'Louis', name: { formatted: 'Lu', ...johann } });
    expect(await shown(id)).toBe('Louis');
    expect(namesOf(await patch(id, { op: 'remove', path: 'displayName' }))).toEqual({
      name: { formatted: 'Lu', ...johann },
    });
    expect(await shown(id)).toBe('Lu');
    await patch(id, { op: 'replace', value: { name: { formatted: '' } } });
    expect(await shown(id)).toBe('Johann van Beethoven');
    expect(await read(id)).toEqual({ name: johann });
    await patch(
      id,
      { op: 'add', value: { 'name.familyName': 'Bach' } },
      { op: 'replace', path: 'active', value: false },
    );
    expect(await read(id)).toEqual({ name: { givenName: 'Johann', familyName: 'Bach' } });
    expect(namesOf(await patch(id, { op: 'remove', path: 'name' }))).toEqual({});
    expect(await shown(id)).toBe('Johann Bach');
    await patch(id, { op: 'replace', path: 'active', value: true });
    expect(await read(id)).toEqual({});
  });

  it('derives all of a name that no directory sent, or that was changed since', async () => {
    const { id } = await createUser(company.owner, 'MEMBER', 'Maria Anna Mozart');
    const derived = (name: string, givenName: string, familyName: string) => ({
      displayName: name,
      name: { formatted: name, givenName, familyName },
    });
    expect(await read(id)).toEqual(derived('Maria Anna Mozart', 'Maria Anna', 'Mozart'));
    await patch(id, { op: 'replace', path: 'name.familyName', value: 'von Berchtold' });
    expect(await read(id)).toEqual({ name: { givenName: 'Maria Anna', familyName: 'von Berchtold' } });
    expect(await shown(id)).toBe('Maria Anna von Berchtold');
    expect((await company.owner.api.put(`/users/${id}`, { name: 'Nannerl' })).status).toBe(200);
    expect(await read(id)).toEqual(derived('Nannerl', 'Nannerl', 'Nannerl'));
    await patch(id, { op: 'replace', path: 'active', value: false });
    expect(await read(id)).toEqual(derived('Nannerl', 'Nannerl', 'Nannerl'));
  });

  it('refuses what is no name', async () => {
    for (const names of [{ displayName: 5 }, { name: { givenName: 'x'.repeat(501) } }, { displayName: 'a\0b' }]) {
      expect((await send('POST', '/Users', newUser(names))).body.scimType).toBe('invalidValue');
    }
    const parts = { givenName: 'x'.repeat(400), familyName: 'y'.repeat(400) };
    expect((await send('POST', '/Users', newUser({ name: parts }))).body.scimType).toBe('invalidValue');
  });

  it('forgets them with the person', async () => {
    const { id } = await created({ displayName: 'Erased Person', name: { givenName: 'Erased', familyName: 'Person' } });
    expect((await company.owner.api.delete(`/users/${id}`)).status).toBe(202);
    const rows = await service.database.rows('SELECT s::text AS row FROM scim_users s');
    expect(JSON.stringify(rows)).not.toContain('Erased');
  });
});

describe('filters', () => {
  it('take and, id, active and members', async () => {
    const one = await created({ displayName: 'Filtered' });
    const two = await created({ displayName: 'filtered' });
    await patch(two.id, { op: 'replace', path: 'active', value: false });
    const { id: group } = (await send('POST', '/Groups', { displayName: 'Found', members: [{ value: one.id }] })).body;
    const name = 'displayName eq "FILTERED"';
    expect(await found('Users', name)).toEqual([one.id, two.id]);
    expect(await found('Users', `${name} AND active eq true`)).toEqual([one.id]);
    expect(await found('Users', `active eq False and ${name} And userName eq "${two.userName}"`)).toEqual([two.id]);
    expect(await found('Users', `id eq "${one.id}" and emails[type eq "work"].value eq "${one.userName}"`)).toEqual([
      one.id,
    ]);
    expect(await found('Users', `id eq "${one.id}" and id eq "${two.id}"`)).toEqual([]);
    expect(await found('Users', 'id eq "nobody"')).toEqual([]);
    expect(await found('Groups', `members eq "${one.id}"`)).toEqual([group]);
    expect(await found('Groups', `members.value eq "${one.id}" and displayName eq "found"`)).toEqual([group]);
    expect(await found('Groups', `members eq "${UNKNOWN_ID}"`)).toEqual([]);
    expect(await found('Groups', `id eq "${group}"`)).toEqual([group]);
  });

  it.each([
    'title eq "a"',
    'manager eq "a"',
    'manager.value eq "a"',
    'department eq "a"',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "a"',
    'meta.created eq "2026-01-01T00:00:00Z"',
    'phoneNumbers.value eq "1" and userName eq "a"',
    'title eq null',
    'x509Certificates.primary eq true',
  ])('%s matches nothing', async (filter) => {
    expect(await found('Users', filter)).toEqual([]);
  });

  it.each([
    'password eq "a"',
    'nonsense eq "a"',
    'members eq "a"',
    'userName eq "a" or userName eq "b"',
    'not (userName eq "a")',
    '(userName eq "a")',
    'userName co "a"',
    'userName pr',
    'userName eq true',
    'active eq "true"',
    'active eq 1',
    'userName eq "a" and',
    'and userName eq "a"',
    'userName eq "a"and active eq true',
    'userName eq "a" active eq true',
    'title eq a',
    `userName eq "${'\\'.repeat(3_001)}`,
    'userName eq "a" and '.repeat(400),
  ])('%s is 400', async (filter) => {
    expect(await found('Users', filter)).toEqual([400, 'invalidFilter']);
  });
});

describe('around it', () => {
  it('members have the address of the user', async () => {
    const { id, meta } = await created({ displayName: 'Member' });
    const { body } = await send('POST', '/Groups', { displayName: 'Referring', members: [{ value: id }] });
    expect(body.members).toEqual([{ value: id, $ref: meta.location, display: 'Member', type: 'User' }]);
  });

  it.each([
    ['DELETE', '/Users', 'GET, POST'],
    ['PATCH', '/Groups', 'GET, POST'],
    ['POST', `/Users/${UNKNOWN_ID}`, 'GET, PUT, PATCH, DELETE'],
    ['POST', '/ServiceProviderConfig', 'GET'],
    ['DELETE', '/Schemas/x', 'GET'],
    ['PUT', '/ResourceTypes?a=1', 'GET'],
  ])('%s %s is 405', async (method, path, allowed) => {
    const { status, headers, body } = await send(method, path);
    expect([status, headers.get('Allow'), body.status]).toEqual([405, allowed, '405']);
    expect(headers.get('Content-Type')).toContain('application/scim+json');
  });

  it.each(['/.search', '/Users/.search', '/Groups/.search'])('POST %s is 501', async (path) => {
    const { status, headers, body } = await send('POST', path, {});
    expect([status, body.status]).toEqual([501, '501']);
    expect(headers.get('Content-Type')).toContain('application/scim+json');
  });
});
