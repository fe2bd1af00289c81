import { actionsOf, createColleague, historyOf, scan, type TestColleague } from '../../factories/colleague.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { refusalOf, UNKNOWN_ID } from '../../support/answers.js';
import { type Chat, eachWithChat } from '../../support/chat.js';
import { atMoment, DAY, HOUR, iso } from '../../support/clock.js';
import { startTestService, type TestService, startWithCompanies } from '../../support/test-service.js';

const IN_PROGRESS = [409, { error: 'Scan already in progress' }];

let service: TestService;
let company: TestCompany;
let project: TestProject;
let chat: Chat;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());
eachWithChat((given) => (chat = given));
beforeEach(async () => {
  project = await createProject(company.owner);
});

const overdue = (input: object = {}) =>
  createTask(company.owner, project.id, { dueDate: iso(Date.now() - 3 * DAY), ...input });

const colleagueOf = (input: object = {}) => createColleague(company.owner, { projectIds: [project.id], ...input });

async function found({ id }: { id: string }): Promise<TestColleague> {
  return (await company.owner.api.get<TestColleague>(`/virtual-colleagues/${id}`)).body;
}

describe('POST /virtual-colleagues/{id}/scan', () => {
  it('scans, and records the outcome', async () => {
    await overdue();
    await createTask(company.owner, project.id, { status: 'Done' });
    const colleague = await colleagueOf();
    const { status, body } = await company.member.api.post(`/virtual-colleagues/${colleague.id}/scan`);
    expect([status, body]).toEqual([
      200,
      {
        scanId: expect.any(String),
        tasksScanned: 1,
        actionsGenerated: 2,
        sent: 0,
        failed: 0,
        durationMs: expect.any(Number),
        lastScanAt: expect.any(String),
        nextScanAt: colleague.nextRunAt,
      },
    ]);
    expect(await historyOf(company.viewer, colleague)).toEqual([
      {
        scanId: body.scanId,
        kind: 'scan',
        trigger: 'manual',
        status: 'success',
        tasksScanned: 1,
        actionsGenerated: 2,
        sent: 0,
        failed: 0,
        byRule: { 'task.overdue': 1, digest: 1 },
        held: { repeat: 0, muted: 0, promised: 0, active: 0, said: 0, away: 0, budget: 0 },
        dropped: 0,
        durationMs: body.durationMs,
        startedAt: body.lastScanAt,
        finishedAt: expect.any(String),
        error: null,
      },
    ]);
    const after = await found(colleague);
    expect(after).toMatchObject({
      lastRunAt: body.lastScanAt,
      lastRunStatus: 'success',
      nextRunAt: colleague.nextRunAt,
      updatedAt: colleague.updatedAt,
    });
    const actions = await actionsOf(company.owner, colleague);
    expect(actions.map(({ rule, scanId, status: state }) => [rule, scanId, state])).toEqual([
      ['task.overdue', body.scanId, 'logged'],
      ['digest', body.scanId, 'logged'],
    ]);
    expect(after).toMatchObject({ recentActivity: actions });
    expect(actions[0]!.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('emits no events', async () => {
    await overdue();
    const colleague = await colleagueOf();
    const count = async () => (await service.database.rows<{ count: number }>('SELECT count(*) FROM events'))[0]!.count;
    const before = await count();
    await scan(company.owner, colleague);
    await company.owner.api.delete(`/virtual-colleagues/${colleague.id}`);
    expect(await count()).toBe(before);
  });

  it('checks 404, then 400, then 409', async () => {
    const unknown = await company.member.api.post(`/virtual-colleagues/${UNKNOWN_ID}/scan`);
    expect([unknown.status, unknown.body]).toEqual([404, { error: 'Virtual colleague not found' }]);
    const colleague = await colleagueOf({ notifications: chat.notifications });
    const path = `/virtual-colleagues/${colleague.id}`;
    const release = chat.hold();
    const running = company.member.api.post(`${path}/scan`);
    await chat.got(1);
    const second = await company.member.api.post(`${path}/scan`);
    expect([second.status, second.body]).toEqual(IN_PROGRESS);
    await company.owner.api.put(path, { active: false });
    const disabled = await company.member.api.post(`${path}/scan`);
    expect(refusalOf(disabled)).toEqual([400, 'INVALID_INPUT', expect.stringMatching(/disabled/)]);
    release();
    expect((await running).status).toBe(200);
  });

  it('shows a run in progress, and its actions once it has ended', async () => {
    const colleague = await colleagueOf({ notifications: chat.notifications });
    const release = chat.hold();
    const running = scan(company.member, colleague);
    await chat.got(1);
    expect(await historyOf(company.viewer, colleague)).toEqual([
      expect.objectContaining({ status: 'running', durationMs: null, finishedAt: null }),
    ]);
    expect(await actionsOf(company.owner, colleague)).toEqual([]);
    expect(await found(colleague)).toMatchObject({ lastRunAt: null, recentActivity: [] });
    release();
    await running;
    expect(await actionsOf(company.owner, colleague)).toHaveLength(1);
  });

  it('runs one scan at a time over all instances', async () => {
    const other = await startTestService({}, service.database);
    const colleague = await colleagueOf({ notifications: chat.notifications });
    const release = chat.hold();
    const answers = Array.from({ length: 10 }, (_, index) => {
      const api = index % 2 === 0 ? company.member.api : other.api.as(company.member.token);
      return api.post(`/virtual-colleagues/${colleague.id}/scan`);
    });
    await chat.got(1);
    const refused = await Promise.race(answers.map((answer) => answer.then(({ status, body }) => [status, body])));
    expect(refused).toEqual(IN_PROGRESS);
    release();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    // Those that came when it was over scan again; no two at once ever did.
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    expect(await historyOf(company.viewer, colleague)).toHaveLength(statuses.filter((status) => status === 200).length);
    await other.stop();
  });
});

describe('the scanned projects', () => {
  it('are its active projects', async () => {
    const archived = await createProject(company.owner);
    for (const { id } of [project, archived, await createProject(company.owner)]) await createTask(company.owner, id);
    await company.owner.api.post(`/projects/${archived.id}/archive`);
    const colleague = await colleagueOf({ projectIds: [project.id, archived.id] });
    expect((await scan(company.member, colleague)).tasksScanned).toBe(1);
  });

  it('are all active projects, also later ones, if it has none of its own', async () => {
    const { owner } = await createCompany(service.api);
    const colleague = await createColleague(owner);
    const { id } = await createProject(owner);
    await createTask(owner, id);
    expect((await scan(owner, colleague)).tasksScanned).toBe(1);
  });

  it('is nothing once its last project is deleted, until it gets others', async () => {
    const doomed = await createProject(company.owner);
    await createTask(company.owner, doomed.id);
    const colleague = await colleagueOf({ projectIds: [doomed.id] });
    await company.owner.api.delete(`/projects/${doomed.id}`);
    expect((await scan(company.member, colleague)).tasksScanned).toBe(0);
    await company.owner.api.put(`/virtual-colleagues/${colleague.id}`, { projectIds: [] });
    expect((await scan(company.member, colleague)).tasksScanned).toBeGreaterThan(0);
  });
});

describe('a repetition', () => {
  it('comes after the hours, to the millisecond; the digest every time', async () => {
    await overdue();
    const colleague = await colleagueOf({ settings: { chase: { repeatHours: 5, backOff: false } } });
    const start = Date.now();
    const rulesAt = async (moment: number) => {
      const { scanId } = await atMoment(moment, () => scan(company.member, colleague));
      const actions = await actionsOf(company.owner, colleague);
      return actions.filter((action) => action.scanId === scanId).map(({ rule }) => rule);
    };
    expect(await rulesAt(start)).toEqual(['task.overdue', 'digest']);
    expect(await rulesAt(start + 5 * HOUR - 1)).toEqual(['digest']);
    expect(await rulesAt(start + 5 * HOUR)).toEqual(['task.overdue', 'digest']);
    expect(await rulesAt(start + 5 * HOUR + 1)).toEqual(['digest']);
  });

  it('means the same colleague, rule and subject', async () => {
    const { id } = await overdue();
    const first = await colleagueOf();
    const [second, other] = [await colleagueOf(), await colleagueOf({ role: 'project_lead' })];
    for (const colleague of [first, second, other]) await scan(company.member, colleague);
    await overdue();
    await scan(company.member, first);
    const chased = async (colleague: TestColleague) =>
      (await actionsOf(company.owner, colleague, 'task.overdue')).map(({ taskId }) => taskId);
    expect([await chased(second), await chased(other)]).toEqual([[id], [id]]);
    expect(new Set(await chased(first)).size).toBe(2);
  });
});

describe('a switch', () => {
  it.each([
    ['chase', ['task.due_soon', 'task.blocked', 'digest']],
    ['reminder', ['task.overdue', 'task.blocked', 'digest']],
    ['escalation', ['task.overdue', 'task.due_soon', 'digest']],
    ['reporting', ['task.overdue', 'task.due_soon', 'task.blocked']],
  ])('of %s turns its actions off', async (part, rules) => {
    await overdue();
    await createTask(company.owner, project.id, { dueDate: iso(Date.now() + HOUR) });
    await createTask(company.owner, project.id, { status: 'Blocked' });
    const settings = { escalation: { blockedHours: 0 } };
    const colleague = await colleagueOf({ settings });
    await company.owner.api.put(`/virtual-colleagues/${colleague.id}`, { settings: { [part]: { enabled: false } } });
    await scan(company.member, colleague);
    const said = (await actionsOf(company.owner, colleague)).map(({ rule }) => rule);
    expect(said.sort()).toEqual(rules.sort());
  });
});

describe('the activity', () => {
  it('shows actions within reach only; the counts stay', async () => {
    const hidden = await createProject(company.owner);
    await giveToTeam(service.database, hidden.id);
    const seen = await overdue();
    await createTask(company.owner, hidden.id, { dueDate: iso(Date.now() - 3 * DAY) });
    const colleague = await colleagueOf({ projectIds: [project.id, hidden.id] });
    expect(await scan(company.member, colleague)).toMatchObject({ tasksScanned: 2, actionsGenerated: 3 });
    expect(await actionsOf(company.admin, colleague)).toHaveLength(3);
    // The digest tells of both projects.
    const reached = [expect.objectContaining({ rule: 'task.overdue', taskId: seen.id })];
    expect(await actionsOf(company.member, colleague)).toEqual(reached);
    const { body } = await company.viewer.api.get(`/virtual-colleagues/${colleague.id}`);
    expect(body.recentActivity).toEqual(reached);
    expect((await historyOf(company.viewer, colleague))[0]).toMatchObject({ tasksScanned: 2, actionsGenerated: 3 });
  });

  it('and the history are the newest first, as an array or in pages', async () => {
    const colleague = await colleagueOf();
    const scans: string[] = [];
    for (let count = 0; count < 3; count += 1) scans.unshift((await scan(company.member, colleague)).scanId);
    for (const list of ['scan-history', 'activity']) {
      const path = `/virtual-colleagues/${colleague.id}/${list}`;
      const idsOf = (items: { scanId: string }[]) => items.map(({ scanId }) => scanId);
      expect(idsOf((await company.viewer.api.get(path)).body)).toEqual(scans);
      const page = await company.viewer.api.get(`${path}?page=2&limit=2`);
      expect([idsOf(page.body.data), page.body.meta.pagination.total]).toEqual([scans.slice(2), 3]);
    }
  });

  it('shows the newest 20 with its colleague', async () => {
    const colleague = await colleagueOf();
    for (let count = 0; count < 21; count += 1) await scan(company.member, colleague);
    const { body } = await company.owner.api.get(`/virtual-colleagues/${colleague.id}`);
    expect(body.recentActivity).toEqual((await actionsOf(company.owner, colleague)).slice(0, 20));
  });

  it('is deleted with its colleague', async () => {
    const colleague = await colleagueOf();
    await scan(company.member, colleague);
    await company.owner.api.delete(`/virtual-colleagues/${colleague.id}`);
    for (const table of ['virtual_colleague_runs', 'virtual_colleague_activity']) {
      expect(await service.database.rows(`SELECT 1 FROM ${table} WHERE colleague_id = $1`, [colleague.id])).toEqual([]);
    }
  });
});
