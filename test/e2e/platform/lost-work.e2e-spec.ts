import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Database } from '#core/database/database.js';
import { TOO_OFTEN } from '#core/processes/leased-worker.js';
import { MailQueue } from '#modules/inbox/mail/mail-queue.js';
import { attach, type TestAttachment } from '../../factories/attachment.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { createWebhook, deliveriesOf, type TestWebhook } from '../../factories/webhook.factory.js';
import { eventually } from '../../support/eventually.js';
import { importIn, uploadImport } from '../../support/import-steps.js';
import { buildService, ServiceProcess } from '../../support/service-process.js';
import { SmtpReceiver } from '../../support/smtp-receiver.js';
import { TableLock } from '../../support/table-lock.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { TestDatabase } from '../../support/test-database.js';
import { startTestService, type TestService } from '../../support/test-service.js';

/**
 * One piece of work of each kind kills the process that begins it, three times: here the test kills it while each of them
 * is under way. Then none of them is begun again, and each says why.
 */

const KILLS = 3;
/** Milliseconds, for a machine that is busy. */
const LONGEST_WAIT = 60_000;
/** What the pieces of work wait for when their process is killed. Who looks for work may read the inbox. */
const LOCKED = ['labels', 'stored_responses', 'inbox_entries IN SHARE MODE'];

let database: TestDatabase;
let api: TestService;
let scanner: Server;
let mails: SmtpReceiver;
let hanging: Server;
let environment: Record<string, string>;
let worker: ServiceProcess | undefined;
beforeAll(async () => {
  buildService();
  const never = () => createServer((request) => void request.resume());
  [scanner, hanging] = [never(), never()];
  for (const server of [scanner, hanging]) await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  mails = await SmtpReceiver.start();
  mails.isEndless = true;
  database = await TestDatabase.create();
  const folder = temporaryFolder();
  const files = { store: 'disk', s3: null, scanUrl: addressOf(scanner) } as const;
  api = await startTestService({ processRoles: new Set(['api']), dataDirectory: folder, files }, database);
  environment = {
    JWT_SECRET: api.configuration.jwtSecret,
    SECRETS_KEY: Buffer.alloc(32, 's').toString('base64'),
    OUTBOUND_ALLOWED_CIDRS: '127.0.0.0/8',
    TLS_MODE: 'proxy',
    DEMO: 'off',
    DATA_DIR: folder,
    SCAN_URL: addressOf(scanner),
    SMTP_URL: mails.url,
    MAIL_FROM: 'pm@example.com',
    DATABASE_URL: `${database.url}?lock_timeout=${LONGEST_WAIT}`,
    PROCESS_ROLES: 'worker',
  };
}, 300_000);
afterAll(async () => {
  if (worker && !worker.hasEnded) await worker.end('SIGKILL');
  await api.stop();
  await database.close();
  for (const server of [scanner, hanging]) {
    server.closeAllConnections();
    server.close();
  }
  await mails.stop();
});

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

const startWorker = async () => (worker = await new ServiceProcess(temporaryFolder(), environment).ready());

/** As if all leases had run out, and what was put off were due. */
async function endLeases(): Promise<void> {
  for (const [table, until] of [
    ['exports', 'lease_until'],
    ['import_leases', 'lease_until'],
    ['mails', 'next_attempt_at'],
    ['attachments', 'leased_until'],
    ['erasures', 'lease_until'],
    ['inbox_positions', 'lease_until'],
    ['virtual_colleague_leases', 'lease_until'],
  ]) {
    await database.rows(`UPDATE ${table} SET ${until} = now() - interval '1 ms' WHERE ${until} IS NOT NULL`);
  }
  await database.rows(`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE claim_id IS NOT NULL`);
}

/** Resolves when the database says of each kind that it was begun so many times. */
async function begun(times: number): Promise<void> {
  let counts: Record<string, number> = {};
  const isBegun = async () => {
    counts = await countBegun();
    return Object.values(counts).every((count) => count === times);
  };
  await eventually(`all is begun ${times} times`, isBegun, LONGEST_WAIT).catch((error: unknown) => {
    throw new Error(`${(error as Error).message}: ${JSON.stringify(counts)}`);
  });
}

async function countBegun(): Promise<Record<string, number>> {
  const [counts] = await database.rows<Record<string, number>>(`SELECT
    (SELECT max(attempts) FROM exports) AS exports, (SELECT max(attempts) FROM imports) AS imports,
    (SELECT max(begun) FROM mails) AS mails, (SELECT max(begun_scans) FROM attachments) AS scans,
    (SELECT max(attempts) FROM erasures) AS erasures, (SELECT max(attempts) FROM inbox_positions) AS inbox,
    (SELECT max(jsonb_array_length(attempts)) + 1 FROM webhook_deliveries WHERE claim_id IS NOT NULL) AS deliveries`);
  return counts ?? {};
}

async function isWaitingFor(table: string): Promise<boolean> {
  const waiting = await database.rows(
    `SELECT FROM pg_locks WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND NOT granted AND relation = $1::regclass`,
    [table],
  );
  return waiting.length > 0;
}

/** Kills the process, and what it left in the database, which waits for the tables. */
async function kill(): Promise<void> {
  await worker?.end('SIGKILL');
  const gone = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await database.rows(gone);
}

interface Poison {
  company: TestCompany;
  other: TestCompany;
  file: TestAttachment;
  exported: string;
  imported: string;
  webhook: TestWebhook;
}

async function poison(): Promise<Poison> {
  const [company, other] = [await createCompany(api.api), await createCompany(api.api)];
  const { owner, member } = company;
  const project = await createProject(owner);
  const webhook = await createWebhook(owner, { url: addressOf(hanging), events: ['task.created'], retryCount: 9 });
  const task = await createTask(owner, project.id, { title: 'Poison', assigneeId: member.id });
  const file = await attach(api, member, task.id, 'Some notes');
  await api.app.get(Database).transaction({ share: company.id, companyId: company.id }, (tx) =>
    api.app.get(MailQueue).enqueueMail(tx, {
      userId: member.id,
      subject: 'A subject',
      text: 'A text',
      html: '<p>A text</p>',
      thread: null,
      unsubscribes: 'assigned',
    }),
  );
  const made = await owner.api.post('/imports', { source: 'csv', project: { name: 'New', key: 'NEW' } });
  await uploadImport(owner, api.baseUrl, made.body.id, 'Title,Labels\nOne,red');
  await owner.api.post(`/imports/${made.body.id}/check`);
  const exported = await other.owner.api.post('/exports', { files: false });
  const third = await createCompany(api.api);
  await third.owner.api.delete(`/users/${third.viewer.id}`);
  return { company, other, file, exported: exported.body.id, imported: made.body.id, webhook };
}

it('is begun three times at most, and given up with a reason', async () => {
  const { company, other, file, exported, imported, webhook } = await poison();
  const { owner, member, viewer } = company;
  const locks: TableLock[] = [];
  for (const table of LOCKED) locks.push(await TableLock.take(database, table));
  for (let kills = 1; kills <= KILLS; kills += 1) {
    await startWorker();
    await begun(kills);
    await eventually('the inbox waits', () => isWaitingFor('inbox_entries'), LONGEST_WAIT);
    await kill();
    await endLeases();
  }
  for (const lock of locks) await lock.release();
  await createTask(owner, (await createProject(owner)).id, { title: 'Harmless', assigneeId: viewer.id });
  await startWorker();

  expect((await importIn(owner, imported, 'checked'))['error']).toBe(TOO_OFTEN);
  await eventually('the mail is given up', async () => (await database.rows('SELECT FROM mails')).length === 0);
  const state = async () => (await member.api.get(`/attachments/${file.id}`)).body.state;
  await eventually('the file is refused', async () => (await state()) === 'refused');
  const delivery = async () => (await deliveriesOf(owner, webhook)).find(({ attempts }) => attempts.length === KILLS);
  await eventually('the delivery has failed', async () => (await delivery())?.status === 'failed');
  const lost = 'The service ended before an answer came';
  expect((await delivery())?.attempts.map(({ error }) => error)).toEqual([lost, lost, lost]);

  await eventually('the export has failed', async () => {
    return (await other.owner.api.get(`/exports/${exported}`)).body.state === 'failed';
  });
  const content = await other.owner.api.get(`/exports/${exported}/content`);
  expect([content.status, content.body.error.message]).toEqual([
    409,
    `The export has failed: ${TOO_OFTEN}; make another one`,
  ]);

  const erasures = () => database.rows<{ error: string | null }>('SELECT error FROM erasures');
  await eventually('the erasure is given up', async () => (await erasures())[0]?.error === TOO_OFTEN);

  await eventually('the next event is in the inbox', async () => {
    return (await viewer.api.get('/inbox')).body.length === 1;
  });
  expect((await member.api.get('/inbox')).body).toEqual([]);
}, 600_000);
