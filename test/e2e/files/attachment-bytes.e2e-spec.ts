import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { announce, attach, callBytes, sha256Of, type TestAttachment } from '../../factories/attachment.factory.js';
import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { FilesCleanupTask } from '#modules/files/upkeep/files-cleanup.task.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const OCTETS = 'application/octet-stream';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** An empty archive. */
const ZIP = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
let task: TestTask;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
});
beforeEach(async () => {
  project = await createProject(company.member);
  task = await createTask(company.member, project.id);
});
afterAll(() => service.stop());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d73a4a' } });
const get = (url: string, headers = {}, token: string | undefined = company.viewer.token) =>
  callBytes(service, token, url, { headers });

describe('contentType', () => {
  it.each<[string, string | Buffer, string | undefined, string]>([
    ['plain text that claims to be', 'Notes', 'text/plain; charset=latin1', 'text/plain'],
    ['a table', 'a,b', 'text/csv', 'text/csv'],
    ['JSON', '{}', 'Application/JSON', 'application/json'],
    ['no claim', 'Notes', undefined, OCTETS],
    ['a claim of no type', 'Notes', 'plain', OCTETS],
    ['a picture that it is not', 'Notes', 'image/png', OCTETS],
    ['HTML', '<!DOCTYPE html><script>alert(1)</script>', 'text/html', OCTETS],
    ['HTML that claims to be text', ' <html><script>alert(1)</script>', 'text/plain', OCTETS],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', OCTETS],
    ['XML', '<?xml version="1.0"?><a/>', 'text/plain', OCTETS],
    ['a script', '#!/bin/sh\nls', 'text/plain', OCTETS],
    ['JavaScript', 'alert(1)', 'text/javascript', OCTETS],
    ['PDF, whatever it claims', '%PDF-1.7\n', 'text/plain', 'application/pdf'],
    ['an archive', ZIP, 'text/plain', 'application/zip'],
    ['an archive that claims to be an office file', ZIP, DOCX, DOCX],
  ])('of %s', async (_what, bytes, contentType, expected) => {
    expect((await attach(service, company.member, task.id, bytes, { contentType })).contentType).toBe(expected);
  });
});

describe('GET /attachments/{id}/content', () => {
  it('serves a file so that it cannot run', async () => {
    const made = await attach(service, company.member, task.id, 'Notes '.repeat(1_000), {
      name: 'Füße "a".txt',
      contentType: 'text/plain',
    });
    const { status, headers, bytes } = await get(made.url, { 'Accept-Encoding': 'br, gzip', Range: 'bytes=0-1' });
    expect([status, bytes.toString()]).toEqual([200, 'Notes '.repeat(1_000)]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '6000',
      'content-disposition': `attachment; filename="F__e _a_.txt"; filename*=UTF-8''F%C3%BC%C3%9Fe%20%22a%22.txt`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    });
    expect(headers.has('content-encoding')).toBe(false);
    const head = await callBytes(service, company.viewer.token, made.url, { method: 'HEAD' });
    expect([head.status, head.bytes.length, head.headers.get('content-length')]).toEqual([200, 0, '6000']);
    expect(head.headers.get('etag')).toBe(headers.get('etag'));
  });

  it('is 304 for a client that has the bytes, after all guards', async () => {
    const made = await attach(service, company.member, task.id);
    const etag = (await get(made.url)).headers.get('etag')!;
    for (const known of [etag, `"x", W/${etag}`, '*']) {
      const { status, headers, bytes } = await get(made.url, { 'If-None-Match': known });
      expect([status, headers.get('etag'), bytes.length]).toEqual([304, etag, 0]);
    }
    expect((await get(made.url, { 'If-None-Match': '"other"' })).status).toBe(200);
    expect((await get(made.url, { 'If-None-Match': etag }, stranger.owner.token)).status).toBe(404);
    expect((await callBytes(service, undefined, made.url, { headers: { 'If-None-Match': etag } })).status).toBe(401);
    await company.member.api.put(`/attachments/${made.id}`, { name: 'other' });
    expect((await get(made.url, { 'If-None-Match': etag })).status).toBe(200);
  });

  it('shows pictures, and is 409 while the bytes are not there', async () => {
    const made = await attach(service, company.member, task.id, await picture(2, 2).png().toBuffer(), {
      name: 'a.png',
    });
    const { headers } = await get(made.url);
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'image/png',
      `inline; filename="a.png"; filename*=UTF-8''a.png`,
    ]);
    const waiting = await announce(company.member, task.id, 3);
    expect((await get(waiting.url, {}, company.member.token)).status).toBe(409);
    for (const sub of ['link', 'preview?size=320']) {
      expect((await company.member.api.get(`/attachments/${waiting.id}/${sub}`)).status).toBe(409);
    }
  });
});

describe('GET /attachments/{id}/preview', () => {
  const preview = ({ id }: TestAttachment, size = '320') => get(`/api/attachments/${id}/preview?size=${size}`);

  it('fits the square, turned, without enlarging', async () => {
    const turned = await picture(1_000, 500).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const made = await attach(service, company.member, task.id, turned, { name: 'a.jpg' });
    for (const [size, width, height] of [
      ['320', 160, 320],
      ['1280', 500, 1_000],
    ] as const) {
      const { status, headers, bytes } = await preview(made, size);
      expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height });
      expect((await sharp(bytes).metadata()).exif).toBeUndefined();
      const again = await callBytes(service, company.viewer.token, `/api/attachments/${made.id}/preview?size=${size}`, {
        headers: { 'If-None-Match': headers.get('etag')! },
      });
      expect(again.status).toBe(304);
    }
  });

  it.each(['png', 'gif', 'webp', 'avif'] as const)('is made of %s', async (format) => {
    const made = await attach(service, company.member, task.id, await picture(40, 20).toFormat(format).toBuffer());
    expect([made.contentType, (await preview(made)).status]).toEqual([`image/${format}`, 200]);
  });

  it('is 404 for what is no picture, or broken, or too large, and 400 for other sizes', async () => {
    const text = await attach(service, company.member, task.id);
    const broken = await attach(
      service,
      company.member,
      task.id,
      (await picture(9, 9).png().toBuffer()).subarray(0, 60),
    );
    const large = await attach(service, company.member, task.id, await picture(10_000, 5_001).png().toBuffer());
    for (const made of [text, broken, large]) {
      const { status, body } = await preview(made);
      expect([made.contentType, status, body?.error.code]).toEqual([made.contentType, 404, 'NOT_FOUND']);
    }
    for (const query of ['?size=640', '?size=', '']) {
      expect((await company.viewer.api.get(`/attachments/${text.id}/preview${query}`)).status).toBe(400);
    }
  });
});

describe('GET /attachments/{id}/link', () => {
  const link = async (made: TestAttachment) => (await company.viewer.api.get(`/attachments/${made.id}/link`)).body;
  const local = (url: string) => url.replace('https://service.example.com', '');
  const follow = (url: string) => callBytes(service, undefined, local(url));

  it('gives an address that works without credentials for five minutes', async () => {
    const made = await attach(service, company.member, task.id);
    const { url, expiresAt } = await link(made);
    const end = Date.parse(expiresAt) / 1_000;
    expect(Math.abs(end - Date.now() / 1_000 - 300)).toBeLessThan(5);
    expect(url).toMatch(
      new RegExp(
        `^https://service.example.com/api/files/${made.id}\\?expires=${end}&user=${company.viewer.id}&signature=[\\w-]{43}$`,
      ),
    );
    const { status, headers, bytes } = await follow(url);
    expect([status, bytes.toString(), headers.get('cache-control')]).toEqual([200, 'Some notes', 'no-store']);
    expect(headers.get('x-ratelimit-policy')).toBe('api-read');
  });

  it('is 404 when it is altered, late, or of what is deleted or out of reach', async () => {
    const made = await attach(service, company.member, task.id);
    const other = await attach(service, company.member, task.id, 'Other');
    const { url } = (await link(made)) as { url: string };
    const altered = [
      url.replace(made.id, other.id),
      url.replace(/expires=\d+/, 'expires=9999999999'),
      url.replace(company.viewer.id, company.member.id),
      url.replace(/signature=.*/, 'signature=x'),
      url.replace(/\?.*/, ''),
    ];
    for (const one of altered) expect([one, (await follow(one)).status]).toEqual([one, 404]);
    // Not what a link says, and refused before it is looked at, as everywhere.
    for (const one of [url, altered[0]!]) expect((await follow(`${one}&page=1`)).status).toBe(400);
    await giveToTeam(service.database, project.id);
    expect((await follow(url)).status).toBe(404);
    await service.database.rows('UPDATE projects SET team_id = NULL WHERE id = $1', [project.id]);
    expect((await follow(url)).status).toBe(200);
    await company.member.api.delete(`/attachments/${made.id}`);
    expect((await follow(url)).status).toBe(404);
  });

  it('is 404 once its user is deactivated', async () => {
    const user = await createUser(company.owner, 'VIEWER', 'Gone Soon');
    const made = await attach(service, company.member, task.id);
    const { url } = (await user.api.get(`/attachments/${made.id}/link`)).body as { url: string };
    await company.admin.api.put(`/users/${user.id}`, { active: false });
    expect((await follow(url)).status).toBe(404);
  });
});

describe('bytes', () => {
  const folder = (of = company) => join(service.configuration.dataDirectory, 'files', of.id);
  const files = (of = company) => (existsSync(folder(of)) ? readdirSync(folder(of)) : []);
  const cleanUp = () => service.app.get(FilesCleanupTask).cleanUp();

  it('are kept once in a company, and go with the last attachment, its previews and task', async () => {
    const bytes = await picture(30, 31).png().toBuffer();
    const hash = sha256Of(bytes);
    const made = [
      await attach(service, company.member, task.id, bytes),
      await attach(service, company.member, task.id, bytes),
    ];
    const foreign = await createTask(stranger.member, (await createProject(stranger.member)).id);
    await attach(service, stranger.member, foreign.id, bytes);
    await get(`/api/attachments/${made[0]!.id}/preview?size=320`);
    const kept = () => files().filter((name) => name.startsWith(hash));
    expect(kept().sort()).toEqual([hash, `${hash}.320.webp`]);
    await company.member.api.delete(`/attachments/${made[0]!.id}`);
    await cleanUp();
    expect(kept()).toHaveLength(2);
    await company.member.api.delete(`/tasks/${task.id}`);
    expect((await get(made[1]!.url)).status).toBe(404);
    await company.admin.api.delete(`/trash/${task.id}`);
    await cleanUp();
    expect([kept(), files(stranger)]).toEqual([[], [hash]]);
    const waiting = readdirSync(join(service.configuration.dataDirectory, 'files', 'tmp'));
    expect(waiting).toEqual([]);
  });

  it('go with the project, and what waited too long goes', async () => {
    const made = await attach(service, company.member, task.id, 'of a project');
    const waiting = await announce(company.member, task.id, 5);
    await service.database.rows(`UPDATE attachments SET ends_at = now() WHERE id = $1`, [waiting.id]);
    await cleanUp();
    expect(await service.database.rows('SELECT FROM attachments WHERE id = $1', [waiting.id])).toHaveLength(0);
    expect((await company.admin.api.delete(`/projects/${project.id}`)).status).toBe(204);
    await cleanUp();
    expect(files()).not.toContain(made.sha256);
    for (const table of ['attachments', 'attachment_companies']) {
      expect(await service.database.rows(`SELECT FROM ${table} WHERE id = $1`, [made.id])).toHaveLength(0);
    }
  });
});

describe('the filter field attachments', () => {
  it('counts ready files', async () => {
    await attach(service, company.member, task.id);
    await announce(company.member, task.id, 5);
    await createTask(company.member, project.id);
    const found = async (filter: string) =>
      (await company.viewer.api.get(`/tasks?projectId=${project.id}&filter=${encodeURIComponent(filter)}`)).body.map(
        ({ id }: TestTask) => id,
      );
    expect([await found('attachments = 1'), await found('attachments > 1')]).toEqual([[task.id], []]);
    expect(await found('attachments = 0')).toHaveLength(1);
  });
});
