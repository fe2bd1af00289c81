import { actionsOf, createColleague, historyOf, type TestColleague } from '../../factories/colleague.factory.js';
import type { TestCompany, TestUser } from '../../factories/company.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { AiServer, completion } from '../../support/ai-server.js';
import { type Chat, eachWithChat } from '../../support/chat.js';
import { eventually } from '../../support/eventually.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let ai: AiServer;
let service: TestService;
let company: TestCompany;
let project: TestProject;
let task: TestTask;
let chat: Chat;
beforeAll(async () => {
  ai = await AiServer.start();
  const aiProvider = { baseUrl: ai.baseUrl, apiKey: null, model: 'some-model', timeoutMs: 20_000 };
  ({ service, company } = await startWithCompanies({ aiProvider, linkUrl: 'https://x.test' }));
});
afterAll(async () => {
  await service.stop();
  ai.stop();
});
eachWithChat((given) => (chat = given));
beforeEach(async () => {
  project = await createProject(company.owner);
  task = await createTask(company.owner, project.id, { title: 'Borrow 3 tables' });
});

const finding = (changes: object = {}) => ({
  taskId: task.id,
  severity: 'warning',
  message: 'It is stuck.',
  suggestion: 'Ask who can help.',
  ...changes,
});

const colleagueOf = (input: object = {}) => createColleague(company.owner, { projectIds: [project.id], ...input });

async function check(user: TestUser, { id }: { id: string }, findings: object[]) {
  ai.willAnswer(completion({ summary: 'So it is.', findings }));
  const { status, body } = await user.api.post(`/virtual-colleagues/${id}/ai-check`);
  expect(status).toBe(200);
  return body;
}

interface Run {
  kind: string;
  trigger: string;
  status: string;
}

const runOf = async (colleague: TestColleague) => (await historyOf(company.owner, colleague))[0]!;

describe('findings of an AI check', () => {
  it('are dropped when the data does not bear them out', async () => {
    const colleague = await colleagueOf();
    const told = await check(company.member, colleague, [
      finding(),
      finding({ message: 'It needs 3 tables.', severity: 'info' }),
      finding({ message: 'It needs 4 tables.' }),
      finding({ message: 'It waits for OTHER-9.' }),
      finding({ suggestion: 'Ask Vera Viewer.' }),
      finding({ suggestion: 'Do it by 2031-01-01.' }),
      finding({ taskId: company.id }),
    ]);
    expect([told.findings.length, told.dropped]).toEqual([2, 5]);
    expect(await runOf(colleague)).toMatchObject({ dropped: 5, actionsGenerated: 2 });
    expect(await actionsOf(company.owner, colleague)).toHaveLength(2);
  });

  it('are believed of a task that nobody here has made, too', async () => {
    await service.database.rows('UPDATE tasks SET created_by_id = NULL WHERE id = $1', [task.id]);
    const colleague = await colleagueOf();
    expect(await check(company.owner, colleague, [finding()])).toMatchObject({ findings: [finding()], dropped: 0 });
    expect(await actionsOf(company.owner, colleague, 'ai_check')).toMatchObject([{ taskId: task.id }]);
    await giveToTeam(service.database, project.id);
    const { checkId } = await check(company.owner, colleague, []);
    const { body } = await company.viewer.api.get(`/virtual-colleagues/${colleague.id}/ai-checks/${checkId}`);
    expect(body).toMatchObject({ summary: null });
  });

  it('of one severity about one task are written once, until the task changes', async () => {
    const colleague = await colleagueOf();
    for (let count = 0; count < 2; count += 1) {
      expect((await check(company.member, colleague, [finding(), finding()])).findings).toHaveLength(2);
    }
    expect(await actionsOf(company.owner, colleague)).toHaveLength(1);
    await check(company.member, colleague, [finding({ severity: 'critical' })]);
    await company.owner.api.put(`/tasks/${task.id}`, { title: 'Borrow tables' });
    await check(company.member, colleague, [finding()]);
    expect(await actionsOf(company.owner, colleague)).toHaveLength(3);
  });

  it('are said under a header where that is wanted, but for those of little weight and muted tasks', async () => {
    const settings = { aiCheck: { speak: true } };
    const colleague = await colleagueOf({ name: 'Ada', settings, notifications: chat.notifications });
    await check(company.member, colleague, [finding(), finding({ severity: 'info' })]);
    expect(chat.posts.map(({ text }) => text.split('\n'))).toEqual([
      [
        '*Ada*',
        'Noticed:',
        `• ${task.tid} (https://x.test/tasks/${task.tid}) "Borrow 3 tables": It is stuck. Ask who can help.`,
      ],
    ]);
    expect((await actionsOf(company.owner, colleague)).map(({ status }) => status)).toEqual(['sent', 'logged']);
    await company.member.api.put(`/tasks/${task.id}/mute`, {});
    await check(company.member, colleague, [finding({ severity: 'critical' })]);
    const [held] = await actionsOf(company.owner, colleague);
    expect(held).toMatchObject({ status: 'held', held: 'muted', severity: 'critical' });
    expect(chat.posts).toHaveLength(1);
  });

  it('link the tasks that they name', async () => {
    const other = await createTask(company.owner, project.id);
    const colleague = await colleagueOf({ settings: { aiCheck: { speak: true } }, notifications: chat.notifications });
    await check(company.member, colleague, [finding({ message: `It waits for ${other.tid}.` })]);
    expect(chat.posts[0]!.text).toContain(`It waits for ${other.tid} (https://x.test/tasks/${other.tid}). Ask who`);
  });

  it('come after each scheduled scan where that is wanted', async () => {
    const colleague = await colleagueOf({ settings: { aiCheck: { withScan: true } } });
    ai.willAnswer(completion({ summary: 'So it is.', findings: [finding()] }));
    await service.database.rows('UPDATE virtual_colleagues SET next_run_at = now() WHERE id = $1', [colleague.id]);
    let runs: Run[] = [];
    await eventually('the check', async () => {
      runs = await historyOf<Run>(company.owner, colleague);
      return runs.length === 2 && runs.every(({ status }) => status !== 'running');
    });
    expect(runs.map(({ kind, trigger, status }) => [kind, trigger, status])).toEqual([
      ['ai_check', 'schedule', 'success'],
      ['scan', 'schedule', 'success'],
    ]);
    expect(await actionsOf(company.owner, colleague, 'ai_check')).toHaveLength(1);
  });

  it('are read later by everyone, as far as they reach the tasks', async () => {
    const hidden = await createProject(company.owner);
    await giveToTeam(service.database, hidden.id);
    const secret = await createTask(company.owner, hidden.id);
    const colleague = await colleagueOf({ projectIds: [project.id, hidden.id] });
    const told = await check(company.admin, colleague, [finding(), finding({ taskId: secret.id })]);
    const path = `/virtual-colleagues/${colleague.id}/ai-checks/${told.checkId}`;
    expect((await company.admin.api.get(path)).body).toEqual(told);
    expect((await company.viewer.api.get(path)).body).toEqual({ ...told, summary: null, findings: [told.findings[0]] });
    const other = await colleagueOf();
    expect((await company.admin.api.get(`/virtual-colleagues/${other.id}/ai-checks/${told.checkId}`)).status).toBe(404);
  });
});
