import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ImportFilesCleanupTask } from '#modules/imports/import-files-cleanup.task.js';
import { attach } from '../../factories/attachment.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { checkedImport, importIn, type Shown, startedImport } from '../../support/import-steps.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

/** Bytes of all files of a company. */
const LIMIT = 100_000;
const TOKEN = 'ghp_a_token_of_the_tests';

let service: TestService;
let company: TestCompany;
let github: Server;
let baseUrl: string;
/** Times that GitHub asks to wait before it answers. */
let isBusy = true;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies({ limits: { companyFileBytes: LIMIT } }));
  github = createServer((request, response) => {
    const { url = '', headers } = request;
    if (headers.authorization !== `Bearer ${TOKEN}`) return void response.writeHead(401).end('{}');
    if (isBusy) {
      isBusy = false;
      return void response.writeHead(429, { 'Retry-After': '1' }).end('{}');
    }
    const issue = (number: number) => ({
      number,
      title: `Issue ${number}`,
      state: 'open',
      comments: number - 1,
      user: { login: 'ana' },
    });
    if (url.includes('/comments'))
      return void response.end(
        JSON.stringify([{ id: 7, body: 'Hello', user: { login: 'ben' }, created_at: '2026-01-05T09:00:00Z' }]),
      );
    if (url.includes('page=2')) return void response.end(JSON.stringify([issue(2)]));
    const next = `<${baseUrl}/repos/acme/shop/issues?page=2>; rel="next"`;
    return void response.writeHead(200, { Link: next }).end(JSON.stringify([issue(1)]));
  });
  await new Promise<void>((resolve) => github.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(github.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await service.stop();
  github.close();
});

it('reads a repository itself, page by page, and forgets the token', async () => {
  const options = { repository: 'acme/shop', token: TOKEN, baseUrl };
  const made = await company.admin.api.post('/imports', {
    source: 'github',
    project: { name: 'Shop', key: 'SHOP' },
    options,
  });
  expect(made.body).toMatchObject({ uploadUrl: null, options: { ...options, token: '***' } });
  expect(made.text).not.toContain(TOKEN);
  const { id } = made.body;
  await company.admin.api.post(`/imports/${id}/check`);
  const checked = await importIn(company.admin, id, 'checked');
  expect([checked['error'], checked['report']?.counts.tasks.created]).toEqual([null, 2]);
  const done = await startedImport(company.admin, id);
  expect([done['report'], done['options'].token]).toEqual([checked['report'], undefined]);
  const tasks = (
    await company.admin.api.get('/tasks?external=github:acme/shop%231,github:acme/shop%232&sortBy=rank&sortOrder=asc')
  ).body;
  expect(tasks.map(({ tid, title }: Shown) => [tid, title])).toEqual([
    ['SHOP-1', 'Issue 1'],
    ['SHOP-2', 'Issue 2'],
  ]);
  const comments = (await company.admin.api.get('/tasks/SHOP-2/comments')).body;
  expect(comments.map(({ body }: Shown) => body)).toEqual(['ben, 5 January 2026:\n\nHello']);
});

it('says why GitHub gives nothing', async () => {
  const options = { repository: 'acme/shop', token: 'another', baseUrl };
  const { id } = (
    await company.admin.api.post('/imports', { source: 'github', project: { name: 'x', key: 'OTH' }, options })
  ).body;
  await company.admin.api.post(`/imports/${id}/check`);
  expect(await importIn(company.admin, id, 'checked')).toMatchObject({
    state: 'failed',
    error: 'GitHub refuses the token',
  });
});

it('counts what GitHub gives, and refuses it past the limit of the company', async () => {
  const options = { repository: 'acme/shop', token: TOKEN, baseUrl };
  const checked = async ({ owner }: TestCompany) => {
    const input = { source: 'github', project: { name: 'Few', key: 'FEW' }, options };
    const { id } = (await owner.api.post('/imports', input)).body;
    await owner.api.post(`/imports/${id}/check`);
    return importIn(owner, id, 'checked');
  };
  const bytesOf = async ({ owner }: TestCompany) => (await owner.api.get('/company')).body.files.bytes as number;
  const roomy = await createCompany(service.api);
  expect((await checked(roomy))['state']).toBe('checked');
  const bytes = await bytesOf(roomy);
  expect(bytes).toBeGreaterThan(100);
  const full = await createCompany(service.api);
  const task = await createTask(full.owner, (await createProject(full.owner)).id);
  // One that waits may have a tenth.
  for (let left = LIMIT - bytes + 1; left > 0; left -= LIMIT / 10) {
    await attach(service, full.owner, task.id, Buffer.alloc(Math.min(left, LIMIT / 10), 'x'));
  }
  expect(await checked(full)).toMatchObject({
    state: 'failed',
    error: `The files of a company have at most ${LIMIT} bytes; delete some first`,
  });
  expect(await bytesOf(full)).toBe(LIMIT - bytes + 1);
});

it('deletes the files of imports after 30 days, which count no longer then', async () => {
  const company = await createCompany(service.api);
  const bytes = async () => (await company.owner.api.get('/company')).body.files.bytes as number;
  const sheet = 'Title,Labels\nOne,red';
  const input = { source: 'csv', project: { name: 'Old', key: 'OLD' } };
  const { id } = await checkedImport(company.owner, service.baseUrl, input, sheet);
  await startedImport(company.owner, id as string);
  const path = join(service.configuration.dataDirectory, 'imports', company.id, id as string);
  await service.app.get(ImportFilesCleanupTask).cleanUp();
  expect([await bytes(), existsSync(path)]).toEqual([sheet.length, true]);
  await service.database.rows(`UPDATE imports SET updated_at = now() - interval '31 days' WHERE id = $1`, [id]);
  await service.app.get(ImportFilesCleanupTask).cleanUp();
  expect([await bytes(), existsSync(path)]).toEqual([0, false]);
  expect((await company.owner.api.get(`/imports/${id}`)).body.state).toBe('done');
});
