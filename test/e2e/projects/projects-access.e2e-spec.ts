import { randomUUID } from 'node:crypto';
import type { TestCompany } from '../../factories/company.factory.js';
import { createProject, giveToTeam } from '../../factories/project.factory.js';
import { FORBIDDEN, result } from '../../support/answers.js';
import { eventsOf } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const NOT_FOUND = [404, { error: 'Project not found' }];

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies()));
afterAll(() => service.stop());

describe('a project', () => {
  const REQUESTS = [
    ['GET', '', undefined],
    ['PUT', '', {}],
    ['DELETE', '', undefined],
    ['POST', '/archive', undefined],
    ['POST', '/unarchive', undefined],
  ] as const;

  it.each(REQUESTS)(
    'is unknown to another company, by a wrong id and by a malformed one: %s %s',
    async (...request) => {
      const { id } = await createProject(company.owner);
      const [method, path, body] = request;
      const send = (projectId: string) => stranger.owner.api.send(method, `/projects/${projectId}${path}`, body);
      for (const projectId of [id, randomUUID(), 'x', `${id}0`, '%00']) {
        expect(result(await send(projectId))).toEqual(NOT_FOUND);
      }
      expect((await eventsOf(service.database, id)).map(({ name }) => name)).toEqual(['project.created']);
    },
  );

  it('is unknown to users who cannot reach it', async () => {
    const { id } = await createProject(company.owner);
    await giveToTeam(service.database, id);
    for (const user of [company.member, company.viewer]) {
      expect(result(await user.api.get(`/projects/${id}`))).toEqual(NOT_FOUND);
    }
    expect(result(await company.member.api.put(`/projects/${id}`, { name: 'x' }))).toEqual(NOT_FOUND);
    expect((await company.admin.api.get(`/projects/${id}`)).status).toBe(200);
    await company.owner.api.put(`/projects/${id}/members/${company.viewer.id}`);
    expect((await company.viewer.api.get(`/projects/${id}`)).status).toBe(200);
  });

  it.each(REQUESTS.slice(1))('can be changed only by the allowed roles: %s %s', async (method, path, body) => {
    const { id } = await createProject(company.owner);
    const send = (projectId: string, role: 'viewer' | 'member' | 'admin') =>
      company[role].api.send(method, `/projects/${projectId}${path}`, body);
    expect(result(await send(randomUUID(), 'viewer'))).toEqual(FORBIDDEN);
    expect((await send(id, 'member')).status).toBe(method === 'PUT' ? 200 : 403);
    expect((await send(id, 'admin')).status).toBe(method === 'DELETE' ? 204 : 200);
  });

  it.each(REQUESTS)('needs credentials: %s %s', async (method, path, body) => {
    const answer = await service.api.send(method, `/projects/${randomUUID()}${path}`, body);
    expect([answer.status, answer.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  });
});
