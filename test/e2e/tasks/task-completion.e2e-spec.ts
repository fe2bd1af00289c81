import type { TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());

describe('a task', () => {
  it('is completed while its status is Done, from its creation or its last change to it', async () => {
    const { api } = company.member;
    const project = await createProject(company.member);
    const made = await api.post('/tasks', { title: 'Made done', projectId: project.id, status: 'done' });
    expect(made.body).toMatchObject({ status: 'Done', completedAt: made.body.createdAt });
    const same = await api.put(`/tasks/${made.body.id}`, { title: 'Still done', status: 'Done' });
    expect(same.body.completedAt).toBe(made.body.createdAt);
    const opened = await api.put(`/tasks/${made.body.id}`, { status: 'To Do' });
    expect(opened.body.completedAt).toBeNull();
    const done = await api.put(`/tasks/${made.body.id}`, { status: 'Done' });
    expect(done.body.completedAt).toBe(done.body.updatedAt);
    const open = await api.post('/tasks', { title: 'Open', projectId: project.id });
    for (const sortOrder of ['asc', 'desc']) {
      const sorted = await api.get(`/tasks?projectId=${project.id}&sortBy=completedAt&sortOrder=${sortOrder}`);
      expect(sorted.body.map(({ id }: { id: string }) => id)).toEqual([made.body.id, open.body.id]);
    }
  });

  it.each(['createdById', 'completedAt'])('refuses %s, which nobody writes', async (field) => {
    const project = await createProject(company.member);
    const refused = await company.member.api.post('/tasks', { title: 'T', projectId: project.id, [field]: null });
    expect([refused.status, refused.body.error.details]).toEqual([400, { [field]: 'Unknown field' }]);
  });
});
