import { createAgent, createAgentKey, type TestAgent } from '../../factories/agent.factory.js';
import { announce, sendBytes, type TestAttachment } from '../../factories/attachment.factory.js';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { FORBIDDEN, result, UNKNOWN_ID } from '../../support/answers.js';
import type { Answer, Api } from '../../support/api.js';
import { fill, findOperations } from '../../support/operations.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
/** Whose keys the agents have; a MEMBER by now. */
let person: TestUser;
let agent: TestAgent;
let other: TestAgent;
let project: TestProject;
let task: TestTask;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  person = await createUser(company.owner, 'ADMIN');
  agent = await createAgent(person);
  other = await createAgent(person, 'Olga');
  await company.owner.api.put(`/users/${person.id}`, { role: 'MEMBER' });
  project = await createProject(company.owner);
  await company.owner.api.put(`/projects/${project.id}/members/${person.id}`);
  task = await createTask(company.owner, project.id);
});
afterAll(() => service.stop());

type Writer = Pick<TestUser, 'api'>;

const ofTask = (path: string) => async (id: string) => {
  const rows = (await company.owner.api.get(`/tasks/${task.id}/${path}`)).body as ({ id: string } & Shown)[];
  return rows.find((row) => row.id === id);
};

/** Of what is shown: whose it is. */
interface Shown {
  readonly author?: { id: string; type?: string };
  readonly colleagueId?: string | null;
}
const shownColleague = (shown: Shown | undefined) =>
  shown?.author?.type === 'colleague' ? shown.author.id : (shown?.colleagueId ?? null);

const THINGS = [
  {
    kind: 'comment',
    make: async ({ api }: Writer) => (await api.post(`/tasks/${task.id}/comments`, { body: 'Mine' })).body.id as string,
    changes: [(api: Api, id: string) => api.put(`/comments/${id}`, { body: 'Changed' })],
    remove: (api: Api, id: string) => api.delete(`/comments/${id}`),
    find: ofTask('comments'),
  },
  {
    kind: 'time entry',
    make: async ({ api }: Writer) => (await api.post(`/tasks/${task.id}/time-entries`, { hours: 1 })).body.id as string,
    changes: [],
    remove: (api: Api, id: string) => api.delete(`/time-entries/${id}`),
    find: ofTask('time-entries'),
  },
  {
    kind: 'file',
    make: async (writer: TestAgent | TestUser) => {
      const file = await announce(writer as TestUser, task.id, 4);
      await sendBytes(service, { token: tokenOf(writer) } as TestUser, file, Buffer.from('file'));
      return file.id;
    },
    changes: [(api: Api, id: string) => api.put(`/attachments/${id}`, { name: 'other.txt' })],
    remove: (api: Api, id: string) => api.delete(`/attachments/${id}`),
    find: ofTask('attachments'),
  },
];

const tokenOf = (writer: TestAgent | TestUser) => ('key' in writer ? writer.key : writer.token);

describe.each(THINGS)('a $kind is the own of who made it', ({ make, changes, remove, find }) => {
  const calls = [...changes, remove];

  it('an agent, and neither of its user nor of another agent', async () => {
    const id = await make(agent);
    for (const call of calls) {
      for (const { api } of [person, other, company.member]) expect(result(await call(api, id))).toEqual(FORBIDDEN);
    }
    for (const change of changes) expect((await change(agent.api, id)).status).toBe(200);
    expect((await remove(agent.api, id)).status).toBe(204);
  });

  it('an agent by whatever key of its user', async () => {
    const id = await make(agent);
    await company.owner.api.put(`/users/${person.id}`, { role: 'ADMIN' });
    const { api } = await createAgentKey(person, agent);
    await company.owner.api.put(`/users/${person.id}`, { role: 'MEMBER' });
    expect((await remove(api, id)).status).toBe(204);
  });

  it('a person, and not of the agents that have their keys', async () => {
    const id = await make(person);
    for (const call of calls) {
      for (const { api } of [agent, other]) expect(result(await call(api, id))).toEqual(FORBIDDEN);
    }
    for (const change of changes) expect((await change(person.api, id)).status).toBe(200);
    expect((await remove(person.api, id)).status).toBe(204);
  });

  it('and is shown as theirs', async () => {
    const [ofAgent, ofPerson] = [await find(await make(agent)), await find(await make(person))];
    expect([shownColleague(ofAgent), shownColleague(ofPerson)]).toEqual([agent.id, null]);
  });

  it('but deleted by ADMIN and OWNER', async () => {
    for (const { api } of [company.admin, company.owner]) {
      expect((await remove(api, await make(agent))).status).toBe(204);
    }
  });
});

it('shows whose a file is beside its task, too, and in the brief of its work', async () => {
  const mine = await createTask(company.owner, project.id, { delegateId: agent.id });
  const file = await announce(agent as unknown as TestUser, mine.id, 4);
  const sent = await sendBytes(service, { token: agent.key } as TestUser, file, Buffer.from('file'));
  const { body: shown } = await company.owner.api.get(`/tasks/${mine.id}`);
  const { body: taken } = await agent.api.post('/work', { taskId: mine.id });
  const seen = [file, sent.body, shown.attachments[0], taken.brief.attachments[0]] as TestAttachment[];
  expect(seen.map(({ colleagueId }) => colleagueId)).toEqual(Array(4).fill(agent.id));
});

it('lets nobody but the agent send the bytes of its file', async () => {
  const file = await announce(agent as unknown as TestUser, task.id, 4);
  const send = (token: string) => sendBytes(service, { token } as TestUser, file, Buffer.from('file'));
  for (const token of [person.token, other.key, company.owner.token]) expect((await send(token)).status).toBe(403);
  expect((await company.member.api.get(`/attachments/${file.id}`)).status).toBe(404);
  const urls = [person, other, agent].map(
    async ({ api }) => (await api.get(`/attachments/${file.id}`)).body.uploadUrl as string | null,
  );
  expect(await Promise.all(urls)).toEqual([null, null, file.uploadUrl]);
  expect((await send(agent.key)).status).toBe(200);
});

describe('who reaches a project', () => {
  it('is not an agent to say', async () => {
    const { body: team } = await company.owner.api.post('/teams', { name: 'Team' });
    const member = `/projects/${project.id}/members/${company.member.id}`;
    const refused: Answer[] = [
      await agent.api.put(member, { role: 'lead' }),
      await agent.api.delete(`/projects/${project.id}/members/${person.id}`),
      await agent.api.put(`/projects/${project.id}`, { teamId: team.id }),
      await agent.api.put(`/projects/${project.id}`, { name: 'New', teamId: null }),
    ];
    for (const answer of refused) expect(result(answer)).toEqual(FORBIDDEN);
    const shown = (await company.owner.api.get(`/projects/${project.id}`)).body;
    expect([shown.teamId, shown.name]).toEqual([null, project.name]);
    expect(shown.members.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [company.owner.id, person.id].toSorted(),
    );
    expect((await agent.api.put(`/projects/${project.id}`, { description: 'Read by agents' })).status).toBe(200);
  });
});

/** What agents may call: whoever adds to it asks first whether it is an agent's to write. */
const WRITTEN_BY_AGENTS = [
  'DELETE /attachments/{id}',
  'DELETE /comments/{id}',
  'DELETE /epics/{id}',
  'DELETE /sprints/{id}',
  'DELETE /tasks/{id}',
  'DELETE /tasks/{id}/blockers/{taskId}',
  'DELETE /tasks/{id}/code/{linkId}',
  'DELETE /tasks/{id}/links/{linkId}',
  'DELETE /time-entries/{id}',
  'POST /epics',
  'POST /filters/check',
  'POST /recurrences/preview',
  'POST /sprints',
  'POST /sprints/{id}/cancel',
  'POST /sprints/{id}/complete',
  'POST /sprints/{id}/start',
  'POST /tasks',
  'POST /tasks/bulk',
  'POST /tasks/bulk-create',
  'POST /tasks/bulk-delete',
  'POST /tasks/bulk-transfer',
  'POST /tasks/{id}/attachments',
  'POST /tasks/{id}/blockers',
  'POST /tasks/{id}/code',
  'POST /tasks/{id}/comments',
  'POST /tasks/{id}/descriptions/{versionId}/restore',
  'POST /tasks/{id}/duplicate',
  'POST /tasks/{id}/links',
  'POST /tasks/{id}/move',
  'POST /tasks/{id}/time-entries',
  'POST /tasks/{id}/transfer',
  'POST /trash/restore',
  'POST /trash/{id}/restore',
  'POST /work',
  'POST /work/next',
  'POST /work/{id}/activities',
  'POST /work/{id}/ask',
  'POST /work/{id}/fail',
  'POST /work/{id}/heartbeat',
  'POST /work/{id}/release',
  'POST /work/{id}/submit',
  'PUT /attachments/{id}',
  'PUT /attachments/{id}/content',
  'PUT /comments/{id}',
  'PUT /epics/{id}',
  'PUT /projects/{id}',
  'PUT /sprints/{id}',
  'PUT /tasks/{id}',
  'PUT /work/{id}/plan',
];

it('agents write what is listed, and nothing else', async () => {
  const written: string[] = [];
  for (const operation of await findOperations(service.api)) {
    if (operation.method === 'GET' || operation.isPublic) continue;
    const path = fill(
      operation,
      operation.parameters.map(() => UNKNOWN_ID),
    );
    const answer = await agent.api.send(operation.method, path, operation.body);
    if (answer.status === 403) expect([operation.name, result(answer)]).toEqual([operation.name, FORBIDDEN]);
    else written.push(operation.name);
  }
  expect(written.toSorted()).toEqual(WRITTEN_BY_AGENTS);
});
