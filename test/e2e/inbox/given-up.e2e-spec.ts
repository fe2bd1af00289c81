import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { eventually } from '../../support/eventually.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

interface Entry {
  thing: { name: string };
  events: { reason: string; text: string }[];
}

let service: TestService;
let company: TestCompany;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());

const assign = (user: TestUser, { id }: TestTask, assigneeId: string | null) =>
  user.api.put(`/tasks/${id}`, { assigneeId });
const unassignedOf = async (user: TestUser) =>
  (await user.api.get<Entry[]>('/inbox?reason=unassigned')).body.map(({ thing, events }) => [
    thing.name,
    events.find(({ reason }) => reason === 'unassigned')?.text,
  ]);

it("a task that its assignee gives up is told to the project's other leads, and no other one", async () => {
  const mia = await createUser(company.owner, 'MEMBER', 'Mia');
  const leo = await createUser(company.owner, 'MEMBER', 'Leo');
  const project = await createProject(company.member);
  await company.member.api.put(`/projects/${project.id}/members/${leo.id}`, { role: 'lead' });
  const [given, taken, own, last] = [
    await createTask(company.member, project.id, { title: 'Given up', assigneeId: mia.id }),
    await createTask(company.member, project.id, { title: 'Taken', assigneeId: mia.id }),
    await createTask(company.member, project.id, { title: 'Own', assigneeId: leo.id }),
    await createTask(company.member, project.id, { title: 'Last', assigneeId: mia.id }),
  ] as [TestTask, TestTask, TestTask, TestTask];
  await assign(mia, given, null);
  await assign(company.member, taken, null);
  await assign(mia, own, mia.id);
  await assign(mia, own, leo.id);
  await assign(leo, own, null);
  await assign(mia, last, null);
  const told = (name: string) => [name, 'Mia gave it up, and nobody has it'];
  await eventually('the last one is told', async () => (await unassignedOf(leo))[0]?.[0] === 'Last');
  expect(await unassignedOf(leo)).toEqual([told('Last'), ['Own', 'Mia took it from you'], told('Given up')]);
  expect(await unassignedOf(mia)).toEqual([['Taken', `${company.member.name} took it from you`]]);
});
