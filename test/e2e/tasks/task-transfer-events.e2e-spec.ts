import { type TestUser } from '../../factories/company.factory.js';
import { endOfEvents, eventsAfter } from '../../factories/event.factory.js';
import { createActiveSprint, createLabel } from '../../factories/planning.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { createWebhook } from '../../factories/webhook.factory.js';
import { TestEventSource } from '../../support/event-source.js';
import { eachWithTwoProjects, type Json, transferActions, type TransferWorld } from '../../support/transfers.js';

let world: TransferWorld;
let service: TransferWorld['service'];
let company: TransferWorld['company'];
let web: TransferWorld['web'];
let api: TransferWorld['api'];
eachWithTwoProjects((given) => {
  world = given;
  ({ service, company, web, api } = given);
});
const { make, transfer, secretProject } = transferActions(() => world);

describe('what is told of it', () => {
  it('is one change of the new project, and its history', async () => {
    const sprint = await createActiveSprint(company.member, web.id);
    const task = await make({ sprintId: sprint.id });
    const end = await endOfEvents(company.member);
    await transfer(task);
    const changes = {
      projectId: { from: web.id, to: api.id },
      tid: { from: task.tid, to: `${api.key}-1` },
      sprintId: { from: sprint.id, to: null },
    };
    const events = await eventsAfter(company.member, end);
    expect(events).toMatchObject([{ event: 'task.updated', projectId: api.id, data: { id: task.id } }]);
    expect(events[0]?.data['changes']).toEqual(changes);
    const { body: history } = await company.viewer.api.get<Json[]>(`/tasks/${task.id}/activity`);
    expect(history[0]).toMatchObject({ event: 'task.updated', actor: { id: company.member.id } });
    expect(Object.keys(history[0]?.['changes'] as object).sort()).toEqual(Object.keys(changes).sort());
    expect(history.map(({ event }) => event)).toEqual(['task.updated', 'task.created']);
  });

  it('is a deletion to who reaches the old project alone, in the log and in streams', async () => {
    const secret = await secretProject();
    const parent = await make();
    const task = await make({ title: 'As it was', parentId: parent.id });
    const end = await endOfEvents(company.member);
    const open = (user: TestUser) => TestEventSource.open(service.baseUrl, user.token);
    const streams = [await open(company.member), await open(company.admin)];
    await transfer(task, secret, {}, company.owner);
    await createLabel(company.owner);
    const shape = (events: readonly { event: string; projectId: string | null; data: Json }[]) =>
      events.map(({ event, projectId, data }) => [event, projectId, data['tid'] ?? null]);
    const seen = [['task.deleted', web.id, task.tid]];
    const all = [['task.updated', secret.id, `${secret.key}-1`]];
    const label = [['label.created', null, null]];
    const events = await eventsAfter(company.member, end);
    expect(shape(events)).toEqual([...seen, ...label]);
    expect(events[0]?.data).toMatchObject({ title: 'As it was', projectId: web.id, parentId: parent.id });
    expect(shape(await eventsAfter(company.admin, end))).toEqual([...all, ...label]);
    expect(shape(await streams[0]!.received(2))).toEqual([...seen, ...label]);
    expect(shape(await streams[1]!.received(2))).toEqual([...all, ...label]);
    streams.forEach((stream) => stream.close());
    expect(shape(await eventsAfter(company.member, end, '&event=task.deleted'))).toEqual(seen);
    expect(shape(await eventsAfter(company.admin, end, '&event=task.deleted'))).toEqual([]);
    expect(shape(await eventsAfter(company.member, end, `&projectId=${web.id}`))).toEqual(seen);
  });

  it('names no parent out of reach', async () => {
    const secret = await secretProject();
    const parent = await createTask(company.owner, secret.id);
    const task = await createTask(company.owner, secret.id, { parentId: parent.id });
    const end = await endOfEvents(company.member);
    await transfer(task, api, {}, company.owner);
    const [event] = await eventsAfter(company.member, end);
    expect(event).toMatchObject({ event: 'task.updated', data: { id: task.id } });
    expect(JSON.stringify(event)).not.toContain(parent.id);
    const history = async (user: TestUser) => (await user.api.get(`/tasks/${task.id}/activity`)).text;
    expect(await history(company.viewer)).not.toContain(parent.id);
    expect(await history(company.admin)).toContain(parent.id);
    const [seen] = await eventsAfter(company.admin, end);
    expect(seen?.data['changes']).toMatchObject({ parentId: { from: parent.id, to: null } });
  });

  it('reaches the webhooks of both projects once, and no other one', async () => {
    const webhook = (projectId?: string, events = ['task.*']) => createWebhook(company.admin, { events, projectId });
    const third = await createProject(company.member);
    const task = await make();
    const [ofWeb, ofApi, ofThird, ofAll] = [
      await webhook(web.id),
      await webhook(api.id),
      await webhook(third.id),
      await webhook(),
    ];
    await transfer(task);
    const deliveries = await service.database.rows<{ webhookId: string; event: string }>(
      'SELECT webhook_id AS "webhookId", event FROM webhook_deliveries WHERE webhook_id = ANY ($1)',
      [[ofWeb, ofApi, ofThird, ofAll].map(({ id }) => id)],
    );
    expect(deliveries.map(({ webhookId, event }) => `${webhookId} ${event}`).sort()).toEqual(
      [ofWeb, ofApi, ofAll].map(({ id }) => `${id} task.updated`).sort(),
    );
    for (const { id } of [ofWeb, ofApi, ofThird, ofAll]) await company.admin.api.delete(`/webhooks/${id}`);
  });
});
