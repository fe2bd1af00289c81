import { announce, attach, sendBytes } from '../../factories/attachment.factory.js';
import { createCompany, createUser, type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let task: TestTask;
beforeAll(async () => {
  service = await startTestService({ limits: { fileBytes: 1_000, companyFileBytes: 5_000 } });
});
beforeEach(async () => {
  company = await createCompany(service.api);
  task = await createTask(company.member, (await createProject(company.member)).id);
});
afterAll(() => service.stop());

const create = (size: number, user = company.member) =>
  user.api.post(`/tasks/${task.id}/attachments`, { name: 'x', size });
const use = async (user = company.admin) => (await user.api.get('/company')).body.files;

describe('limits of files', () => {
  it('takes files of LIMIT_FILE_BYTES and no more', async () => {
    const answer = await create(1_001);
    expect([answer.status, answer.body.error.details]).toEqual([400, { size: 'Must be at most 1000 bytes' }]);
  });

  it('lets 20 files of a user wait, and a tenth of the bytes', async () => {
    for (let made = 0; made < 20; made += 1) await announce(company.member, task.id, 1);
    expect((await create(1)).status).toBe(409);
    expect((await create(501, company.admin)).status).toBe(409);
    expect((await create(500, company.admin)).status).toBe(201);
    expect((await create(1, company.admin)).status).toBe(409);
  });

  it('takes 100 files a task', async () => {
    const bytes = Buffer.from('x');
    for (let made = 0; made < 99; made += 1) await attach(service, company.member, task.id, bytes);
    const waiting = await announce(company.admin, task.id, 1);
    expect((await create(1)).status).toBe(409);
    expect((await sendBytes(service, company.admin, waiting, bytes)).status).toBe(200);
    expect((await create(1)).status).toBe(409);
  });

  it('is exact for the company, in parallel too, and GET /company says it to ADMIN and OWNER', async () => {
    const people = [company.member, company.admin, company.owner];
    for (let made = 0; made < 9; made += 1) await attach(service, company.member, task.id, Buffer.alloc(500));
    people.push(await createUser(company.owner, 'MEMBER', 'Another'));
    const statuses = await Promise.all(people.map(async (user) => (await create(300, user)).status));
    expect(statuses.sort()).toEqual([201, 409, 409, 409]);
    expect([await use(), await use(company.owner)]).toEqual([
      { bytes: 4_800, limit: 5_000 },
      { bytes: 4_800, limit: 5_000 },
    ]);
    expect([await use(company.member), await use(company.viewer)]).toEqual([null, null]);
    const renamed = await company.admin.api.put('/company', { name: 'Other' });
    expect(renamed.body.files).toEqual({ bytes: 4_800, limit: 5_000 });
    await company.admin.api.delete(`/tasks/${task.id}`);
    expect(await use()).toEqual({ bytes: 4_800, limit: 5_000 });
    await company.admin.api.delete(`/trash/${task.id}`);
    expect(await use()).toEqual({ bytes: 0, limit: 5_000 });
  });
});
