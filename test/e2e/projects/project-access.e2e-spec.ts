import { randomUUID } from 'node:crypto';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createEpic, createSprint, type TestEpic, type TestSprint } from '../../factories/planning.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { createTeam, joinTeam, leaveTeam, type TestTeam } from '../../factories/team.factory.js';
import { FORBIDDEN, refusalOf, result } from '../../support/answers.js';
import { fill, findOperations } from '../../support/operations.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

/**
 * Project access: a project of a team, with all that is in it, does not exist for those who are neither in
 * the team nor a member of the project. All that is in it says "secret", so that it is found wherever it shows up.
 */
const PROJECT_NOT_FOUND = [404, { error: 'Project not found' }];
const TASK_NOT_FOUND = [404, { error: 'Task not found' }];
const enveloped = (message: string) => [404, { success: false, error: expect.objectContaining({ message }) }];
const SPRINT_NOT_FOUND = enveloped('Sprint not found');
const EPIC_NOT_FOUND = enveloped('Epic not found');
const COMMENT_NOT_FOUND = enveloped('Comment not found');
const USER_NOT_FOUND = [404, 'NOT_FOUND', 'User not found'];

let service: TestService;
let company: TestCompany;
let team: TestTeam;
let otherTeam: TestTeam;
let secret: TestProject;
/** Blocks `openTask`. */
let secretTask: TestTask;
/** Below `secretTask`, and assigned to the member and the viewer while they reached it. */
let ofMember: TestTask;
let ofViewer: TestTask;
let sprint: TestSprint;
let epic: TestEpic;
let comment: { id: string };
/** Of no team. */
let open: TestProject;
let openTask: TestTask;
let otherOpenTask: TestTask;

beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  const { owner, admin, member, viewer } = company;
  team = await createTeam(admin, [member, viewer]);
  otherTeam = await createTeam(admin);
  secret = await createProject(owner, { name: 'Secret project', key: 'SECRET', teamId: team.id });
  const input = { title: 'Secret task', status: 'Blocked', priority: 'Urgent', dueDate: '2026-12-01' };
  sprint = await createSprint(owner, secret.id, { name: 'Secret sprint' });
  epic = await createEpic(owner, secret.id, { name: 'Secret epic' });
  secretTask = await createTask(owner, secret.id, { ...input, sprintId: sprint.id, epicId: epic.id });
  comment = (await owner.api.post(`/tasks/${secretTask.id}/comments`, { body: 'Secret comment' })).body;
  const below = { ...input, parentId: secretTask.id };
  ofMember = await createTask(owner, secret.id, { ...below, assigneeId: member.id });
  ofViewer = await createTask(owner, secret.id, { ...below, assigneeId: viewer.id });
  open = await createProject(owner, { name: 'Open project' });
  openTask = await createTask(owner, open.id);
  otherOpenTask = await createTask(owner, open.id);
  await owner.api.post(`/tasks/${openTask.id}/blockers`, { taskId: secretTask.id });
  await owner.api.post(`/tasks/${secretTask.id}/blockers`, { taskId: ofViewer.id });
  // What they have elsewhere gives them nothing here.
  const elsewhere = await createProject(owner, { teamId: (await createTeam(admin, [member, viewer])).id });
  for (const user of [member, viewer]) {
    await owner.api.put(`/projects/${elsewhere.id}/members/${user.id}`, { role: 'lead' });
    await leaveTeam(admin, team, user);
  }
});
afterAll(() => service.stop());

const isSecret = (body: unknown) => {
  const ids = [secret, secretTask, ofMember, ofViewer].map(({ id }) => id);
  return new RegExp(['secret', ...ids].join('|'), 'i').test(JSON.stringify(body));
};

/** Lists that hold something of the project, for those who reach it. */
const lists = (user: TestUser) => [
  '/projects?status=active',
  `/projects?teamId=${team.id},${otherTeam.id},null`,
  '/projects?search=SECRET',
  '/tasks?sortBy=title',
  `/tasks?projectId=${secret.id}`,
  `/tasks?projectId=${open.id},${secret.id}`,
  '/tasks?search=secret',
  '/tasks?search=SECRET-1',
  '/tasks?tid=SECRET-1',
  `/tasks?assigneeId=${user.id}`,
  '/tasks?assigneeId=null',
  `/tasks?parentId=${secretTask.id}`,
  '/tasks?parentId=null',
  '/tasks?status=Blocked',
  '/tasks?isBlocked=true',
  '/tasks?priority=Urgent',
  '/tasks?dueAfter=2026-11-30&dueBefore=2026-12-02',
  '/tasks?include=project,assignee&fields=id',
  '/tasks?fields=title',
  `/tasks?sprintId=${sprint.id}`,
  `/tasks?epicId=${epic.id}`,
  `/sprints?status=planned`,
  `/sprints?projectId=${open.id},${secret.id}`,
  `/epics?projectId=${secret.id}`,
  `/epics?`,
  `/tasks/${openTask.id}/blockers?`,
  `/tasks/${openTask.id}/activity?`,
];

/** Paths of the project and of things in it. */
const paths = () => [
  ...[`/projects/${secret.id}`].map((path) => [path, PROJECT_NOT_FOUND] as const),
  ...[`/sprints/${sprint.id}`, `/sprints/${sprint.id}/burndown`].map((path) => [path, SPRINT_NOT_FOUND] as const),
  [`/epics/${epic.id}`, EPIC_NOT_FOUND] as const,
  ...['', '/activity', '/blockers', '/comments'].map(
    (end) => [`/tasks/${secretTask.id}${end}`, TASK_NOT_FOUND] as const,
  ),
];

/** Everything that can be read says the same of whether the user reaches the project. */
async function expectReach(user: TestUser, isReached: boolean): Promise<void> {
  for (const path of lists(user)) {
    const bare = await user.api.get<unknown[]>(path);
    const page = await user.api.get(`${path}&page=1&limit=1`);
    expect([path, bare.status, isSecret(bare.body)]).toEqual([path, 200, isReached]);
    expect([path, page.body.meta.pagination.total]).toEqual([path, bare.body.length]);
    expect([path, page.body.data]).toEqual([path, bare.body.slice(0, 1)]);
  }
  for (const [path, notFound] of paths()) {
    const answer = await user.api.get(path);
    if (isReached) expect([path, answer.status]).toEqual([path, 200]);
    else expect([path, ...result(answer)]).toEqual([path, ...notFound]);
  }
}

const members = (user: TestUser) => `/projects/${secret.id}/members/${user.id}`;
const giveTo = (teamId: string | null) => company.admin.api.put(`/projects/${secret.id}`, { teamId });
const setRole = ({ id }: TestUser, role: string) => company.owner.api.put(`/users/${id}`, { role });

type Change = (user: TestUser) => Promise<unknown>;

/** Each way to the project, and the way back. */
const WAYS: [way: string, enter: Change, leave: Change][] = [
  ['in its team', (user) => joinTeam(company.admin, team, user), (user) => leaveTeam(company.admin, team, user)],
  ['a member of it', (user) => company.admin.api.put(members(user)), (user) => company.admin.api.delete(members(user))],
  ['anyone while it has no team', () => giveTo(null), () => giveTo(team.id)],
  [
    'in the other team that it is given to',
    (user) => Promise.all([giveTo(otherTeam.id), joinTeam(company.admin, otherTeam, user)]),
    (user) => Promise.all([giveTo(team.id), leaveTeam(company.admin, otherTeam, user)]),
  ],
  ['ADMIN', (user) => setRole(user, 'ADMIN'), (user) => setRole(user, user === company.member ? 'MEMBER' : 'VIEWER')],
];

describe.each(['member', 'viewer'] as const)('what a %s reads', (role) => {
  it('contains nothing of a project of another team', async () => {
    await expectReach(company[role], false);
  });

  it.each(WAYS)(
    'contains everything of a project for a user who is %s, as long as that is so',
    async (_way, enter, leave) => {
      await enter(company[role]);
      try {
        await expectReach(company[role], true);
      } finally {
        await leave(company[role]);
      }
      await expectReach(company[role], false);
    },
  );

  it('contains nothing of it at any other path', async () => {
    const operations = await findOperations(service.api);
    const others = operations.filter(({ method, isPublic, parameters }) => {
      return method === 'GET' && !isPublic && parameters.length === 0;
    });
    expect(others.length).toBeGreaterThan(5);
    for (const operation of others) {
      const { body } = await company[role].api.get(fill(operation, []));
      expect([operation.name, isSecret(body)]).toEqual([operation.name, false]);
    }
  });
});

describe('what OWNER and ADMIN read', () => {
  it.each(['owner', 'admin'] as const)(
    'contains everything of every project, also for an %s without a team',
    async (role) => {
      const user = company[role];
      // The one list of theirs alone: nothing is assigned to them.
      const ofOthers = lists(user).filter((path) => !path.includes(user.id));
      for (const path of ofOthers) {
        const { body } = await user.api.get(path);
        expect([path, isSecret(body)]).toEqual([path, true]);
      }
      for (const [path] of paths()) expect((await user.api.get(path)).status).toBe(200);
    },
  );
});

describe('a project', () => {
  it('is within reach as long as one way to it is left', async () => {
    const { admin } = company;
    const user = await createUser(company.owner, 'VIEWER');
    const status = async () => (await user.api.get(`/projects/${secret.id}`)).status;
    await joinTeam(admin, team, user);
    await admin.api.put(members(user));
    await leaveTeam(admin, team, user);
    expect(await status()).toBe(200);
    await joinTeam(admin, team, user);
    await admin.api.delete(members(user));
    expect(await status()).toBe(200);
    await leaveTeam(admin, team, user);
    expect(await status()).toBe(404);
  });

  it('is open to all once its team is deleted', async () => {
    const { admin, viewer } = company;
    const last = await createTeam(admin);
    const { id } = await createProject(admin, { teamId: last.id });
    expect(result(await viewer.api.get(`/projects/${id}`))).toEqual(PROJECT_NOT_FOUND);
    await admin.api.delete(`/teams/${last.id}`);
    expect((await viewer.api.get(`/projects/${id}`)).body).toMatchObject({ id, teamId: null });
  });

  it('stays within reach of its creator when it belongs to another team', async () => {
    const { member, viewer } = company;
    const { id } = await createProject(member, { teamId: team.id });
    expect((await member.api.get(`/projects/${id}`)).status).toBe(200);
    expect((await viewer.api.get(`/projects/${id}`)).status).toBe(404);
    expect((await member.api.delete(`/projects/${id}/members/${member.id}`)).status).toBe(204);
    expect((await member.api.get(`/projects/${id}`)).status).toBe(404);
  });
});

describe('what a member writes', () => {
  /** In an order in which each works for who reaches the project; with the refusal for who does not. */
  const requests = () =>
    [
      ['PUT', `/projects/${secret.id}`, { description: 'Seen' }, 200, PROJECT_NOT_FOUND],
      ['PUT', `/projects/${secret.id}`, { teamId: randomUUID() }, 404, PROJECT_NOT_FOUND],
      ['PUT', `/projects/${secret.id}/members/${company.viewer.id}`, {}, 200, PROJECT_NOT_FOUND],
      ['DELETE', `/projects/${secret.id}/members/${company.viewer.id}`, undefined, 204, PROJECT_NOT_FOUND],
      ['POST', '/tasks', { title: 'New', projectId: secret.id }, 201, PROJECT_NOT_FOUND],
      ['POST', '/tasks', { title: 'New', projectId: secret.id, parentId: secretTask.id }, 201, PROJECT_NOT_FOUND],
      ['POST', '/tasks', { title: 'New', projectId: open.id, parentId: secretTask.id }, 400, TASK_NOT_FOUND],
      ['PUT', `/tasks/${secretTask.id}`, { priority: 'Low' }, 200, TASK_NOT_FOUND],
      ['PUT', `/tasks/${secretTask.id}`, { projectId: open.id }, 400, TASK_NOT_FOUND],
      ['PUT', `/tasks/${openTask.id}`, { parentId: secretTask.id }, 400, TASK_NOT_FOUND],
      ['POST', '/tasks/bulk', { ids: [openTask.id, secretTask.id], set: { priority: 'Low' } }, 200, TASK_NOT_FOUND],
      ['POST', '/tasks/bulk', { ids: [openTask.id], set: { parentId: secretTask.id } }, 400, TASK_NOT_FOUND],
      ['POST', `/tasks/${secretTask.id}/move`, { afterId: ofMember.id }, 200, TASK_NOT_FOUND],
      ['POST', `/tasks/${openTask.id}/move`, { beforeId: secretTask.id }, 400, TASK_NOT_FOUND],
      ['POST', `/tasks/${openTask.id}/blockers`, { taskId: secretTask.id }, 200, TASK_NOT_FOUND],
      ['POST', `/tasks/${otherOpenTask.id}/blockers`, { taskId: ofMember.id }, 201, TASK_NOT_FOUND],
      ['POST', `/tasks/${ofViewer.id}/blockers`, { taskId: otherOpenTask.id }, 201, TASK_NOT_FOUND],
      ['DELETE', `/tasks/${ofViewer.id}/blockers/${otherOpenTask.id}`, undefined, 204, TASK_NOT_FOUND],
      ['DELETE', `/tasks/${openTask.id}/blockers/${secretTask.id}`, undefined, 204, TASK_NOT_FOUND],
      ['POST', '/sprints', { name: 'New', projectId: secret.id }, 201, PROJECT_NOT_FOUND],
      ['PUT', `/sprints/${sprint.id}`, { name: 'Seen' }, 200, SPRINT_NOT_FOUND],
      ['PUT', `/tasks/${ofMember.id}`, { sprintId: sprint.id }, 200, TASK_NOT_FOUND],
      ['PUT', `/tasks/${openTask.id}`, { sprintId: sprint.id }, 400, SPRINT_NOT_FOUND],
      ['POST', '/tasks', { title: 'New', projectId: open.id, sprintId: sprint.id }, 400, SPRINT_NOT_FOUND],
      ['POST', `/sprints/${sprint.id}/start`, undefined, 200, SPRINT_NOT_FOUND],
      ['POST', `/sprints/${sprint.id}/complete`, {}, 200, SPRINT_NOT_FOUND],
      ['POST', `/sprints/${sprint.id}/cancel`, undefined, 409, SPRINT_NOT_FOUND],
      ['DELETE', `/sprints/${sprint.id}`, undefined, 409, SPRINT_NOT_FOUND],
      ['POST', '/epics', { name: 'New', projectId: secret.id }, 201, PROJECT_NOT_FOUND],
      ['PUT', `/epics/${epic.id}`, { name: 'Seen' }, 200, EPIC_NOT_FOUND],
      ['PUT', `/tasks/${openTask.id}`, { epicId: epic.id }, 400, EPIC_NOT_FOUND],
      ['DELETE', `/epics/${epic.id}`, undefined, 204, EPIC_NOT_FOUND],
      ['POST', `/tasks/${secretTask.id}/comments`, { body: 'Seen' }, 201, TASK_NOT_FOUND],
      ['PUT', `/comments/${comment.id}`, { body: 'Seen' }, 403, COMMENT_NOT_FOUND],
      ['DELETE', `/comments/${comment.id}`, undefined, 403, COMMENT_NOT_FOUND],
      ['DELETE', `/tasks/${secretTask.id}`, undefined, 204, TASK_NOT_FOUND],
    ] as const;

  /** All that is stored of the company. */
  const stored = async () => {
    const tables = [
      'projects',
      'project_members',
      'tasks',
      'task_blockers',
      'task_activity',
      'sprints',
      'epics',
      'comments',
      'events',
    ];
    const rows = tables.map((table) => `(SELECT json_agg(r ORDER BY r::text) FROM ${table} r WHERE company_id = $1)`);
    return service.database.rows(`SELECT ${rows.join(', ')}`, [company.id]);
  };

  it('changes nothing of a project out of reach', async () => {
    const before = await stored();
    for (const [method, path, body, , notFound] of requests()) {
      const answer = await company.member.api.send(method, path, body);
      expect([method, path, ...result(answer)]).toEqual([method, path, ...notFound]);
    }
    expect(await stored()).toEqual(before);
  });

  it('cannot name an assignee who cannot reach the project', async () => {
    const { owner, admin, member, viewer } = company;
    const assign = async ({ id: assigneeId }: TestUser) => [
      await owner.api.post('/tasks', { title: 'New', projectId: secret.id, assigneeId }),
      await owner.api.put(`/tasks/${secretTask.id}`, { assigneeId }),
      await owner.api.post('/tasks/bulk', { ids: [openTask.id, secretTask.id], set: { assigneeId } }),
    ];
    for (const answer of [...(await assign(member)), ...(await assign(viewer))]) {
      expect(refusalOf(answer)).toEqual(USER_NOT_FOUND);
    }
    await joinTeam(admin, team, member);
    expect((await assign(member)).map(({ status }) => status)).toEqual([201, 200, 200]);
    await leaveTeam(admin, team, member);
    for (const answer of await assign(admin)) expect(answer.status).toBeLessThan(300);
    for (const answer of await assign(member)) expect(refusalOf(answer)).toEqual(USER_NOT_FOUND);
  });

  it('can change a project of their own team, unlike a viewer', async () => {
    const { admin, member, viewer } = company;
    await joinTeam(admin, team, viewer);
    await joinTeam(admin, team, member);
    for (const [method, path, body, status] of requests()) {
      expect(result(await viewer.api.send(method, path, body))).toEqual(FORBIDDEN);
      const answer = await member.api.send(method, path, body);
      expect([method, path, answer.status]).toEqual([method, path, status]);
    }
  });
});
