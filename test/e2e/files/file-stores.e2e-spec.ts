import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { Logger } from '@nestjs/common';
import type { FilesConfiguration } from '#config/configuration.js';
import { ConfigurationError } from '#config/configuration-error.js';
import { FileMove } from '#modules/files/upkeep/file-move.js';
import { FileSweep } from '#modules/files/upkeep/file-sweep.js';
import { FileVerification } from '#modules/files/upkeep/file-verification.js';
import { FilesCleanupTask } from '#modules/files/upkeep/files-cleanup.task.js';
import { BytesLedgerRepository } from '#modules/files/store/bytes-ledger.repository.js';
import { FileDisksRepository } from '#modules/files/store/file-disks.repository.js';
import { StoreStart } from '#modules/files/store/store-start.js';
import { FileStores } from '#modules/files/store/file-stores.service.js';
import {
  announce,
  attach,
  callBytes,
  sendBytes,
  sha256Of,
  type TestAttachment,
} from '../../factories/attachment.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { S3Server } from '../../support/s3-server.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const UNAVAILABLE = 'The store of files cannot be reached, retry in a few seconds';

let s3: S3Server;
let service: TestService;
let company: TestCompany;
let task: TestTask;
beforeAll(async () => {
  s3 = await S3Server.start();
  const files = { store: 's3', s3: s3.configuration, scanUrl: null } as const;
  ({ service, company } = await startWithCompanies({ files }));
  task = await createTask(company.member, (await createProject(company.member)).id);
});
beforeEach(() => {
  s3.requests.length = 0;
});
afterAll(async () => {
  await service.stop();
  await s3.stop();
});

const key = ({ sha256 }: TestAttachment) => `service/${company.id}/${sha256}`;
const content = async ({ url }: TestAttachment) => callBytes(service, company.viewer.token, url);
const waitingFiles = () => readdirSync(join(service.configuration.dataDirectory, 'tmp'));
const startOf = (files: FilesConfiguration, dataDirectory = service.configuration.dataDirectory) =>
  new StoreStart(
    service.app.get(FileDisksRepository),
    new FileStores({ ...service.configuration, dataDirectory, files }),
  );
const cleanUp = () => service.app.get(FilesCleanupTask).cleanUp();

describe('a bucket', () => {
  it('gets the bytes with one PUT, gives them back, and loses them with the last attachment', async () => {
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    const made = await attach(service, company.member, task.id, picture);
    expect([s3.requests, s3.objects.get(key(made))?.bytes, waitingFiles()]).toEqual([
      [`PUT ${key(made)}`],
      picture,
      [],
    ]);
    expect((await content(made)).bytes.equals(picture)).toBe(true);
    expect(
      (await callBytes(service, company.viewer.token, `/api/attachments/${made.id}/preview?size=320`)).status,
    ).toBe(200);
    expect([...s3.objects.keys()]).toContain(`${key(made)}.320.webp`);
    await company.member.api.delete(`/attachments/${made.id}`);
    await cleanUp();
    expect([...s3.objects.keys()].filter((name) => name.startsWith(key(made)))).toEqual([]);
  });

  it('is given up when it takes requests and does not answer', async () => {
    const [small, large] = [randomBytes(2_000), randomBytes(8_000_000)];
    const attachments = await Promise.all(
      [small, large].map((bytes) => announce(company.member, task.id, bytes.length)),
    );
    s3.isSilent = true;
    try {
      const sent = [small, large].map((bytes, place) => sendBytes(service, company.member, attachments[place]!, bytes));
      const answers = await Promise.all(sent);
      expect(answers.map(({ status, body }) => [status, body.error?.message])).toEqual([
        [503, UNAVAILABLE],
        [503, UNAVAILABLE],
      ]);
    } finally {
      s3.isSilent = false;
    }
  });

  it('is asked three times, and after that the file waits to be sent again', async () => {
    const bytes = randomBytes(2_000);
    const waiting = await announce(company.member, task.id, bytes.length);
    s3.failures.push(500, 503, 500);
    const failed = await sendBytes(service, company.member, waiting, bytes);
    expect([failed.status, failed.body.error.message, failed.headers.get('retry-after')]).toEqual([
      503,
      UNAVAILABLE,
      '5',
    ]);
    expect([s3.requests.length, waitingFiles()]).toEqual([3, []]);
    expect((await company.member.api.get(`/attachments/${waiting.id}`)).body.state).toBe('waiting');
    s3.failures.push(500, 503);
    const sent = await sendBytes(service, company.member, waiting, bytes);
    expect([sent.status, sent.body.state]).toEqual([200, 'ready']);
    s3.failures.push(503, 503);
    expect((await content(sent.body)).bytes.equals(bytes)).toBe(true);
  });

  it.each([true, false])('is asked for the rest where an answer ends too early (ranges: %s)', async (knowsRanges) => {
    const bytes = randomBytes(300_000);
    const made = await attach(service, company.member, task.id, bytes);
    Object.assign(s3, { knowsRanges, shortReads: 2 });
    expect((await content(made)).bytes.equals(bytes)).toBe(true);
    s3.knowsRanges = true;
  });

  it('that vanishes is a 503 for files alone', async () => {
    const made = await attach(service, company.member, task.id, randomBytes(100));
    const waiting = await announce(company.member, task.id, 3);
    s3.isBucketGone = true;
    const answers = [await content(made), await sendBytes(service, company.member, waiting, Buffer.from('abc'))];
    expect(answers.map(({ status, body }) => [status, body.error.message])).toEqual([
      [503, UNAVAILABLE],
      [503, UNAVAILABLE],
    ]);
    expect((await company.viewer.api.get(`/tasks/${task.id}`)).status).toBe(200);
    expect((await service.api.get('/health/ready')).status).toBe(200);
    await company.member.api.delete(`/attachments/${made.id}`);
    await cleanUp();
    s3.isBucketGone = false;
    expect(s3.objects.has(key(made))).toBe(true);
    await cleanUp();
    expect(s3.objects.has(key(made))).toBe(false);
  });

  it('that cannot be used ends the start with one line', async () => {
    const wrong = { ...s3.configuration, secretAccessKey: 'another' };
    await expect(startOf({ store: 's3', s3: wrong, scanUrl: null }).onModuleInit()).rejects.toThrow(
      new ConfigurationError(
        `S3_BUCKET: the bucket ${wrong.bucket} at ${wrong.endpoint} cannot be used: The S3 server answers 403 SignatureDoesNotMatch the signature`,
      ),
    );
    expect([...s3.objects.keys()].filter((name) => name.includes('probe'))).toEqual([]);
  });

  it('that is not configured while it has files ends the start with one line', async () => {
    await expect(startOf({ store: 'disk', s3: null, scanUrl: null }).onModuleInit()).rejects.toThrow(
      /^FILES: there are files in the store s3, which is not configured/,
    );
  });
});

describe('several machines with disks', () => {
  it('are warned of at the start', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const { s3 } = service.configuration.files;
    const start = (dataDirectory: string) => startOf({ store: 'disk', s3, scanUrl: null }, dataDirectory);
    const [one, other] = [start(temporaryFolder()), start(temporaryFolder())];
    await one.onModuleInit();
    expect(warn).not.toHaveBeenCalled();
    await other.onModuleInit();
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/^Several machines keep files on disks of their own/)]]);
    await one.onModuleDestroy();
    await other.onModuleInit();
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });
});

describe('npm run files', () => {
  const upkeep = () => {
    const [ledger, stores] = [service.app.get(BytesLedgerRepository), service.app.get(FileStores)];
    return {
      move: new FileMove(ledger, stores),
      sweep: new FileSweep(ledger, stores),
      verification: new FileVerification(ledger, stores),
    };
  };

  it('move copies, compares and deletes the source after an hour; verify names what does not fit', async () => {
    const { move, verification } = upkeep();
    const bytes = randomBytes(5_000);
    const [good, altered] = [
      await attach(service, company.member, task.id, bytes),
      await attach(service, company.member, task.id, randomBytes(10)),
    ];
    const { moved, problems } = await move.moveAll('disk');
    expect([moved > 1, problems]).toEqual([true, []]);
    s3.requests.length = 0;
    expect((await content(good)).bytes.equals(bytes)).toBe(true);
    expect([s3.requests, s3.objects.has(key(good))]).toEqual([[], true]);
    expect(await move.moveAll('disk')).toEqual({ moved: 0, cameMeanwhile: 0, problems: [] });
    await service.database.rows(`UPDATE file_bytes SET moved_at = now() - interval '61 minutes'`);
    await cleanUp();
    expect([...s3.objects.keys()]).toEqual([]);

    await move.moveAll('s3');
    const lines: string[] = [];
    s3.objects.set(key(altered), { bytes: Buffer.from('others'), modifiedAt: new Date() });
    s3.objects.delete(key(good));
    const { broken } = await verification.verifyAll((line) => lines.push(line));
    expect([broken, lines.sort()]).toEqual([
      2,
      [
        `${company.id}/${good.sha256}: missing in s3`,
        `${company.id}/${altered.sha256}: altered in s3, its SHA-256 is ${sha256Of('others')}`,
      ].sort(),
    ]);
  });

  it('sweep removes what no row names after 24 hours', async () => {
    const { sweep } = upkeep();
    const named = await attach(service, company.member, task.id, randomBytes(7));
    const [old, young] = [sha256Of('old'), sha256Of('young')];
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    const put = (name: string, modifiedAt: Date) =>
      s3.objects.set(`service/${company.id}/${name}`, { bytes: Buffer.from('x'), modifiedAt });
    put(old, yesterday);
    put(young, new Date());
    put(named.sha256!, yesterday);
    // Beside the folders of companies lies what names the disk.
    const onDisk = join(service.configuration.dataDirectory, 'files');
    mkdirSync(onDisk, { recursive: true });
    writeFileSync(join(onDisk, 'disk-id'), 'of this disk');
    const lines: string[] = [];
    expect(await sweep.sweepFiles(true, (line) => lines.push(line))).toBe(1);
    expect([lines, s3.objects.has(`service/${company.id}/${old}`)]).toEqual([[`s3 ${company.id}/${old}`], true]);
    expect(await sweep.sweepFiles(false, () => undefined)).toBe(1);
    const left = [old, young, named.sha256].map((name) => s3.objects.has(`service/${company.id}/${name}`));
    expect(left).toEqual([false, true, true]);
    expect(await sweep.sweepFiles(false, () => undefined)).toBe(0);
  });
});
