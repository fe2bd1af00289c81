import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CompanyDeletionTask } from '#modules/departure/company-deletion.task.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { attach } from '../../factories/attachment.factory.js';
import { createApiKey } from '../../factories/api-key.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createResources } from '../../factories/resources.factory.js';
import { FORBIDDEN, INVALID_TOKEN, refusalOf, result } from '../../support/answers.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies()));
afterAll(() => service.stop());

const nameOf = async ({ owner }: TestCompany) => (await owner.api.get<{ name: string }>('/company')).body.name;
const rows = <Row extends object>(sql: string, values: unknown[] = []) => service.database.rows<Row>(sql, values);
const restore = ({ id }: TestCompany) => service.app.get(CompaniesService).restoreCompany(OWN_WORK_CONTEXT, id);
const remove = async (of: TestCompany) =>
  result(await of.owner.api.send('DELETE', '/company', { name: await nameOf(of), password: of.owner.password }));
const storedOf = ({ id }: TestCompany) =>
  readdir(join(service.configuration.dataDirectory, 'files', id), { recursive: true }).catch(() => []);

/** The tables that have rows of the company. */
async function tablesWith({ id }: TestCompany): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id'
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    if ((await rows(`SELECT 1 FROM "${name}" WHERE company_id = $1 LIMIT 1`, [id])).length > 0) found.push(name);
  }
  return found;
}

describe('DELETE /company', () => {
  it('needs an OWNER, the exact name and the password', async () => {
    const name = await nameOf(company);
    const { owner, admin } = company;
    const removeWith = (body: object) => owner.api.send('DELETE', '/company', body);
    expect(result(await admin.api.send('DELETE', '/company', { name, password: admin.password }))).toEqual(FORBIDDEN);
    expect(refusalOf(await removeWith({ name: name.toUpperCase(), password: owner.password }))).toEqual([
      400,
      'VALIDATION_ERROR',
      { name: 'Must be the exact name of the company' },
    ]);
    expect(refusalOf(await removeWith({ name, password: 'wrong' }))).toEqual([
      400,
      'VALIDATION_ERROR',
      { password: 'Wrong password' },
    ]);
    expect(refusalOf(await removeWith({ name }))[2]).toEqual({ password: 'Required' });
    expect((await owner.api.get('/me')).status).toBe(200);
  });

  it('locks everybody out at once, and the operator can bring it back', async () => {
    const { owner, viewer } = company;
    const key = await createApiKey(owner);
    expect(await remove(company)).toEqual([202, {}]);
    for (const api of [owner.api, viewer.api, service.api.as(key.key)]) {
      expect(result(await api.get('/me'))).toEqual(INVALID_TOKEN);
    }
    expect((await service.api.post('/login', { email: owner.email, password: owner.password })).status).toBe(401);
    expect((await stranger.owner.api.get('/me')).status).toBe(200);
    expect(await restore(company)).toBe(true);
    expect((await owner.api.get('/me')).status).toBe(200);
    expect((await service.api.as(key.key).get('/me')).status).toBe(200);
    expect(await restore(company)).toBe(false);
    const log = (await owner.api.get('/audit-log?action=company.changed')).body as { changes: object }[];
    expect(log[0]?.changes).toEqual({ active: { from: true, to: false } });
  });

  it('deletes all that the company has once nobody can bring it back, and nothing of others', async () => {
    const other = await createCompany(service.api);
    const resources = await createResources(other);
    await createResources(stranger);
    const before = await tablesWith(stranger);
    await attach(service, other.owner, resources['tasks']!, Buffer.from('The notes'), { name: 'notes.txt' });
    expect((await storedOf(other)).length).toBeGreaterThan(0);
    expect(await remove(other)).toEqual([202, {}]);
    const task = service.app.get(CompanyDeletionTask);
    await task.run();
    expect(await tablesWith(other)).toContain('tasks');
    await rows(`UPDATE companies SET deleted_at = now() - interval '21 hours' WHERE id = $1`, [other.id]);
    expect(await restore(other)).toBe(false);
    await task.run();
    expect(await tablesWith(other)).toEqual(['audit_entries']);
    expect(await rows('SELECT 1 FROM companies WHERE id = $1', [other.id])).toEqual([]);
    expect((await storedOf(other)).filter((name) => !/^exports$/.test(name))).toEqual([]);
    // What keys were used for is written later.
    expect(await tablesWith(stranger)).toEqual(expect.arrayContaining(before));
    const { email, password } = other.owner;
    const again = await service.api.post('/register', { companyName: 'Again', name: 'Olga', email, password });
    expect(again.status).toBe(201);
  });
});
