import type { TestCompany } from '../../factories/company.factory.js';
import { FORBIDDEN, INVALID_TOKEN, result, UNKNOWN_ID } from '../../support/answers.js';
import type { Answer } from '../../support/api.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const SCIM = 'application/scim+json';
const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let token: string;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  token = await newToken(company);
});
afterAll(() => service.stop());

const newToken = async ({ owner }: TestCompany) => (await owner.api.post('/company/scim-token')).body.token as string;
const send = (method: string, path: string, body?: unknown, by = token): Promise<Answer> =>
  service.api
    .as(by)
    .send(method, `/scim/v2${path}`, body, { headers: body === undefined ? {} : { 'Content-Type': SCIM } });
const get = (path: string) => send('GET', path);
const filtered = (resource: string, filter: string) => get(`/${resource}?filter=${encodeURIComponent(filter)}`);
const patch = (path: string, ...operations: object[]) =>
  send('PATCH', path, { schemas: [PATCH_OP], Operations: operations });
const errorOf = ({ status, headers, body }: Answer) => [
  status,
  headers.get('content-type')?.split(';')[0],
  body.schemas,
  body.status,
  body.scimType,
];
const refused = (status: number, scimType?: string) => [
  status,
  SCIM,
  ['urn:ietf:params:scim:api:messages:2.0:Error'],
  String(status),
  scimType,
];

let sequence = 0;
const user = (attributes: object = {}) => ({
  schemas: [`${CORE}:User`],
  userName: `scim-${(sequence += 1)}@example.com`,
  name: { givenName: 'Ines', familyName: 'Ito' },
  emails: [{ value: 'ignored@example.com', type: 'work', primary: true }],
  active: true,
  ...attributes,
});
const created = async (attributes?: object) => (await send('POST', '/Users', user(attributes))).body;
const createdGroup = async (attributes: object = {}) =>
  (await send('POST', '/Groups', { schemas: [`${CORE}:Group`], displayName: 'Crew', ...attributes })).body;
const memberIds = ({ members }: { members: { value: string }[] }) => members.map(({ value }) => value);

describe('the token', () => {
  it('is shown once, stored as a hash, replaced by the next and ended', async () => {
    const first = await stranger.owner.api.post('/company/scim-token', undefined, {
      headers: { 'Idempotency-Key': 'scim-1' },
    });
    expect([first.status, Object.keys(first.body)]).toEqual([201, ['token']]);
    const again = await stranger.owner.api.post('/company/scim-token', undefined, {
      headers: { 'Idempotency-Key': 'scim-1' },
    });
    expect(again.status).toBe(409);
    expect(JSON.stringify(await service.database.rows('SELECT t::text FROM scim_tokens t'))).not.toContain(
      first.body.token,
    );
    expect((await send('GET', '/Users', undefined, first.body.token)).status).toBe(200);
    const second = await newToken(stranger);
    expect(errorOf(await send('GET', '/Users', undefined, first.body.token))).toEqual(refused(401));
    expect((await stranger.owner.api.delete('/company/scim-token')).status).toBe(204);
    expect(errorOf(await send('GET', '/Users', undefined, second))).toEqual(refused(401));
    expect((await stranger.owner.api.delete('/company/scim-token')).status).toBe(404);
  });

  it('is made and ended by an OWNER alone, and opens nothing else', async () => {
    expect(result(await company.admin.api.post('/company/scim-token'))).toEqual(FORBIDDEN);
    expect(result(await company.admin.api.delete('/company/scim-token'))).toEqual(FORBIDDEN);
    for (const path of ['/users', '/me', '/company']) {
      expect(result(await service.api.as(token).get(path))).toEqual(INVALID_TOKEN);
    }
  });

  it('is the only way in', async () => {
    for (const by of ['nothing', `${token}x`, `svc_scim_${'a'.repeat(43)}`, company.owner.token]) {
      expect(errorOf(await send('GET', '/Users', undefined, by))).toEqual(refused(401));
      expect(errorOf(await send('POST', '/Users', user(), by))).toEqual(refused(401));
    }
    const without = await service.api.get('/scim/v2/Users');
    expect(errorOf(without)).toEqual(refused(401));
    expect(without.headers.get('WWW-Authenticate')).toBe('Bearer realm="api"');
    const wrong = await send('GET', '/Users', undefined, 'nothing');
    expect(wrong.headers.get('WWW-Authenticate')).toBe('Bearer realm="api", error="invalid_token"');
  });

  it('is counted by company in the tier of keys', async () => {
    const { headers } = await get('/Users?count=0');
    expect(headers.get('x-ratelimit-policy')).toBe('api-key');
  });
});

describe('what Entra sends', () => {
  it('makes, changes, deactivates and deletes a user', async () => {
    const { userName } = user();
    const probe = await filtered('Users', `userName eq "${userName}"`);
    expect([probe.status, probe.headers.get('content-type')]).toEqual([200, expect.stringContaining(SCIM)]);
    expect(probe.body).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] });
    const extension = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    const enterprise = { schemas: [`${CORE}:User`, extension], [extension]: { department: 'Sales' } };
    const made = await send(
      'POST',
      '/Users?aadOptscim062020',
      user({ userName, externalId: 'e-1', displayName: 'Ines Ito', ...enterprise }),
    );
    const { id } = made.body;
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`https://service.example.com/api/scim/v2/Users/${id}`);
    expect(made.body).toEqual({
      schemas: [`${CORE}:User`],
      id,
      externalId: 'e-1',
      userName,
      name: { givenName: 'Ines', familyName: 'Ito' },
      displayName: 'Ines Ito',
      emails: [{ value: userName, type: 'work', primary: true }],
      active: true,
      meta: {
        resourceType: 'User',
        created: expect.any(String),
        lastModified: expect.any(String),
        location: made.headers.get('location'),
      },
    });
    expect((await get(`/Users/${id}`)).body).toEqual(made.body);
    for (const filter of [`USERNAME Eq "${userName.toUpperCase()}"`, 'externalId eq "e-1"']) {
      expect((await filtered('Users', filter)).body.Resources).toEqual([made.body]);
    }
    for (const address of ['emails.value', 'emails[type eq "work"].value']) {
      expect((await filtered('Users', `${address} eq "${userName}"`)).body.totalResults).toBe(1);
    }
    const off = await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
    expect([off.status, off.body.active]).toEqual([200, false]);
    expect((await company.owner.api.get(`/users/${id}`)).body.active).toBe(false);
    const on = await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' });
    expect(on.body.active).toBe(true);
    const renamed = await patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'name.familyName', value: 'Ono' },
      { op: 'Add', path: `${extension}:department`, value: 'Support' },
      { op: 'Remove', path: 'externalId' },
    );
    expect([renamed.body.name.familyName, renamed.body.externalId]).toEqual(['Ono', undefined]);
    expect((await send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect(errorOf(await get(`/Users/${id}`))).toEqual(refused(404));
    expect(errorOf(await send('DELETE', `/Users/${id}`))).toEqual(refused(404));
    expect((await filtered('Users', `userName eq "${userName}"`)).body.totalResults).toBe(0);
    const back = await send('POST', '/Users', user({ userName, externalId: 'e-2' }));
    expect([back.status, back.body.id, back.body.active, back.body.externalId]).toEqual([201, id, true, 'e-2']);
  });

  it('moves a user to another userName, in its company alone', async () => {
    const { id, userName } = await created();
    const moved = user().userName;
    const replaced = await patch(`/Users/${id}`, { op: 'Replace', path: 'userName', value: moved });
    expect([replaced.status, replaced.body.userName, replaced.body.emails[0].value]).toEqual([200, moved, moved]);
    expect((await company.owner.api.get(`/users/${id}`)).body.email).toBe(moved);
    const [entry] = (await company.owner.api.get(`/audit-log?targetId=${id}&action=user.changed`)).body;
    expect(entry.changes).toEqual({ email: { from: userName, to: moved } });
    for (const { email } of [company.member, stranger.member]) {
      const taken = await patch(`/Users/${id}`, { op: 'Replace', path: 'userName', value: email });
      expect(errorOf(taken)).toEqual(refused(409, 'uniqueness'));
    }
    // The address before is free.
    expect((await send('POST', '/Users', user({ userName }))).status).toBe(201);
    expect((await send('PUT', `/Users/${id}`, user({ userName: moved.toUpperCase() }))).body.id).toBe(id);
    expect((await filtered('Users', `userName eq "${moved}"`)).body.Resources[0].id).toBe(id);
  });

  it('keeps a group and its members', async () => {
    const [one, two] = [await created(), await created()];
    expect((await filtered('Groups', 'displayName eq "Sales"')).body.totalResults).toBe(0);
    const made = await send('POST', '/Groups', {
      schemas: [`${CORE}:Group`],
      externalId: 'g-1',
      displayName: 'Sales',
      members: [],
    });
    const { id } = made.body;
    expect([made.status, made.body.displayName, made.body.members, made.body.externalId]).toEqual([
      201,
      'Sales',
      [],
      'g-1',
    ]);
    const path = `/Groups/${id}`;
    const added = await patch(path, { op: 'Add', path: 'members', value: [{ value: one.id }, { value: two.id }] });
    expect(memberIds(added.body).sort()).toEqual([one.id, two.id].sort());
    const slim = await get(`/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "sales"')}`);
    expect([slim.body.totalResults, 'members' in slim.body.Resources[0]]).toEqual([1, false]);
    const fewer = await patch(path, { op: 'Remove', path: `members[value eq "${one.id}"]` });
    expect(memberIds(fewer.body)).toEqual([two.id]);
    await patch(path, { op: 'Remove', path: 'members', value: [{ value: two.id }] });
    expect((await company.owner.api.get(`/teams/${id}`)).body.members).toEqual([]);
    expect((await send('DELETE', path)).status).toBe(204);
    expect(errorOf(await get(path))).toEqual(refused(404));
    expect((await company.owner.api.get(`/teams/${id}`)).status).toBe(404);
  });
});

describe('what Okta sends', () => {
  it('replaces users, and deactivates them without a path', async () => {
    const { id, userName } = await created();
    const put = await send('PUT', `/Users/${id}`, user({ userName, name: { givenName: 'Ida', familyName: 'Ibsen' } }));
    expect([put.status, put.body.name]).toEqual([200, { givenName: 'Ida', familyName: 'Ibsen' }]);
    const off = await patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
    expect([off.body.active, (await get(`/Users/${id}`)).body.active]).toEqual([false, false]);
    const back = await send('PUT', `/Users/${id}`, user({ userName }));
    expect(back.body.active).toBe(true);
  });

  it('renames groups without a path, and replaces their members', async () => {
    const [one, two] = [await created(), await created()];
    const { id } = await createdGroup({ members: [{ value: one.id, display: one.userName }] });
    const renamed = await patch(`/Groups/${id}`, { op: 'replace', value: { id, displayName: 'Others' } });
    expect([renamed.body.displayName, memberIds(renamed.body)]).toEqual(['Others', [one.id]]);
    const replaced = await patch(`/Groups/${id}`, { op: 'replace', path: 'members', value: [{ value: two.id }] });
    expect(memberIds(replaced.body)).toEqual([two.id]);
    const put = await send('PUT', `/Groups/${id}`, { displayName: 'Rest', members: [{ value: one.id }] });
    expect([put.body.displayName, memberIds(put.body)]).toEqual(['Rest', [one.id]]);
    const emptied = await patch(`/Groups/${id}`, { op: 'remove', path: 'members' });
    expect(emptied.body.members).toEqual([]);
  });

  it('reads page by page', async () => {
    const all = (await get('/Users')).body;
    const page = (await get('/Users?startIndex=2&count=2')).body;
    expect(page).toMatchObject({ totalResults: all.totalResults, startIndex: 2, itemsPerPage: 2 });
    expect(page.Resources).toEqual(all.Resources.slice(1, 3));
    expect((await get('/Users?count=0')).body).toMatchObject({ totalResults: all.totalResults, Resources: [] });
    expect((await get('/Users?startIndex=-1&count=9999')).body.startIndex).toBe(1);
    expect(errorOf(await get('/Users?count=x'))).toEqual(refused(400, 'invalidValue'));
    const named = (await get('/Users?attributes=userName&count=1')).body.Resources[0];
    expect(Object.keys(named)).toEqual(['schemas', 'id', 'userName']);
  });
});

describe('what is refused', () => {
  it('filters that are not kept', async () => {
    for (const filter of ['userName co "a"', 'userName eq a', 'userName eq "a" and active eq "b"', '']) {
      expect(errorOf(await filtered('Users', filter))).toEqual(refused(400, 'invalidFilter'));
    }
    expect(errorOf(await filtered('Groups', 'userName eq "a"'))).toEqual(refused(400, 'invalidFilter'));
  });

  it('a userName that somebody has, here or elsewhere', async () => {
    for (const { email } of [company.member, company.owner, stranger.member]) {
      const taken = await send('POST', '/Users', user({ userName: email.toUpperCase() }));
      expect(errorOf(taken)).toEqual(refused(409, 'uniqueness'));
    }
  });

  it('changes of OWNERs, who are shown', async () => {
    const path = `/Users/${company.owner.id}`;
    expect((await get(path)).body.userName).toBe(company.owner.email);
    for (const answer of [
      await patch(path, { op: 'replace', path: 'active', value: false }),
      await send('PUT', path, user({ userName: company.owner.email })),
      await send('DELETE', path),
    ]) {
      expect(errorOf(answer)).toEqual(refused(403));
    }
    expect((await company.owner.api.get('/me')).status).toBe(200);
  });

  it('what another company has', async () => {
    const { body: team } = await stranger.owner.api.post('/teams', { name: 'Theirs' });
    for (const path of [
      `/Users/${stranger.member.id}`,
      `/Groups/${team.id}`,
      `/Users/${UNKNOWN_ID}`,
      '/Users/x',
      '/x',
    ]) {
      expect(errorOf(await get(path))).toEqual(refused(404));
      expect(errorOf(await send('DELETE', path))).toEqual(refused(404));
    }
    const { id } = await createdGroup();
    const add = { op: 'add', path: 'members', value: [{ value: stranger.member.id }] };
    expect(errorOf(await patch(`/Groups/${id}`, add))).toEqual(refused(400, 'invalidValue'));
  });

  it.each([
    ['no userName', 'POST', { userName: undefined }, 'invalidValue'],
    ['a userName that is no e-mail', 'POST', { userName: 'nobody' }, 'invalidValue'],
    ['active that is no flag', 'POST', { active: 'perhaps' }, 'invalidValue'],
    ['no userName any more', 'PATCH', { Operations: [{ op: 'remove', path: 'userName' }] }, 'mutability'],
    ['no operations', 'PATCH', {}, 'invalidSyntax'],
    ['an unknown op', 'PATCH', { Operations: [{ op: 'move', path: 'active' }] }, 'invalidSyntax'],
    ['a remove without a path', 'PATCH', { Operations: [{ op: 'remove' }] }, 'noTarget'],
    ['a path that cannot be read', 'PATCH', { Operations: [{ op: 'add', path: 'a[', value: 1 }] }, 'invalidPath'],
  ])('%s', async (_what, method, attributes, scimType) => {
    const { id } = await created();
    const path = method === 'POST' ? '/Users' : `/Users/${id}`;
    const body = method === 'PATCH' ? attributes : user(attributes);
    expect(errorOf(await send(method, path, body))).toEqual(refused(400, scimType));
  });

  it('bodies that are no objects, and its media type elsewhere', async () => {
    for (const body of ['[]', '{']) {
      expect(errorOf(await send('POST', '/Users', body))).toEqual(refused(400, 'invalidSyntax'));
    }
    expect(errorOf(await send('POST', '/Users'))).toEqual(refused(400, 'invalidSyntax'));
    const headers = { 'Content-Type': SCIM };
    expect((await company.owner.api.post('/teams', { name: 'Elsewhere' }, { headers })).status).toBe(400);
    expect((await company.owner.api.get('/scim/v2/Users')).status).toBe(401);
  });
});

describe('around it', () => {
  it('tells the audit log that the directory did it', async () => {
    const { id } = await created();
    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });
    const data = (await company.owner.api.get(`/audit-log?targetId=${id}`)).body;
    const told = data.map(({ action, actor }: { action: string; actor: object }) => [action, actor]);
    const actor = { type: 'scim', id: null, name: null, email: null };
    expect(told).toEqual([
      ['user.deactivated', actor],
      ['user.created', actor],
    ]);
  });

  it('gives new users the role of the connection', async () => {
    const role = async () => (await company.owner.api.get(`/users/${(await created()).id}`)).body.role;
    expect(await role()).toBe('MEMBER');
    const connection = { issuer: 'https://id.example.com', clientId: 'c', clientSecret: 's', defaultRole: 'VIEWER' };
    expect((await company.owner.api.put('/company/sso', connection)).status).toBe(200);
    expect(await role()).toBe('VIEWER');
  });

  it('describes itself', async () => {
    const configuration = (await get('/ServiceProviderConfig')).body;
    expect(configuration).toMatchObject({ patch: { supported: true }, filter: { supported: true, maxResults: 200 } });
    const types = (await get('/ResourceTypes')).body;
    expect(types.Resources.map(({ id }: { id: string }) => id)).toEqual(['User', 'Group']);
    expect((await get('/Schemas')).body.totalResults).toBe(2);
    expect((await get(`/Schemas/${CORE}:Group`)).body.name).toBe('Group');
    for (const path of ['/Schemas/x', '/%53chemas/x']) expect(errorOf(await get(path))).toEqual(refused(404));
    const encoded = await service.api.as(token).get('/s%63im/v2/Nothing');
    expect(errorOf(encoded)).toEqual(refused(404));
    const { attributes } = (await get(`/Schemas/${CORE}:User`)).body;
    const described = attributes.find(({ name }: { name: string }) => name === 'userName');
    expect(described.description).toContain('e-mail');
  });

  // Last: the other service takes the database of this worker.
  it('has no more users than there may be', async () => {
    const small = await startWithCompanies({ limits: { users: 4 } });
    try {
      const by = await newToken(small.company);
      const headers = { 'Content-Type': SCIM };
      const answer = await small.service.api.as(by).post('/scim/v2/Users', user(), { headers });
      expect(errorOf(answer)).toEqual(refused(409));
    } finally {
      await small.service.stop();
    }
  });
});
