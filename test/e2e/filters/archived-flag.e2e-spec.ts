import type { TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
});
afterAll(() => service.stop());

const queryOf = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();

describe('the flag archived', () => {
  it('is that of the project, in each form, and of each way to ask', async () => {
    const { member, admin } = company;
    const old = await createProject(admin, { key: 'OLD', name: 'Old things' });
    await createTask(member, old.id, { title: 'of old', assigneeId: member.id });
    const now = await createProject(admin, { key: 'NOW', name: 'New things' });
    await createTask(member, now.id, { title: 'of now', assigneeId: member.id });
    await admin.api.post(`/projects/${old.id}/archive`);
    const titles = async (filter: string) => {
      const { body } = await member.api.get(`/tasks?${queryOf({ filter: `title ~ of and (${filter})` })}`);
      return body.map(({ title }: TestTask) => title).sort();
    };
    for (const filter of ['archived', 'is:archived', 'archived = true', 'archived != false'])
      expect([filter, await titles(filter)]).toEqual([filter, ['of old']]);
    for (const filter of ['not archived', '-archived', 'archived = false', '-is:archived'])
      expect([filter, await titles(filter)]).toEqual([filter, ['of now']]);
    const { body: views } = await member.api.get('/views');
    const mine = views.find(({ name }: { name: string }) => name === 'Open and mine');
    const { body: shown } = await member.api.get(`/tasks?view=${mine.id}`);
    const shownTitles = shown.map(({ title }: TestTask) => title);
    expect(shownTitles).toContain('of now');
    expect(shownTitles).not.toContain('of old');
    const { body: checked } = await stranger.member.api.post('/filters/check', { filter: 'archived' });
    expect(checked).toEqual({ filter: 'archived', tasks: 0 });
    await admin.api.post(`/projects/${old.id}/unarchive`);
    expect(await titles('archived')).toEqual([]);
  });
});
