import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { attach, callBytes, sendBytes, type TestAttachment } from '../../factories/attachment.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { eventsOf } from '../../support/events.js';
import { eventually } from '../../support/eventually.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';
import { FilesCleanupTask } from '#modules/files/upkeep/files-cleanup.task.js';

interface Scan {
  method: string | undefined;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

let scanner: Server;
let scans: Scan[];
/** Statuses of the next answers; the last one stays. Null: none is given yet. */
let answers: (number | null)[];
let service: TestService;
let company: TestCompany;
let project: TestProject;
let task: TestTask;
beforeAll(async () => {
  scanner = createServer((request, response) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    void buffer(request).then((bytes) => {
      scans.push({ method: request.method, headers: request.headers, bytes });
      if (answer) response.writeHead(answer, { Location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => scanner.listen(0, '127.0.0.1', resolve));
  const { port } = scanner.address() as AddressInfo;
  const files = { store: 'disk', s3: null, scanUrl: `http://127.0.0.1:${port}/scan?by=tests` } as const;
  ({ service, company } = await startWithCompanies({ files, outboundAllowedCidrs: [] }));
});
beforeEach(async () => {
  scans = [];
  answers = [204];
  project = await createProject(company.member);
  task = await createTask(company.member, project.id);
});
afterAll(async () => {
  await service.stop();
  scanner.closeAllConnections();
  scanner.close();
});

const read = async ({ id }: TestAttachment, user = company.member) =>
  (await user.api.get<TestAttachment>(`/attachments/${id}`)).body;
const becomes = (made: TestAttachment, state: string) =>
  eventually(`the file is ${state}`, async () => (await read(made)).state === state);
const filesOfTask = async () => (await company.viewer.api.get(`/tasks/${task.id}`)).body.attachments as unknown[];
const statusOf = async (made: TestAttachment, path: string, { token } = company.member) =>
  (await callBytes(service, token, `/api/attachments/${made.id}${path}`)).status;

describe('SCAN_URL', () => {
  it('gets the bytes of each new file, which is ready after a 2xx', async () => {
    answers = [null, 200];
    const made = await attach(service, company.member, task.id, 'Some notes');
    expect([made.state, made.uploadUrl, await filesOfTask()]).toEqual(['scanning', null, []]);
    for (const path of ['/content', '/preview?size=320', '/link']) {
      expect([path, await statusOf(made, path)]).toEqual([path, 409]);
      expect([path, await statusOf(made, path, company.viewer)]).toEqual([path, 404]);
    }
    expect((await company.admin.api.get(`/attachments/${made.id}`)).status).toBe(200);
    expect((await sendBytes(service, company.member, made, Buffer.from('Some notes'))).status).toBe(409);
    expect((await company.admin.api.get('/company')).body.files.bytes).toBe(10);
    await eventually('the scanner is asked', () => scans.length === 1);
    const [{ method, headers, bytes } = {} as Scan] = scans;
    expect([method, bytes.toString(), headers]).toMatchObject([
      'POST',
      'Some notes',
      { 'content-type': 'application/octet-stream', 'x-file-id': made.id, 'x-file-sha256': made.sha256 },
    ]);
    const before = await eventsOf(service.database, project.id);
    await service.database.rows('UPDATE attachments SET leased_until = now() WHERE id = $1', [made.id]);
    await becomes(made, 'ready');
    expect(await filesOfTask()).toHaveLength(1);
    const [event, ...others] = (await eventsOf(service.database, project.id)).slice(before.length);
    expect([event, others]).toMatchObject([
      { data: { changes: { attachments: { added: [{ id: made.id, name: made.name }] } } } },
      [],
    ]);
    const [activity] = (await company.viewer.api.get(`/tasks/${task.id}/activity`)).body;
    expect(activity.actor.id).toBe(company.member.id);
  });

  it('refuses with a 4xx: the bytes go, and the file after a day', async () => {
    answers = [422];
    const made = await attach(service, company.member, task.id, 'A virus');
    await becomes(made, 'refused');
    for (const path of ['/content', '/preview?size=320', '/link']) expect(await statusOf(made, path)).toBe(404);
    expect(await statusOf(made, '', company.viewer)).toBe(404);
    const [row] = await service.database.rows<{ references: number }>(
      'SELECT reference_count AS references FROM file_bytes WHERE company_id = $1 AND sha256 = $2',
      [company.id, made.sha256],
    );
    expect(row).toEqual({ references: 0 });
    expect((await company.member.api.get(`/tasks/${task.id}/attachments`)).body).toHaveLength(1);
    expect((await company.viewer.api.get(`/tasks/${task.id}/attachments`)).body).toEqual([]);
    await service.database.rows(`UPDATE attachments SET ends_at = now() WHERE id = $1`, [made.id]);
    await service.app.get(FilesCleanupTask).cleanUp();
    expect(await statusOf(made, '')).toBe(404);
  });

  it.each([500, 302, 408, 429])('is asked again after a %i', async (status) => {
    answers = [status, 200];
    const made = await attach(service, company.member, task.id, `after ${status}`);
    await eventually('it is put off', async () => (await failures(made)) === 1);
    expect((await read(made)).state).toBe('scanning');
    await service.database.rows('UPDATE attachments SET next_scan_at = now() WHERE id = $1', [made.id]);
    await becomes(made, 'ready');
    expect(scans).toHaveLength(2);
  });

  it('is asked for 24 hours, then the file is refused', async () => {
    answers = [503];
    const made = await attach(service, company.member, task.id, 'never clean');
    await eventually('it is put off', async () => (await failures(made)) === 1);
    await service.database.rows('UPDATE attachments SET next_scan_at = now(), ends_at = now() WHERE id = $1', [
      made.id,
    ]);
    await becomes(made, 'refused');
  });
});

const failures = async ({ id }: TestAttachment) => {
  const rows = await service.database.rows<{ failures: number }>(
    'SELECT failed_scans AS failures FROM attachments WHERE id = $1',
    [id],
  );
  return rows[0]?.failures;
};
