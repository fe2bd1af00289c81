import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { createField } from '../../factories/field.factory.js';
import { createLabel } from '../../factories/planning.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { createWebhook, finishedDeliveriesOf, type TestWebhook } from '../../factories/webhook.factory.js';
import { refusalOf } from '../../support/answers.js';
import { Receiver } from '../../support/receiver.js';
import { type TestService } from '../../support/test-service.js';
import { eachWithReceiver } from '../../support/webhook-suite.js';

let service: TestService;
let company: TestCompany;
let project: TestProject;
let receiver: Receiver;
eachWithReceiver((given) => ({ service, company, project, receiver } = given));

const MOST_FILTERS = 20;

const webhookFor = (input: object) => createWebhook(company.admin, { url: receiver.url, events: ['*'], ...input });

/** The events of tasks that arrived, with their titles. */
async function arrived(webhook: TestWebhook, count: number): Promise<string[]> {
  await finishedDeliveriesOf(company.admin, webhook, count);
  return receiver.requests.map(({ body }) => `${body['event']} ${(body['data'] as { title: string }).title}`);
}

describe('a webhook with a filter', () => {
  it('gets the events of tasks that match after the change, and other events as before', async () => {
    const { member } = company;
    const webhook = await webhookFor({ filter: 'priority >= High and not done' });
    expect(webhook).toMatchObject({ filter: 'priority >= High and not done', broken: false });
    const task = await createTask(member, project.id, { title: 'a' });
    await member.api.put(`/tasks/${task.id}`, { priority: 'High' });
    await member.api.post(`/tasks/${task.id}/comments`, { body: 'Hm' });
    await member.api.put(`/tasks/${task.id}`, { status: 'Done' });
    await member.api.post('/tasks/bulk', { ids: [task.id], set: { status: 'To Do', priority: 'Low' } });
    await createLabel(member, { name: 'other' });
    expect((await arrived(webhook, 3)).sort()).toEqual([
      'label.created undefined',
      'task.commented a',
      'task.updated a',
    ]);
  });

  it('gets deleted tasks as they last were', async () => {
    const { member } = company;
    const label = await createLabel(member, { name: 'urgent' });
    const webhook = await webhookFor({ events: ['task.deleted'], filter: 'label = urgent' });
    const plain = await createTask(member, project.id, { title: 'plain' });
    const urgent = await createTask(member, project.id, { title: 'urgent', labelIds: [label.id] });
    const { body } = await member.api.post('/tasks/bulk-delete', { ids: [plain.id, urgent.id] });
    expect(body).toEqual({ deleted: 2 });
    expect(await arrived(webhook, 1)).toEqual(['task.deleted urgent']);
  });

  it("knows fields of one's own, of deleted tasks too, and their values are in the data", async () => {
    const { admin, member } = company;
    await createField(admin, 'Severity', 'select', { options: ['Minor', 'Major'] });
    const webhook = await webhookFor({ events: ['task.created', 'task.deleted'], filter: 'severity = Major' });
    await createTask(member, project.id, { title: 'minor', custom: { severity: 'Minor' } });
    const { id } = await createTask(member, project.id, { title: 'major', custom: { severity: 'Major' } });
    await member.api.delete(`/tasks/${id}`);
    expect((await arrived(webhook, 2)).sort()).toEqual(['task.created major', 'task.deleted major']);
    const created = receiver.requests.find(({ body }) => body['event'] === 'task.created');
    expect(created?.body['data']).toMatchObject({ custom: { severity: 'Major' } });
  });

  it('means by me who wrote the filter, and goes on beyond their reach', async () => {
    const { admin, owner, member } = company;
    const webhook = await webhookFor({ events: ['task.created'], filter: 'assignee = me' });
    const hidden = await createProject(owner, { key: 'FAR' });
    await createTask(owner, hidden.id, { title: 'theirs', assigneeId: owner.id });
    await createTask(owner, hidden.id, { title: 'mine', assigneeId: admin.id });
    await giveToTeam(service.database, hidden.id);
    await owner.api.put(`/webhooks/${webhook.id}`, { active: true, filter: 'assignee  =  me' });
    await createTask(member, project.id, { title: 'again', assigneeId: admin.id });
    expect((await arrived(webhook, 2)).sort()).toEqual(['task.created again', 'task.created mine']);
  });

  it('follows a new filter at once, and none', async () => {
    const { member, admin } = company;
    const webhook = await webhookFor({ events: ['task.created'], filter: 'title ~ one' });
    await createTask(member, project.id, { title: 'two' });
    await admin.api.put(`/webhooks/${webhook.id}`, { filter: 'title ~ two' });
    await createTask(member, project.id, { title: 'two again' });
    const { body } = await admin.api.put<TestWebhook>(`/webhooks/${webhook.id}`, { filter: null });
    expect(body.filter).toBeNull();
    await createTask(member, project.id, { title: 'three' });
    expect((await arrived(webhook, 2)).sort()).toEqual(['task.created three', 'task.created two again']);
  });

  it('shows names as they are now, and what was deleted as broken', async () => {
    const { admin, member } = company;
    const label = await createLabel(member, { name: 'soon gone' });
    const zoe = await createUser(company.owner, 'MEMBER', 'Zoe Zone');
    const { id } = await webhookFor({ filter: `label = "soon gone" or assignee = "${zoe.name}"` });
    await admin.api.put(`/labels/${label.id}`, { name: 'renamed' });
    const shown = async () => (await admin.api.get<TestWebhook>(`/webhooks/${id}`)).body;
    expect(await shown()).toMatchObject({ filter: 'label = renamed or assignee = "Zoe Zone"', broken: false });
    await admin.api.delete(`/labels/${label.id}`);
    const broken = { filter: 'label = "(deleted)" or assignee = "Zoe Zone"', broken: true };
    expect(await shown()).toMatchObject(broken);
    const list = await admin.api.get<TestWebhook[]>('/webhooks');
    expect(list.body.find((webhook) => webhook.id === id)).toMatchObject(broken);
    const kept = await admin.api.put(`/webhooks/${id}`, { filter: broken.filter });
    expect([kept.status, kept.body]).toMatchObject([200, broken]);
  });

  it('is refused with the place of the error, and past twenty of a company', async () => {
    const { admin } = company;
    const input = { url: receiver.url, events: ['*'], secret: 'secret' };
    expect(refusalOf(await admin.api.post('/webhooks', { ...input, filter: 'status = ' }))).toMatchObject([
      400,
      'VALIDATION_ERROR',
      { filter: expect.stringContaining('Column 10') },
    ]);
    for (let made = 0; made < MOST_FILTERS; made += 1) await webhookFor({ filter: 'done', active: made > 0 });
    const plain = await webhookFor({});
    const message = 'At most 20 webhooks of a company have a filter; take one away first';
    for (const answer of [
      await admin.api.post('/webhooks', { ...input, filter: 'done' }),
      await admin.api.put(`/webhooks/${plain.id}`, { filter: 'done' }),
    ]) {
      expect([answer.status, answer.body.error]).toMatchObject([409, { code: 'CONFLICT', message }]);
    }
  });
});
