import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { ConcurrencyLimits } from '../../../src/core/concurrency-limits/concurrency-limits.js';
import { callBytes } from '../../factories/attachment.factory.js';
import type { TestCompany, TestUser } from '../../factories/company.factory.js';
import { eventually } from '../../support/eventually.js';
import { uploadImport } from '../../support/import-steps.js';
import { rawPut } from '../../support/raw-put.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const SHEET = 'title\nOne\n';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies({ limits: { importBytes: 10_000 } }));
});
afterAll(() => service.stop());

async function make({ api }: TestUser): Promise<string> {
  return (await api.post('/imports', { source: 'csv', project: { name: 'New', key: 'NEW' } })).body.id as string;
}
const path = (id: string) => `/api/imports/${id}/content`;
const upload = (user: TestUser, id: string) => uploadImport(user, service.baseUrl, id, SHEET);

/** A body that begins, and ends with `go`. */
function held(): { body: ReadableStream<Uint8Array>; go: () => void } {
  let go: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (go = resolve));
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(Buffer.from(SHEET.slice(0, 4)));
      await gate;
      controller.enqueue(Buffer.from(SHEET.slice(4)));
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
