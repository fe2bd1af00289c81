import { randomBytes } from 'node:crypto';
import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { callBytes, sha256Of, type TestAttachment } from '../factories/attachment.factory.js';
import { createCompany, createUser, type TestCompany, type TestUser } from '../factories/company.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { runCommand } from '../support/command.js';
import { rawPut } from '../support/raw-put.js';
import { buildService, ServiceProcess, sharingEnvironment } from '../support/service-process.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { TestDatabase } from '../support/test-database.js';

/** Whatever dies during uploads, a file that is ready has all its bytes, and no bytes stay without a row. */

/** Before a release: `UPLOAD_KILLS=100`. */
const KILLS = Number(process.env['UPLOAD_KILLS'] ?? 20);
/** Milliseconds that a start may take on a busy machine, with what comes before the next kill. */
const LONGEST_KILL = 20_000;
const CLIENTS = 4;
const CHUNK = 64 * 1024;
const MOST_CHUNKS = 16;
/** Milliseconds between two chunks: a kill finds uploads at every stage. */
const BETWEEN = 5;
const LONGEST_LOAD = 700;
const FILES_A_TASK = 50;

let folder: string;
let database: TestDatabase;
let environment: Record<string, string>;
let service: ServiceProcess;
beforeAll(async () => {
  buildService();
  folder = temporaryFolder();
  database = await TestDatabase.create();
  environment = sharingEnvironment(database.url);
  service = await start();
}, 120_000);
afterAll(async () => {
  await service.end('SIGTERM');
  await database.close();
});

const start = () => new ServiceProcess(folder, environment).ready();
const files = (...commandLine: string[]) => runCommand('files', commandLine, { folder, environment });
const target = () => ({ baseUrl: service.address.replace('localhost', '127.0.0.1') });
const folderOfFiles = () => join(service.dataDirectory, 'files');

/** All files of companies in the store, as paths; `disk-id` names the disk. */
const stored = () =>
  readdirSync(folderOfFiles(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'disk-id')
    .map(({ parentPath, name }) => join(parentPath, name));

function slowly(bytes: Buffer): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      await delay(BETWEEN);
      controller.enqueue(bytes.subarray(at, (at += CHUNK)));
      if (at >= bytes.length) controller.close();
    },
  });
}

/** Sends files until it is over; gives the SHA-256 of those that the service has acknowledged, by id. */
async function upload(user: TestUser, projectId: string, isOver: () => boolean): Promise<Map<string, string>> {
  const acknowledged = new Map<string, string>();
  let taskId = '';
  let waiting: string | undefined;
  for (let count = 0; !isOver();) {
    const api = service.api.as(user.token);
    try {
      if (waiting !== undefined) await api.delete(`/attachments/${waiting}`);
      waiting = undefined;
      if (count % FILES_A_TASK === 0) taskId = (await createTask({ ...user, api }, projectId)).id;
      const bytes = randomBytes(CHUNK * (1 + Math.floor(Math.random() * MOST_CHUNKS)));
      const announced = await api.post<TestAttachment>(`/tasks/${taskId}/attachments`, {
        name: 'random.bin',
        size: bytes.length,
      });
      if (announced.status !== 201) throw new Error(announced.text);
      waiting = announced.body.id;
      const path = `/api/attachments/${waiting}/content`;
      const { status } = await rawPut(target(), user.token, path, bytes.length, slowly(bytes));
      if (status !== 200) continue;
      acknowledged.set(waiting, sha256Of(bytes));
      waiting = undefined;
      count += 1;
    } catch {
      // The service has been killed: no answer, no promise.
      await delay(20);
    }
  }
  return acknowledged;
}

async function killAgainAndAgain(company: TestCompany): Promise<Map<string, string>> {
  const { id: projectId } = await createProject(company.owner);
  const users = await Promise.all(Array.from({ length: CLIENTS }, () => createUser(company.owner, 'MEMBER')));
  let isOver = false;
  const clients = users.map((user) => upload(user, projectId, () => isOver));
  for (let kill = 0; kill < KILLS; kill += 1) {
    await delay(Math.random() * LONGEST_LOAD);
    await service.end('SIGKILL');
    service = await start();
  }
  await delay(LONGEST_LOAD);
  isOver = true;
  return new Map((await Promise.all(clients)).flatMap((files) => [...files]));
}

it(
  `loses no byte of a ready file, and keeps none without a row, over ${KILLS} kills`,
  async () => {
    const company = await createCompany(service.api);
    const acknowledged = await killAgainAndAgain(company);
    expect(acknowledged.size).toBeGreaterThan(KILLS);
    const { token } = company.owner;
    for (const [id, sha256] of acknowledged) {
      const { status, bytes } = await callBytes(target(), token, `/api/attachments/${id}/content`);
      expect([id, status, sha256Of(bytes)]).toEqual([id, 200, sha256]);
    }
    const ready = await database.rows<{ id: string }>(`SELECT id FROM attachments WHERE state = 'ready'`);
    for (const { id } of ready) {
      const { body } = await service.api.as(token).get<TestAttachment>(`/attachments/${id}`);
      const { bytes } = await callBytes(target(), token, body.url);
      expect([bytes.length, sha256Of(bytes)]).toEqual([body.size, body.sha256]);
    }
    expect(await files('verify')).toMatchObject({ code: 0, stderr: '' });
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    for (const path of stored()) utimesSync(path, yesterday, yesterday);
    expect(await files('sweep')).toMatchObject({ code: 0, stderr: '' });
    const rows = await database.rows<{ key: string; isNeeded: boolean }>(
      `SELECT company_id || '/' || sha256 AS key, reference_count > 0 AS "isNeeded" FROM file_bytes`,
    );
    const left = new Set(stored());
    const pathOf = ({ key }: { key: string }) => join(folderOfFiles(), key);
    expect(rows.filter((row) => row.isNeeded && !left.has(pathOf(row)))).toEqual([]);
    // An upload that was killed holds its row for 15 minutes, whether it had stored its bytes or not.
    for (const row of rows) left.delete(pathOf(row));
    expect([...left]).toEqual([]);
  },
  120_000 + KILLS * LONGEST_KILL,
);
