import { createApiKey, usageOnceWritten } from '../../factories/api-key.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { refusalOf } from '../../support/answers.js';
import { eventually } from '../../support/eventually.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const FULL = [
  503,
  'SERVICE_UNAVAILABLE',
  'The service has no disk space left: nothing can be changed until there is room again',
];

let service: TestService;
let company: TestCompany;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());

/** As if the rest of the disk were taken, until it is given back. */
async function fillDisk(): Promise<() => Promise<void>> {
  const hasRoom = async () => (await company.owner.api.put('/company', { name: `${Date.now()}` })).status === 200;
  service.configuration.minFreeBytes = Number.MAX_SAFE_INTEGER;
  await eventually('changes are refused', async () => !(await hasRoom()));
  return async () => {
    service.configuration.minFreeBytes = 0;
    await eventually('changes are taken again', hasRoom);
  };
}

describe('a full disk', () => {
  it('refuses what changes something, and reads go on', async () => {
    const { id: projectId } = await createProject(company.member);
    const task = await createTask(company.member, projectId);
    const empty = await fillDisk();
    const { member, owner } = company;
    for (const refused of [
      await member.api.post('/tasks', { title: 'Task', projectId }),
      await member.api.put(`/tasks/${task.id}`, { title: 'New' }),
      await member.api.post('/tasks/bulk', { ids: [task.id], set: { title: 'New' } }),
      await member.api.delete(`/tasks/${task.id}`),
      await member.api.post(`/tasks/${task.id}/comments`, { body: 'Text' }),
      await member.api.post('/labels', { name: 'New' }),
      await owner.api.post('/webhooks', { url: 'https://example.com', secret: 'x'.repeat(24), events: ['*'] }),
    ]) {
      expect(refusalOf(refused)).toEqual(FULL);
    }
    const answers = [
      await member.api.get(`/tasks/${task.id}`),
      await member.api.get('/tasks'),
      await member.api.get('/events'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    // Signing in writes an entry of the audit log.
    const { email, password } = member;
    expect(refusalOf(await service.api.post('/login', { email, password }))).toEqual(FULL);
    // What is malformed is said first, as always.
    expect((await member.api.post('/tasks', {})).status).toBe(400);
    await empty();
    expect((await member.api.get(`/tasks/${task.id}`)).body.title).toBe('Task');
    expect((await member.api.put(`/tasks/${task.id}`, { title: 'New' })).status).toBe(200);
  });

  it('lets the usage of keys wait', async () => {
    const key = await createApiKey(company.member);
    const empty = await fillDisk();
    const api = service.api.as(key.key);
    for (let count = 0; count < 5; count += 1) expect((await api.get('/projects')).status).toBe(200);
    await empty();
    expect((await usageOnceWritten(company.member, key, 5)).requestCount).toBe(5);
  });
});
