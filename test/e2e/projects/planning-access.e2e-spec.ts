import type { TestCompany } from '../../factories/company.factory.js';
import { createActiveSprint, createEpic, createSprint } from '../../factories/planning.factory.js';
import { giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { ARCHIVED, refusalOf } from '../../support/answers.js';
import { eventsOf } from '../../support/events.js';
import { eachWithProject } from '../../support/project-suite.js';
import type { TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
eachWithProject((given) => ({ service, company, stranger, project } = given));

const CHANGES = [
  ['GET', ''],
  ['PUT', '', { name: 'Taken over' }],
  ['DELETE', ''],
] as const;
const STEPS = [
  ['GET', '/burndown'],
  ['POST', '/start'],
  ['POST', '/complete', {}],
  ['POST', '/cancel'],
] as const;

describe.each([
  { resource: 'epics', create: createEpic, createOpen: createEpic, requests: CHANGES, name: 'Epic', field: 'epicId' },
  {
    resource: 'sprints',
    create: createSprint,
    createOpen: createActiveSprint,
    requests: [...CHANGES, ...STEPS],
    name: 'Sprint',
    field: 'sprintId',
  },
])('access to one of the $resource', ({ resource, create, createOpen, requests, name, field }) => {
  const notFound = [404, 'NOT_FOUND', `${name} not found`];

  it('is hidden from another company and from users who cannot reach its project', async () => {
    const planned = await create(company.member, project.id);
    await giveToTeam(service.database, project.id);
    await company.admin.api.delete(`/projects/${project.id}/members/${company.member.id}`);
    for (const { api } of [stranger.owner, company.member]) {
      for (const [method, below, body] of requests) {
        const answer = await api.send(method, `/${resource}/${planned.id}${below}`, body);
        expect([method, below, ...refusalOf(answer)]).toEqual([method, below, ...notFound]);
      }
    }
    expect((await company.admin.api.get(`/${resource}/${planned.id}`)).body).toMatchObject(planned);
    const { body } = await company.member.api.get<{ id: string }[]>(`/${resource}`);
    expect(body.map(({ id }) => id)).not.toContain(planned.id);
  });

  it('lets viewers only read', async () => {
    const { id } = await create(company.member, project.id);
    for (const [method, below, body] of requests) {
      const { status } = await company.viewer.api.send(method, `/${resource}/${id}${below}`, body);
      expect([method, below, status]).toEqual([method, below, method === 'GET' ? 200 : 403]);
    }
  });

  it('is read-only while its project is archived', async () => {
    const { id } = await create(company.member, project.id);
    await company.admin.api.post(`/projects/${project.id}/archive`);
    for (const [method, below, body] of requests) {
      const answer = await company.owner.api.send(method, `/${resource}/${id}${below}`, body);
      if (method === 'GET') expect(answer.status).toBe(200);
      else expect([method, below, ...refusalOf(answer)]).toEqual([method, below, ...ARCHIVED]);
    }
  });

  it('is deleted with its project, and only the deletion of the project has an event', async () => {
    const { id } = await createOpen(company.member, project.id);
    await createTask(company.member, project.id, { [field]: id });
    const before = await eventsOf(service.database, project.id);
    expect((await company.admin.api.delete(`/projects/${project.id}`)).status).toBe(204);
    const told = (await eventsOf(service.database, project.id)).slice(before.length);
    expect(told.map((event) => event.name)).toEqual(['project.deleted']);
    expect(refusalOf(await company.owner.api.get(`/${resource}/${id}`))).toEqual(notFound);
  });
});
