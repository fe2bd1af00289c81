import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { createWebhook, finishedDeliveriesOf } from '../../factories/webhook.factory.js';
import { eventually } from '../../support/eventually.js';
import { Receiver } from '../../support/receiver.js';
import { startTestService, type TestService } from '../../support/test-service.js';

/** In milliseconds: twice what is promised, on a machine that does much else. */
const SOON = 4_000;
/** Half of the places for deliveries, and how many of them receivers may hold that never answer. */
const [SHARE, HANGING] = [256, 252];
const EVENTS = ['task.created'];

let service: TestService;
/** Never answers. */
let hanging: Receiver;
let underWay: number;
let mostUnderWay: number;
beforeEach(async () => {
  service = await startTestService();
  [underWay, mostUnderWay] = [0, 0];
  hanging = await Receiver.start((response) => {
    underWay += 1;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    response.once('close', () => (underWay -= 1));
  });
});
afterEach(async () => {
  await hanging.stop();
  await service.stop();
});

/** A company with so many webhooks to a receiver that never answers, and as many events for each. */
async function attack({ webhooks, events }: { webhooks: number; events: number }): Promise<void> {
  const { admin, member } = await createCompany(service.api);
  const { id } = await createProject(member);
  for (let count = 0; count < webhooks; count += 20) {
    await Promise.all(Array.from({ length: 20 }, () => createWebhook(admin, { url: hanging.url, events: EVENTS })));
  }
  const tasks = Array.from({ length: events }, (_, index) => ({ title: `Task ${index}`, projectId: id }));
  await Promise.all(tasks.map((task) => member.api.post('/tasks', task)));
}

/** Has the company make tasks, and waits until its receiver has heard of each. */
async function expectDeliveries({ admin, member }: TestCompany, count: number): Promise<void> {
  const receiver = await Receiver.start();
  const webhook = await createWebhook(admin, { url: receiver.url, events: EVENTS });
  const project = await createProject(member);
  await Promise.all(Array.from({ length: count }, () => createTask(member, project.id)));
  await eventually(`${count} attempts`, () => receiver.requests.length >= count, SOON);
  await finishedDeliveriesOf(admin, webhook, count);
  await receiver.stop();
}

describe('the places for deliveries', () => {
  it('go to one company up to half, even when none of its receivers answers', async () => {
    const known = await createCompany(service.api);
    await expectDeliveries(known, 1);
    await attack({ webhooks: 1_000, events: 10 });
    await hanging.received(HANGING);
    await expectDeliveries(known, 10);
    await expectDeliveries(await createCompany(service.api), 10);
    expect(mostUnderWay).toBeLessThanOrEqual(SHARE);
  });

  it('remain available to others beside several such companies', async () => {
    const other = await createCompany(service.api);
    for (let count = 0; count < 4; count += 1) await attack({ webhooks: 260, events: 2 });
    await hanging.received(HANGING + SHARE / 4);
    await expectDeliveries(other, 10);
    await expectDeliveries(await createCompany(service.api), 10);
  });
});
