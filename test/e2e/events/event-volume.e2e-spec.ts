import type { TestCompany } from '../../factories/company.factory.js';
import { eventPage } from '../../factories/event.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { startTestService, startWithCompanies, type TestService } from '../../support/test-service.js';

const LIMIT = 40_000;
const LONG = 'x'.repeat(15_000);
const SHORT = `${'x'.repeat(1_000)}…`;

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies({ limits: { eventBytes: LIMIT } })));
afterAll(() => service.stop());

interface Shown {
  readonly description: string;
  readonly textsTruncated?: true;
}

async function createdEvents(of: TestCompany): Promise<Shown[]> {
  const { data } = await eventPage(of.viewer, '?event=task.created&limit=200');
  return data.map((event) => event.data as unknown as Shown);
}

it('cuts long texts in events from the one that passes the limit of a day', async () => {
  const other = await startTestService({ limits: { eventBytes: LIMIT } }, service.database);
  try {
    const { id: projectId } = await createProject(company.member);
    const instances = [company.member.api, other.api.as(company.member.token)];
    for (let count = 0; count < 5; count += 1) {
      const api = instances[count % 2] as typeof company.member.api;
      const made = await api.post('/tasks', { title: 'Task', projectId, description: LONG });
      // Nothing else is lost.
      expect([made.status, made.body.description]).toEqual([201, LONG]);
    }
    const events = await createdEvents(company);
    expect(events.map(({ description }) => description)).toEqual([LONG, LONG, SHORT, SHORT, SHORT]);
    expect(events.map(({ textsTruncated }) => textsTruncated)).toEqual([undefined, undefined, true, true, true]);
  } finally {
    await other.stop();
  }
});

it('counts each company by itself, and each day', async () => {
  const { id: projectId } = await createProject(stranger.member);
  const create = () => stranger.member.api.post('/tasks', { title: 'Task', projectId, description: LONG });
  for (let count = 0; count < 3; count += 1) await create();
  await service.database.rows('UPDATE event_positions SET volume_day = volume_day - 1 WHERE company_id = $1', [
    stranger.id,
  ]);
  await create();
  const events = await createdEvents(stranger);
  expect(events.map(({ textsTruncated }) => textsTruncated)).toEqual([undefined, undefined, true, undefined]);
});
