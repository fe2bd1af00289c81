import { createAgent, type TestAgent } from '../../factories/agent.factory.js';
import { actionsOf, createColleague, historyOf, scan, type TestColleague } from '../../factories/colleague.factory.js';
import type { TestCompany, TestUser } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { createWebhook } from '../../factories/webhook.factory.js';
import { refusalOf, UNKNOWN_ID } from '../../support/answers.js';
import { eventually } from '../../support/eventually.js';
import { receivers } from '../../support/webhook-suite.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const RULE = 'task.delegate';

const start = receivers();

let service: TestService;
let company: TestCompany;
let project: TestProject;
let ada: TestAgent;
let bob: TestAgent;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
});
afterAll(() => service.stop());
beforeEach(async () => {
  project = await createProject(company.owner);
  const input = { projectIds: [project.id], settings: { work: { concurrent: 10 } } };
  bob = await createAgent(company.owner, 'Bob', input);
  ada = await createAgent(company.owner, 'Ada', input);
});

const orchestrator = (delegation: object = {}, settings: object = {}, input: object = {}): Promise<TestColleague> =>
  createColleague(company.owner, {
    role: 'agent_orchestrator',
    name: 'Olga',
    projectIds: [project.id],
    settings: { delegation: { enabled: true, ...delegation }, reporting: { digest: 'agents' }, ...settings },
    ...input,
  });

const estimated = (input: object = {}) => createTask(company.owner, project.id, { estimatedHours: 3, ...input });
const delegateOf = async (id: string) => (await company.owner.api.get(`/tasks/${id}`)).body.delegateId;
const said = (colleague: TestColleague) => actionsOf(company.owner, colleague, RULE);

describe('settings.delegation', () => {
  const OFF = { enabled: false, agentIds: [], filter: null, perRun: 10 };

  it('is of an orchestrator alone, with its defaults', async () => {
    const made = await createColleague(company.owner, { role: 'agent_orchestrator' });
    expect(made.settings).toMatchObject({
      delegation: OFF,
      rules: { 'work.review_waiting': true, 'work.stuck': true, 'task.delegate': true },
    });
    const { body } = await company.viewer.api.get('/virtual-colleagues/presets');
    for (const { role, settings } of body) {
      expect(settings.delegation).toEqual(role === 'agent_orchestrator' ? OFF : undefined);
      expect('work.stuck' in settings.rules).toBe(role === 'agent_orchestrator');
    }
    const member = await createColleague(company.owner, { role: 'member' });
    for (const [settings, field] of [
      [{ delegation: { enabled: true } }, 'settings.delegation'],
      [{ rules: { 'work.stuck': false } }, 'settings.rules.work.stuck'],
    ] as const) {
      const refused = [400, 'VALIDATION_ERROR', { [field]: expect.stringContaining('agent_orchestrator') }];
      const path = `/virtual-colleagues/${member.id}`;
      expect(refusalOf(await company.owner.api.put(path, { settings }))).toEqual(refused);
      expect(refusalOf(await company.owner.api.post(`${path}/preview`, { settings }))).toEqual(refused);
      const input = { name: 'x', role: 'agent', settings };
      expect(refusalOf(await company.owner.api.post('/virtual-colleagues', input))).toEqual(refused);
    }
  });

  it('merges, keeps its filter by id, and goes back to the preset', async () => {
    const label = await company.owner.api.post('/labels', { name: `for agents ${project.key}` });
    const { id } = await orchestrator({ agentIds: [ada.id, ada.id], filter: `label = "${label.body.name}"` });
    const path = `/virtual-colleagues/${id}`;
    await company.owner.api.put(`/labels/${label.body.id}`, { name: `agents ${project.key}` });
    const shown = { enabled: true, agentIds: [ada.id], filter: `label = "agents ${project.key}"`, perRun: 10 };
    expect((await company.viewer.api.get(path)).body.settings.delegation).toEqual(shown);
    const listed = (await company.viewer.api.get('/virtual-colleagues')).body as TestColleague[];
    expect(listed.find((one) => one.id === id)?.settings).toMatchObject({ delegation: shown });
    const put = async (delegation: unknown) =>
      (await company.owner.api.put(path, { settings: { delegation } })).body.settings.delegation;
    expect(await put({ perRun: 3 })).toEqual({ ...shown, perRun: 3 });
    expect(await put({ filter: null, perRun: null })).toEqual({ ...shown, filter: null });
    expect(await put(null)).toEqual(OFF);
  });

  it.each<[delegation: object, problem: [number, string, unknown?]]>([
    [{ perRun: 201 }, [400, 'VALIDATION_ERROR', { 'settings.delegation.perRun': 'Must be from 0 to 200' }]],
    [
      { filter: 'nonsense = 1' },
      [400, 'VALIDATION_ERROR', { 'settings.delegation.filter': expect.stringContaining('nonsense') }],
    ],
    [{ agentIds: [UNKNOWN_ID] }, [404, 'Virtual colleague not found']],
  ])('refuses %j', async (delegation, problem) => {
    const { id } = await createColleague(company.owner, { role: 'agent_orchestrator' });
    const answer = await company.owner.api.put(`/virtual-colleagues/${id}`, { settings: { delegation } });
    if (problem[0] === 404) expect([answer.status, answer.body.error]).toEqual(problem);
    else expect(refusalOf(answer)).toEqual(problem);
  });

  it('refuses colleagues that take no work', async () => {
    const { id } = await createColleague(company.owner, { role: 'agent_orchestrator' });
    const member = await createColleague(company.owner, { role: 'member' });
    const settings = { delegation: { agentIds: [member.id] } };
    expect(refusalOf(await company.owner.api.put(`/virtual-colleagues/${id}`, { settings }))).toEqual([
      400,
      'VALIDATION_ERROR',
      { 'settings.delegation.agentIds': 'Each must be an agent or an agent_orchestrator' },
    ]);
  });
});

describe('a scan that delegates', () => {
  it('gives each task to the agent with the fewest open ones, ties by name', async () => {
    await estimated({ delegateId: ada.id });
    const tasks = [];
    for (let n = 0; n < 4; n += 1) tasks.push(await estimated());
    const taken = await estimated({ assigneeId: company.member.id });
    const colleague = await orchestrator();
    await scan(company.member, colleague);
    const delegates = await Promise.all(tasks.map(({ id }) => delegateOf(id)));
    expect(delegates).toEqual([bob.id, ada.id, bob.id, ada.id]);
    expect(await delegateOf(taken.id)).toBeNull();
    const actions = await said(colleague);
    expect(actions.map(({ type, taskId, userId, message }) => [type, taskId, userId, message])).toEqual(
      tasks.map(({ id, tid, title }, n) => [
        'report',
        id,
        null,
        `${tid} "${title}" (3 h) goes to ${n % 2 ? 'Ada' : 'Bob'}.`,
      ]),
    );
    const [run] = await historyOf<{ byRule: object }>(company.owner, colleague);
    expect(run?.byRule).toEqual({ [RULE]: 4, digest: 1 });
  });

  it('acts as the colleague: in the history and in the events, and in no webhook', async () => {
    const receiver = await start();
    const task = await estimated();
    await createWebhook(company.owner, { url: receiver.url, projectId: project.id });
    const colleague = await orchestrator();
    await scan(company.admin, colleague);
    const actor = { type: 'colleague', id: colleague.id, name: 'Olga', userId: company.admin.id, apiKeyId: null };
    const { body } = await company.owner.api.get('/events?event=task.updated');
    const events = body.data.filter((event: { data: { id: string } }) => event.data.id === task.id);
    expect(events).toEqual([expect.objectContaining({ actor, data: expect.objectContaining({ delegateId: ada.id }) })]);
    const history = (await company.owner.api.get(`/tasks/${task.id}/activity`)).body[0];
    expect(history).toMatchObject({ changes: { delegateId: { from: null, to: ada.id } } });
    expect(JSON.stringify(history)).toContain('Olga');
    // A later change of a person is delivered; it comes first.
    await company.owner.api.put(`/tasks/${task.id}`, { title: 'Renamed' });
    const [delivered] = await receiver.received(1);
    expect(delivered!.body).toMatchObject({ data: { title: 'Renamed' } });
  });

  it('leaves over what is more than perRun, and takes it with the next run', async () => {
    const tasks = [];
    for (let n = 0; n < 3; n += 1) tasks.push(await estimated());
    const colleague = await orchestrator({ perRun: 2, agentIds: [ada.id] });
    await scan(company.member, colleague);
    expect(await said(colleague)).toHaveLength(2);
    await scan(company.member, colleague);
    const [third, first, second] = tasks.map(({ id }) => id).toSpliced(0, 0, tasks[2]!.id);
    expect((await said(colleague)).map(({ taskId }) => taskId)).toEqual([third, first, second]);
    expect(new Set(await Promise.all(tasks.map(({ id }) => delegateOf(id))))).toEqual(new Set([ada.id]));
  });

  it('heeds its filter and who reaches what; of the rest the rule speaks as before', async () => {
    const high = await estimated({ priority: 'High' });
    const low = await estimated({ priority: 'Low' });
    const colleague = await orchestrator({ filter: 'priority = High' });
    await scan(company.member, colleague);
    expect([await delegateOf(high.id), await delegateOf(low.id)]).toEqual([ada.id, null]);
    const messages = (await said(colleague)).map(({ taskId, message }) => [
      taskId,
      message.endsWith('is ready for an agent.'),
    ]);
    expect(messages).toEqual([
      [high.id, false],
      [low.id, true],
    ]);
    for (const { id } of [ada, bob]) await company.owner.api.put(`/virtual-colleagues/${id}`, { active: false });
    const rest = await orchestrator();
    await scan(company.member, rest);
    expect(await delegateOf(low.id)).toBeNull();
    expect(await said(rest)).toHaveLength(1);
  });

  it('delegates nothing by a filter that is broken, and says so', async () => {
    const label = await company.owner.api.post('/labels', { name: `gone ${project.key}` });
    const task = await estimated({ labelIds: [label.body.id] });
    const colleague = await orchestrator({ filter: `label = "gone ${project.key}"` });
    await company.owner.api.delete(`/labels/${label.body.id}`);
    await scan(company.member, colleague);
    expect(await delegateOf(task.id)).toBeNull();
    const [run] = await historyOf(company.owner, colleague);
    expect(run).toMatchObject({ status: 'partial', error: expect.stringContaining('nothing was delegated') });
  });

  it('is previewed without a change, and does nothing while the rule or its part is off', async () => {
    const task = await estimated();
    const colleague = await orchestrator();
    const { body } = await company.member.api.post(`/virtual-colleagues/${colleague.id}/preview`, {});
    expect(body.actions).toContainEqual(
      expect.objectContaining({ rule: RULE, taskId: task.id, message: expect.stringContaining('goes to Ada.') }),
    );
    expect(await delegateOf(task.id)).toBeNull();
    for (const settings of [{ rules: { [RULE]: false } }, { reporting: { enabled: false } }]) {
      await scan(company.member, await orchestrator({}, settings));
      expect(await delegateOf(task.id)).toBeNull();
    }
  });

  it('counts attempts anew, and its owner is told of questions', async () => {
    const task = await estimated();
    const colleague = await orchestrator({ agentIds: [bob.id] }, {}, { ownerId: company.admin.id });
    await scan(company.member, colleague);
    const { body } = await bob.api.post('/work/next', {});
    expect(body.work).toMatchObject({ taskId: task.id, attempt: 1 });
    await bob.api.post(`/work/${body.work.id}/ask`, { question: 'Which one?' });
    await eventually('the question in the inbox', async () =>
      JSON.stringify((await company.admin.api.get('/inbox?reason=agent')).body).includes('Bob asks: Which one?'),
    );
  });
});

describe('a task that a key of an orchestrator makes', () => {
  it.each(['POST /tasks', 'POST /tasks/bulk-create'])(
    '%s: its owner is told of questions, not who made the key',
    async (route) => {
      const owned = { role: 'agent_orchestrator', ownerId: company.viewer.id };
      const olga = await createAgent(company.owner, 'Olga', owned);
      const input = { title: 'Made by Olga', projectId: project.id, delegateId: bob.id };
      const { body } = route.endsWith('create')
        ? await olga.api.post('/tasks/bulk-create', { tasks: [input] })
        : await olga.api.post('/tasks', input);
      const taskId = (body.tasks?.[0] ?? body).id as string;
      const { body: taken } = await bob.api.post('/work', { taskId });
      await bob.api.post(`/work/${taken.work.id}/ask`, { question: `Which, of ${taskId}?` });
      const isTold = async ({ api }: TestUser) =>
        JSON.stringify((await api.get('/inbox?reason=agent')).body).includes(`Which, of ${taskId}?`);
      await eventually('the question in the inbox', () => isTold(company.viewer));
      expect(await isTold(company.owner)).toBe(false);
    },
  );
});

describe('work.review_waiting and work.stuck', () => {
  it('tell who answers for the task', async () => {
    const assigneeId = company.member.id;
    const waiting = await createTask(company.owner, project.id, { delegateId: ada.id, assigneeId });
    const stuck = await createTask(company.owner, project.id, { delegateId: bob.id });
    const taken = async (agent: TestAgent, taskId: string) =>
      (await agent.api.post('/work', { taskId })).body.work.id as string;
    await ada.api.post(`/work/${await taken(ada, waiting.id)}/submit`, { summary: 'It is done' });
    await bob.api.post(`/work/${await taken(bob, stuck.id)}/fail`, { reason: 'I cannot', retry: false });
    const settings = { reminder: { reviewHours: 0 } };
    const colleague = await orchestrator({ enabled: false }, settings);
    await scan(company.member, colleague);
    const actions = (await actionsOf(company.owner, colleague)).filter(({ rule }) => rule !== 'digest');
    expect(actions.map(({ rule, type, taskId, userId, message }) => [rule, type, taskId, userId, message])).toEqual([
      [
        'work.review_waiting',
        'reminder',
        waiting.id,
        assigneeId,
        expect.stringMatching(/the work of Ada has waited since today\. Accept or return it\.$/),
      ],
      [
        'work.stuck',
        'escalation',
        stuck.id,
        company.owner.id,
        expect.stringMatching(/is stuck, Bob gave up\. Delegate it anew or do it yourself\.$/),
      ],
    ]);
    await scan(company.member, colleague);
    expect(await actionsOf(company.owner, colleague, 'work.stuck')).toHaveLength(1);
    const quiet = { ...settings, rules: { 'work.stuck': false, 'work.review_waiting': false } };
    const other = await orchestrator({ enabled: false }, quiet);
    await scan(company.member, other);
    const rules = (await actionsOf(company.owner, other)).map(({ rule }) => rule);
    expect(rules).toEqual(['task.review_waiting', 'digest']);
    const later = await orchestrator({ enabled: false }, { reminder: { reviewHours: 1 } });
    await scan(company.member, later);
    expect(await actionsOf(company.owner, later, 'work.review_waiting')).toEqual([]);
  });

  it('leave out what was reviewed or delegated anew', async () => {
    const reviewed = await createTask(company.owner, project.id, { delegateId: ada.id });
    const stuck = await createTask(company.owner, project.id, { delegateId: bob.id });
    const { body: first } = await ada.api.post('/work', { taskId: reviewed.id });
    await ada.api.post(`/work/${first.work.id}/submit`, { summary: 'It is done' });
    await company.member.api.post(`/work/${first.work.id}/review`, { decision: 'accept' });
    const { body: second } = await bob.api.post('/work', { taskId: stuck.id });
    await bob.api.post(`/work/${second.work.id}/fail`, { reason: 'I cannot', retry: false });
    await company.member.api.put(`/tasks/${stuck.id}`, { delegateId: bob.id });
    const colleague = await orchestrator({ enabled: false }, { reminder: { reviewHours: 0 } });
    await scan(company.member, colleague);
    expect((await actionsOf(company.owner, colleague)).map(({ rule }) => rule)).toEqual(['digest']);
  });
});
