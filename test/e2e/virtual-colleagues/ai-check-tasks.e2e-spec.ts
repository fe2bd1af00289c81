import { createColleague, type TestColleague } from '../../factories/colleague.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { addTasks, createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { AiServer, completion, tasksOf } from '../../support/ai-server.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let ai: AiServer;
let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  ai = await AiServer.start();
  const aiProvider = { baseUrl: ai.baseUrl, apiKey: null, model: 'some-model', timeoutMs: 20_000 };
  ({ service, company } = await startWithCompanies({ aiProvider }));
  await createTask(company.owner, (await createProject(company.owner)).id, { title: 'Borrow tables' });
});
afterAll(async () => {
  await service.stop();
  ai.stop();
});

describe('what a colleague shows the model', () => {
  const shown = async (colleague: TestColleague) => {
    ai.willAnswer(completion({ summary: 'All is well.', findings: [] }));
    const answer = await company.owner.api.post(`/virtual-colleagues/${colleague.id}/ai-check`);
    expect(answer.status).toBe(200);
    return tasksOf(ai.calls[0]!);
  };

  it('is the open tasks of its active projects, the most urgent first', async () => {
    const { owner, member } = company;
    const [own, archived] = [await createProject(owner, { name: 'Party' }), await createProject(owner)];
    await createTask(owner, archived.id);
    await owner.api.post(`/projects/${archived.id}/archive`);
    const epic = await owner.api.post('/epics', { name: 'Food', projectId: own.id });
    await createTask(owner, own.id, { title: 'later', priority: 'Low', status: 'Blocked' });
    await createTask(owner, own.id, { title: 'done', status: 'Done' });
    await createTask(owner, own.id, {
      title: 'soon',
      priority: 'High',
      description: 'x'.repeat(500),
      assigneeId: member.id,
      estimatedHours: 2.5,
      dueDate: '2099-01-01',
      epicId: epic.body.id,
    });
    await createTask(owner, own.id, { title: 'late', priority: 'None', dueDate: '2020-01-01' });
    const tasks = await shown(await createColleague(owner, { projectIds: [own.id, archived.id] }));
    expect(tasks).toMatchObject([
      { title: 'late', dueDate: '2020-01-01T00:00:00.000Z' },
      { title: 'soon', project: 'Party', assignee: member.name, epic: 'Food', estimatedHours: 2.5, isBlocked: false },
      { title: 'later', status: 'Blocked', isBlocked: true },
    ]);
    expect(tasks[1]!['description']).toBe('x'.repeat(300));
    const ofAll = await shown(await createColleague(owner));
    expect(ofAll.map(({ title }) => title)).toEqual(expect.arrayContaining(['late', 'soon', 'Borrow tables']));
  });

  it('is at most 200 tasks', async () => {
    const large = await createProject(company.owner);
    await addTasks(service.database, large.id, 210);
    const { body } = await company.owner.api.get(`/tasks?projectId=${large.id}&page=1&limit=1`);
    await company.owner.api.put(`/tasks/${body.data[0].id}`, { title: 'Last', priority: 'Urgent' });
    const found = await shown(await createColleague(company.owner, { projectIds: [large.id] }));
    expect([found.length, found[0]!['title']]).toEqual([200, 'Last']);
  });

  it('is only the tasks of its owner, for roles about own tasks', async () => {
    const { owner, member } = company;
    const own = await createProject(owner);
    const parent = await createTask(owner, own.id, { title: 'mine', assigneeId: member.id });
    const part = { title: 'part of mine', parentId: parent.id, assigneeId: owner.id };
    const { id: parentId } = await createTask(owner, own.id, part);
    await createTask(owner, own.id, { title: 'part of that', parentId });
    await createTask(owner, own.id, { title: 'not mine', assigneeId: owner.id });
    const titlesFor = async (role: string) => {
      const colleague = await createColleague(owner, { role, projectIds: [own.id], ownerId: member.id });
      return (await shown(colleague)).map(({ title }) => title);
    };
    expect(await titlesFor('myself')).toEqual(['mine']);
    expect(await titlesFor('agent')).toEqual(['mine', 'part of mine', 'part of that']);
    expect(await titlesFor('member')).toEqual(['mine', 'part of mine', 'part of that', 'not mine']);
  });

  it('names no people and no hours, for customers', async () => {
    const { owner, member } = company;
    const own = await createProject(owner);
    await createTask(owner, own.id, { title: 'Cake', assigneeId: member.id, estimatedHours: 7, loggedHours: 3 });
    const [cake] = await shown(await createColleague(owner, { role: 'customer', projectIds: [own.id] }));
    expect(Object.keys(cake!).sort()).toEqual([
      'id',
      'isBlocked',
      'priority',
      'project',
      'status',
      'tid',
      'title',
      'updatedAt',
    ]);
  });
});
