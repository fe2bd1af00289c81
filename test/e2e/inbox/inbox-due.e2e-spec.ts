import { DueMomentsTask } from '#modules/inbox/due/due-moments.task.js';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { atMoment, HOUR, iso } from '../../support/clock.js';
import { eventually } from '../../support/eventually.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let mia: TestUser;
let project: TestProject;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies({ processRoles: new Set(['api', 'worker', 'scheduler']) }));
  project = await createProject(company.member);
});
beforeEach(async () => {
  mia = await createUser(company.owner, 'MEMBER', 'Mia');
});
afterAll(() => service.stop());

const look = (at: number, times = 1) =>
  atMoment(at, () => Promise.all(Array.from({ length: times }, () => service.app.get(DueMomentsTask).run())));
const isRead = async () => {
  const rows = await service.database.rows(
    `SELECT 1 FROM event_positions c LEFT JOIN inbox_positions i USING (company_id) WHERE c.position > coalesce(i.position, 0)`,
  );
  return rows.length === 0;
};
const texts = async (user: TestUser): Promise<string[]> => {
  await eventually('the log is read', isRead);
  const { body } = await user.api.get('/inbox?reason=due');
  return body.flatMap((entry: { events: { reason: string; text: string }[] }) =>
    entry.events.filter(({ reason }) => reason === 'due').map(({ text }) => text),
  );
};
const [SOON, OVER] = ['It is due within 24 hours', 'It is overdue'];

describe('a due task', () => {
  it('is told of a day before and when it is over, each once', async () => {
    const due = Date.now() + 48 * HOUR;
    const task = await createTask(company.member, project.id, { assigneeId: mia.id, dueDate: iso(due) });
    await look(due - 25 * HOUR);
    expect(await texts(mia)).toEqual([]);
    await look(due - 24 * HOUR, 2);
    expect(await texts(mia)).toEqual([SOON]);
    await look(due - HOUR);
    await look(due);
    await look(due + HOUR);
    expect(await texts(mia)).toEqual([OVER, SOON]);
    const [entry] = (await mia.api.get('/inbox')).body;
    expect(entry.task.id).toBe(task.id);
    expect(entry.events[0].actor).toEqual({ type: 'system', id: null, name: null });
  });

  it('is told of once when nothing ran meanwhile, to the creator when nobody has it', async () => {
    const due = Date.now() + 100 * HOUR;
    await createTask(mia, project.id, { dueDate: iso(due) });
    await look(due + HOUR);
    expect(await texts(mia)).toEqual([OVER]);
  });

  it('is not told of in an archived project', async () => {
    const old = await createProject(company.admin);
    const due = Date.now() + 300 * HOUR;
    await createTask(mia, old.id, { dueDate: iso(due) });
    await company.admin.api.post(`/projects/${old.id}/archive`);
    await look(due + HOUR);
    expect(await texts(mia)).toEqual([]);
  });

  it('is never told of when it is done, nor of a moment that was past when the date was set', async () => {
    const done = await createTask(mia, project.id, { dueDate: iso(Date.now() + 200 * HOUR) });
    await mia.api.put(`/tasks/${done.id}`, { status: 'Done' });
    const task = await createTask(mia, project.id);
    const late = await createTask(mia, project.id, { title: 'Late' });
    // As if the scheduler had looked at the beginning alone.
    await service.database.rows(`UPDATE due_positions SET told_until = now() - interval '2 days'`);
    await mia.api.put(`/tasks/${late.id}`, { dueDate: iso(Date.now() - HOUR) });
    await mia.api.put(`/tasks/${task.id}`, { dueDate: iso(Date.now() + HOUR) });
    await look(Date.now() + 1_000);
    expect(await texts(mia)).toEqual([]);
    await look(Date.now() + 2 * HOUR);
    expect(await texts(mia)).toEqual([OVER]);
  });
});
