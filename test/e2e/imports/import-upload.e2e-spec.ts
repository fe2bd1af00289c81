import { globSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { callBytes } from '../../factories/attachment.factory.js';
import { createCompany, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { eventually } from '../../support/eventually.js';
import { importIn, uploadImport } from '../../support/import-steps.js';
import { rawPut } from '../../support/raw-put.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const SHEET = 'title\nOne\n';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies({ limits: { importBytes: 10_000, companyFileBytes: 12_000 } }));
});
afterAll(() => service.stop());

async function make({ api }: TestUser): Promise<string> {
  return (await api.post('/imports', { source: 'csv', project: { name: 'New', key: 'NEW' } })).body.id as string;
}
const path = (id: string) => `/api/imports/${id}/content`;
const upload = (user: TestUser, id: string) => uploadImport(user, service.baseUrl, id, SHEET);

/** A body that begins, and ends with `go`. */
function held(sheet = SHEET): { body: ReadableStream<Uint8Array>; go: () => void } {
  let go: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (go = resolve));
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(Buffer.from(sheet.slice(0, 4)));
      await gate;
      controller.enqueue(Buffer.from(sheet.slice(4)));
      controller.close();
    },
  });
  return { body, go };
}

/** The files of imports of the company, those that are being written among them. */
function files(): string[] {
  return readdirSync(join(service.configuration.dataDirectory, 'imports', company.id));
}

describe('the bytes of an import', () => {
  it('are refused past the limit without a Content-Length, too, and leave those of before', async () => {
    const { token } = company.admin;
    const id = await make(company.admin);
    expect((await upload(company.admin, id)).status).toBe(200);
    const parts = [5_000, 5_000, 1].map((length) => Buffer.alloc(length, 'x'));
    const body = ReadableStream.from(parts) as ReadableStream;
    const answer = await callBytes(service, token, path(id), { method: 'PUT', body });
    expect([answer.status, answer.body.error]).toEqual([
      400,
      expect.objectContaining({ code: 'INVALID_INPUT', message: 'The body must not be larger than 10000 bytes' }),
    ]);
    expect(files()).toEqual([id]);
  });

  it('leave nothing when the client hangs up, and can be sent again', async () => {
    const id = await make(company.admin);
    const before = files();
    const headers = { 'X-Forwarded-Proto': 'https', Authorization: `Bearer ${company.admin.token}` };
    const sent = request(new URL(path(id), service.baseUrl), {
      method: 'PUT',
      headers: { ...headers, 'Content-Length': SHEET.length },
    });
    sent.on('error', () => undefined).write(SHEET.slice(0, 4));
    await eventually('the upload is under way', () => files().length > before.length);
    sent.destroy();
    await eventually('nothing is left', () => files().length === before.length);
    expect((await upload(company.admin, id)).status).toBe(200);
  });

  it('take one of the places for files while they come', async () => {
    const id = await make(company.admin);
    const use = () => service.app.get(ConcurrencyLimits).use('uploads');
    const { body, go } = held();
    const answer = rawPut(service, company.admin.token, path(id), SHEET.length, body);
    await eventually('the upload is under way', () => use().held === 1);
    go();
    expect((await answer).status).toBe(200);
    expect(use()).toEqual({ held: 0, waiting: 0 });
  });
});

describe('a body that is refused when it is here', () => {
  it('is tried for every route that streams one', () => {
    const folder = join(import.meta.dirname, '../../../src');
    const streaming = globSync('**/*.controller.ts', { cwd: folder }).filter((file) =>
      readFileSync(join(folder, file), 'utf8').includes('@StreamsBody()'),
    );
    // The others have `code/code-connections` and `files/attachment-bytes`.
    expect(streaming.sort()).toEqual([
      'modules/code/receiving/code.controller.ts',
      'modules/files/attachments.controller.ts',
      'modules/imports/imports.controller.ts',
    ]);
  });

  it.each<[string, number, (company: TestCompany, id: string) => Promise<unknown>]>([
    ['who was deactivated', 401, ({ owner, admin }) => owner.api.put(`/users/${admin.id}`, { active: false })],
    ['who has another role', 403, ({ owner, admin }) => owner.api.put(`/users/${admin.id}`, { role: 'MEMBER' })],
    ['of an import that is gone', 404, ({ owner }, id) => owner.api.delete(`/imports/${id}`)],
    ['of an import that is no longer waiting', 409, (_company, id) => setDone(id)],
  ])('replaces nothing: %s', async (_name, status, change) => {
    const own = await createCompany(service.api);
    const id = await make(own.admin);
    expect((await upload(own.admin, id)).status).toBe(200);
    const path = join(service.configuration.dataDirectory, 'imports', own.id);
    const { body, go } = held('title\nTwo\n');
    const answer = rawPut(service, own.admin.token, `/api/imports/${id}/content`, SHEET.length, body);
    await eventually('the upload is under way', () => readdirSync(path).length > 1);
    await change(own, id);
    go();
    expect((await answer).status).toBe(status);
    await eventually('what came is gone', () => readdirSync(path).length <= 1);
    if (status !== 404) expect(readFileSync(join(path, id), 'utf8')).toBe(SHEET);
  });
});

/** As the worker does. */
async function setDone(id: string): Promise<void> {
  await service.database.rows(`UPDATE imports SET state = 'done' WHERE id = $1`, [id]);
}

describe('the bytes of imports count', () => {
  const used = async ({ api }: TestUser) => (await api.get('/company')).body.files.bytes as number;

  it('are refused past the room of the company, and are free when they are deleted', async () => {
    const { owner } = await createCompany(service.api);
    const [one, other] = [await make(owner), await make(owner)];
    const send = (id: string, length: number) =>
      uploadImport(owner, service.baseUrl, id, SHEET.concat('x'.repeat(length - SHEET.length)));
    expect((await send(one, 6_000)).status).toBe(200);
    expect(await used(owner)).toBe(6_000);
    expect((await send(one, 7_000)).status).toBe(200);
    expect(await used(owner)).toBe(7_000);
    const refused = await send(other, 6_000);
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'The files of a company have at most 12000 bytes; delete some first',
    ]);
    expect((await owner.api.get(`/imports/${other}`)).body.state).toBe('waiting');
    expect((await owner.api.delete(`/imports/${one}`)).status).toBe(204);
    expect(await used(owner)).toBe(0);
    expect((await send(other, 6_000)).status).toBe(200);
  });

  it('are free when an import that failed before it wrote is deleted', async () => {
    const { owner } = await createCompany(service.api);
    const id = await make(owner);
    await uploadImport(owner, service.baseUrl, id, ','.repeat(2_000));
    await owner.api.post(`/imports/${id}/check`);
    await importIn(owner, id, 'failed');
    expect(await used(owner)).toBe(2_000);
    expect((await owner.api.delete(`/imports/${id}`)).status).toBe(204);
    expect(await used(owner)).toBe(0);
  });
});

describe('an import whose process dies over it', () => {
  it('is begun three times, then it has failed, and is not begun again', async () => {
    const { owner } = await createCompany(service.api);
    const id = await make(owner);
    await upload(owner, id);
    // As three processes leave it that died.
    await service.database.rows(`UPDATE imports SET state = 'checking', attempts = 3 WHERE id = $1`, [id]);
    const { error } = await importIn(owner, id, 'checked');
    expect(error).toBe('It was begun three times, and each time its process ended before it got any further');
  });
});
