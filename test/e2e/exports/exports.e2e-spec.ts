import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ARCHIVE_PARTS } from '#common/archive/archive-format.js';
import { attach, callBytes } from '../../factories/attachment.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { makePromise } from '../../factories/promise.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { exported, madeExport, readyExport, sha256Hex, type TestArchive } from '../../support/archives.js';
import { FORBIDDEN, refusalOf, result } from '../../support/answers.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const NOT_FOUND = [404, 'NOT_FOUND', 'Export not found'];
const SCHEMAS = join(import.meta.dirname, '../../../docs/archive');

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
let task: TestTask;
let archive: TestArchive;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  const { owner, member } = company;
  project = await createProject(owner, { name: 'Website', key: 'WEB' });
  const label = (await owner.api.post('/labels', { name: 'bug' })).body;
  task = await createTask(member, project.id, { title: 'First', assigneeId: owner.id, labelIds: [label.id] });
  const other = await createTask(owner, project.id, { title: 'Second' });
  await createTask(owner, (await createProject(owner, { name: 'Other', key: 'OTH' })).id, { title: 'Elsewhere' });
  await member.api.post(`/tasks/${task.id}/comments`, { body: 'A comment' });
  await member.api.post(`/tasks/${task.id}/time-entries`, { hours: 1.5 });
  await makePromise(member, task, { words: 'Ready on Friday' });
  await owner.api.post(`/tasks/${task.id}/blockers`, { taskId: other.id });
  await owner.api.put(`/tasks/${other.id}`, { status: 'Done' });
  await owner.api.post('/sprints', { name: 'Sprint', projectId: project.id });
  await owner.api.post('/epics', { name: 'Epic', projectId: project.id });
  await owner.api.put(`/projects/${project.id}/members/${member.id}`, { role: 'lead' });
  await owner.api.post('/teams', { name: 'Team' });
  await member.api.post('/views', { name: 'Mine', filter: 'assignee = "Olga Owner"' });
  const content = { title: 'Made', priority: 'High', dueIn: { days: 2, time: '09:00' }, assigneeId: 'creator' };
  await member.api.post('/templates', {
    name: 'Weekly',
    projectId: project.id,
    task: content,
    subtasks: [{ title: 'Below' }],
  });
  await member.api.post('/recurrences', {
    name: 'Report',
    projectId: project.id,
    task: content,
    schedule: { frequency: 'monthly', nth: { week: -1, day: 'fri' }, timezone: 'Europe/Berlin' },
  });
  const chat = { webhookUrl: 'https://chat.example.com/secret' };
  await owner.api.post('/virtual-colleagues', { name: 'Scrum', role: 'scrum_master', notifications: { chat } });
  await attach(service, member, task.id, Buffer.from('The notes'), { name: 'notes.txt' });
  await attach(service, owner, other.id, Buffer.from('The notes'), { name: 'again.txt' });
  await member.api.put('/me', { away: { from: '2099-01-01', until: '2099-12-30', note: 'Away' } });
  archive = await exported(service, owner);
});
afterAll(() => service.stop());

describe('an archive', () => {
  it('says in its manifest what is in it', () => {
    const { manifest, files } = archive;
    expect(manifest).toMatchObject({ format: 1, company: { id: company.id }, projectId: null });
    expect(Object.keys(manifest.counts)).toEqual([...ARCHIVE_PARTS]);
    for (const part of ARCHIVE_PARTS) expect(archive.rows(part)).toHaveLength(manifest.counts[part]);
    const measured = [...files].filter(([name]) => name !== 'manifest.json');
    expect(manifest.files).toEqual(
      Object.fromEntries(measured.map(([name, bytes]) => [name, { sha256: sha256Hex(bytes), bytes: bytes.length }])),
    );
    expect(manifest.counts).toMatchObject({ tasks: 3, projects: 2, comments: 1, attachments: 2, blockers: 1 });
  });

  it('has the rows as the API shows them', async () => {
    const { owner } = company;
    const listed = async (path: string) => (await owner.api.get(path)).body as unknown;
    const byCreation = 'sortBy=createdAt&sortOrder=asc&include=labels,custom';
    const tasks = (await listed(`/tasks?${byCreation}`)) as object[];
    expect(archive.rows('tasks')).toEqual(tasks.map((one) => ({ ...one, formerTids: [] })));
    expect(archive.rows('comments')).toEqual(await listed(`/tasks/${task.id}/comments`));
    expect(archive.rows('time_entries')).toEqual(await listed(`/tasks/${task.id}/time-entries`));
    expect(archive.rows('promises')).toEqual(await listed(`/tasks/${task.id}/promises`));
    expect(archive.rows('projects')).toEqual(await listed('/projects'));
    expect(archive.rows('labels')).toEqual(await listed('/labels'));
    expect(archive.rows('lanes')).toEqual(await listed('/workflow-lanes'));
    expect(archive.rows('teams')).toEqual(await listed('/teams'));
    expect(archive.rows('sprints')).toEqual(await listed('/sprints'));
    expect(archive.rows('epics')).toEqual(await listed('/epics'));
    expect(archive.rows('users')).toEqual((await company.member.api.get('/users')).body);
    const history = archive.rows('history').filter(({ taskId }) => taskId === task.id);
    const shown = (await owner.api.get(`/tasks/${task.id}/activity`)).body as object[];
    expect(history.toReversed()).toEqual(shown.map((entry) => ({ ...entry, taskId: task.id })));
    const attached = (await owner.api.get(`/tasks/${task.id}/attachments`)).body as object[];
    expect(archive.rows('attachments').filter(({ taskId }) => taskId === task.id)).toEqual(attached);
    expect(archive.rows('members')).toContainEqual({
      projectId: project.id,
      id: company.member.id,
      name: 'Max Member',
      role: 'lead',
    });
    expect(archive.rows('views').find(({ name }) => name === 'Mine')).toMatchObject({
      filter: 'assignee = "Olga Owner"',
      ownerId: company.member.id,
    });
    expect(archive.rows('templates')).toEqual((await company.member.api.get('/templates')).body);
    expect(archive.rows('recurrences')).toEqual((await company.member.api.get('/recurrences')).body);
  });

  it('has the bytes of files once, and no secret', () => {
    const names = [...archive.files.keys()].filter((name) => name.startsWith('files/'));
    expect(names).toEqual([`files/${sha256Hex(Buffer.from('The notes'))}`]);
    expect(String(archive.files.get(names[0]!))).toBe('The notes');
    expect(archive.rows('colleagues')).toMatchObject([{ name: 'Scrum', notifications: null }]);
    expect([...archive.files.values()].join('')).not.toContain('chat.example.com');
  });

  it('is described by the schemas beside docs/archive.md', () => {
    const ajv = new Ajv2020({ allErrors: true, strict: false });
    addFormats.default(ajv);
    const schemaOf = (name: string) => JSON.parse(readFileSync(join(SCHEMAS, `${name}.schema.json`), 'utf8')) as object;
    const validate = (name: string, values: unknown[]) => {
      const check = ajv.compile(schemaOf(name));
      for (const value of values) expect([name, check(value), check.errors]).toEqual([name, true, null]);
    };
    validate('manifest', [archive.manifest]);
    for (const part of ARCHIVE_PARTS) validate(part, archive.rows(part));
  });

  it('is of one project, without files, when that is asked for', async () => {
    const one = await exported(service, company.admin, { projectId: project.id, files: false });
    expect(one.manifest.projectId).toBe(project.id);
    expect(one.rows('tasks').map(({ title }) => title)).toEqual(['First', 'Second']);
    expect(one.rows('projects').map(({ key }) => key)).toEqual(['WEB']);
    expect(one.rows('teams')).toEqual([]);
    expect(one.rows('views')).toEqual([]);
    expect([...one.files.keys()].filter((name) => name.startsWith('files/'))).toEqual([]);
  });
});

describe('/exports', () => {
  it('shows an export until it is deleted, and records who made and fetched it', async () => {
    const { owner } = company;
    const row = await madeExport(owner);
    expect(row).toEqual({
      id: expect.any(String),
      projectId: null,
      state: 'ready',
      bytes: expect.any(Number),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      progress: { done: row.progress.total, total: row.progress.total },
      createdById: owner.id,
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
    });
    expect(Date.parse(row.expiresAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    const path = `/api/exports/${String(row.id)}/content`;
    const { status, headers, bytes } = await callBytes(service, owner.token, path);
    expect([status, headers.get('content-type'), bytes.length, sha256Hex(bytes)]).toEqual([
      200,
      'application/zip',
      row.bytes,
      row.sha256,
    ]);
    const log = (await owner.api.get(`/audit-log?targetId=${String(row.id)}`)).body as { action: string }[];
    expect(log.map(({ action }) => action).sort()).toEqual(['export.downloaded', 'export.started']);
    expect((await owner.api.get('/exports')).body).toContainEqual(row);
    expect((await owner.api.delete(`/exports/${String(row.id)}`)).status).toBe(204);
    expect(refusalOf(await owner.api.get(`/exports/${String(row.id)}`))).toEqual(NOT_FOUND);
    expect((await callBytes(service, owner.token, path)).status).toBe(404);
  });

  it('makes one at a time, and is not there for those who may not make it', async () => {
    const { owner, admin, member } = company;
    expect(result(await admin.api.post('/exports', {}))).toEqual(FORBIDDEN);
    expect(result(await member.api.post('/exports', { projectId: project.id }))).toEqual(FORBIDDEN);
    expect((await stranger.owner.api.post('/exports', { projectId: project.id })).status).toBe(404);
    const made = await Promise.all([owner.api.post('/exports', {}), owner.api.post('/exports', {})]);
    expect(made.map(({ status }) => status).sort()).toEqual([202, 409]);
    const { id } = made.find(({ status }) => status === 202)!.body;
    for (const caller of [admin, stranger.owner]) {
      expect(refusalOf(await caller.api.get(`/exports/${String(id)}`))).toEqual(NOT_FOUND);
      expect(refusalOf(await caller.api.delete(`/exports/${String(id)}`))).toEqual(NOT_FOUND);
    }
    expect((await admin.api.get<{ projectId: string }[]>('/exports')).body.every((row) => row.projectId !== null)).toBe(
      true,
    );
    expect((await readyExport(owner, String(id))).state).toBe('ready');
  });

  it('counts to the bytes of the company, and there are at most three', async () => {
    const own = await createCompany(service.api);
    const { id: projectId } = await createProject(own.owner);
    const bytes = async () => (await own.owner.api.get('/company')).body.files.bytes as number;
    const made = [];
    for (let count = 0; count < 3; count += 1) made.push(await madeExport(own.admin, { projectId }));
    const sum = made.reduce((total, row) => total + Number(row.bytes), 0);
    expect(await bytes()).toBe(sum);
    const fourth = await own.admin.api.post('/exports', { projectId });
    expect([fourth.status, fourth.body.error.message]).toEqual([
      409,
      'A company has at most 3 exports; delete one first',
    ]);
    const last = await madeExport(own.owner);
    const kept = (await own.owner.api.get('/exports')).body as { id: string }[];
    expect(kept.map(({ id }) => id)).toEqual([made[1].id, made[2].id, last.id]);
    expect(await bytes()).toBe(sum - made[0].bytes + last.bytes);
    for (const { id } of kept) await own.owner.api.delete(`/exports/${id}`);
    expect(await bytes()).toBe(0);
  });

  it('is over after seven days', async () => {
    const row = await madeExport(company.owner, { files: false });
    await service.database.rows(`UPDATE exports SET expires_at = now() WHERE id = $1`, [row.id]);
    expect(refusalOf(await company.owner.api.get(`/exports/${String(row.id)}`))).toEqual(NOT_FOUND);
    expect((await company.owner.api.get(`/exports/${String(row.id)}/content`)).status).toBe(404);
  });
});
