import type { Role } from '#core/company-scope/role.js';
import type { Api } from '../support/api.js';

/** A user who is logged in. */
export interface TestUser {
  id: string;
  email: string;
  name: string;
  password: string;
  token: string;
  /** Calls the service as this user. */
  api: Api;
}

/** A company with a user of each role. */
export interface TestCompany {
  id: string;
  owner: TestUser;
  admin: TestUser;
  member: TestUser;
  viewer: TestUser;
}

let sequence = 0;

/** Registers a company over the API; names and addresses are unique in the worker. */
export async function createCompany(api: Api): Promise<TestCompany> {
  sequence += 1;
  const number = sequence;
  const password = 'correct horse battery';
  const email = `owner-${number}@example.com`;
  const registered = await api.post('/register', {
    companyName: `Company ${number}`,
    name: 'Olga Owner',
    email,
    password,
  });
  if (registered.status !== 201) throw new Error(`register: ${JSON.stringify(registered.body)}`);
  const { user, token } = registered.body as { user: { id: string }; token: string };
  const owner: TestUser = { id: user.id, email, name: 'Olga Owner', password, token, api: api.as(token) };
  const me = await owner.api.get<{ company: { id: string } }>('/me');
  return {
    id: me.body.company.id,
    owner,
    admin: await createUser(owner, 'ADMIN', 'Ada Admin'),
    member: await createUser(owner, 'MEMBER', 'Max Member'),
    viewer: await createUser(owner, 'VIEWER', 'Vera Viewer'),
  };
}

/** Adds a user with a password to the owner's company, and logs them in. */
export async function createUser(owner: TestUser, role: Role, name = 'Someone Else'): Promise<TestUser> {
  sequence += 1;
  const email = `${role.toLowerCase()}-${sequence}@example.com`;
  const { password } = owner;
  const created = await owner.api.post('/users', { email, name, role, password });
  if (created.status !== 201) throw new Error(`create user: ${JSON.stringify(created.body)}`);
  const login = await owner.api.post<{ token: string }>('/login', { email, password });
  const { token } = login.body;
  return { id: (created.body as { id: string }).id, email, name, password, token, api: owner.api.as(token) };
}
