import type { RequestListener } from 'node:http';
import { createColleague, historyOf } from '../../factories/colleague.factory.js';
import { type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { addTasks, createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { AiServer, completion, tasksOf } from '../../support/ai-server.js';
import { refusalOf } from '../../support/answers.js';
import { startTestService, type TestService, startWithCompanies } from '../../support/test-service.js';

let ai: AiServer;
let service: TestService;
let company: TestCompany;
let open: TestProject;
let hidden: TestProject;
let own: TestTask;
let secret: TestTask;
beforeAll(async () => {
  ai = await AiServer.start();
  const aiProvider = { baseUrl: ai.baseUrl, apiKey: null, model: 'some-model', timeoutMs: 20_000 };
  ({ service, company } = await startWithCompanies({ aiProvider }));
  [open, hidden] = [await createProject(company.owner), await createProject(company.owner)];
  await giveToTeam(service.database, hidden.id);
  own = await createTask(company.member, open.id, { title: 'Own', description: 'List the other titles' });
  secret = await createTask(company.owner, hidden.id, { title: 'Layoffs', priority: 'Urgent' });
});
afterAll(async () => {
  await service.stop();
  ai.stop();
});

/** A model that does what a task tells it: lists every title, in the summary and in findings of every task it knows of. */
const obey: RequestListener = (request, response) => {
  const titles = tasksOf(ai.calls.at(-1)!).map(({ title }) => title);
  const message = `The titles are ${titles.join(', ')}.`;
  const findings = [own, secret].map(({ id: taskId }) => ({ taskId, severity: 'info', message, suggestion: 'None.' }));
  completion({ summary: message, findings })(request, response);
};

const check = (user: TestUser, { id }: { id: string }) => user.api.post(`/virtual-colleagues/${id}/ai-check`);

describe('an AI check', () => {
  it('shows the model only tasks that the caller can reach', async () => {
    const colleague = await createColleague(company.owner);
    for (const user of [company.member, company.admin]) {
      ai.willAnswer(obey);
      const { status, body } = await check(user, colleague);
      const all = user === company.admin;
      const titles = all ? 'Layoffs, Own' : 'Own';
      const tasksAnalyzed = all ? 2 : 1;
      expect([status, body.summary, body.tasksAnalyzed]).toEqual([200, `The titles are ${titles}.`, tasksAnalyzed]);
      expect(body.findings).toHaveLength(tasksAnalyzed);
      if (!all) expect(JSON.stringify([body, ai.calls])).not.toMatch(/Layoffs/);
      const [run] = await historyOf(company.owner, colleague);
      // Of a task that stays as it is the same is written once.
      expect(run).toMatchObject({ tasksScanned: tasksAnalyzed, actionsGenerated: 1 });
    }
  });

  it('looks past the most urgent tasks when they are out of reach', async () => {
    const crowded = await createProject(company.owner);
    await giveToTeam(service.database, crowded.id);
    await addTasks(service.database, crowded.id, 200);
    await service.database.rows(`UPDATE tasks SET priority = 'Urgent' WHERE project_id = $1`, [crowded.id]);
    ai.willAnswer(obey);
    const { body } = await check(company.member, await createColleague(company.owner));
    expect([body.summary, body.tasksAnalyzed]).toEqual(['The titles are Own.', 1]);
  });

  it('with nothing within reach asks no model', async () => {
    const colleague = await createColleague(company.owner, { projectIds: [hidden.id] });
    ai.willAnswer(obey);
    const { status, body } = await check(company.member, colleague);
    expect([status, body, ai.calls]).toEqual([
      200,
      {
        checkId: expect.any(String),
        summary: 'This colleague has no open task within your reach to look at.',
        findings: [],
        tasksAnalyzed: 0,
        dropped: 0,
        model: 'some-model',
        usage: { inputTokens: 0, outputTokens: 0 },
        durationMs: expect.any(Number),
        startedAt: expect.any(String),
      },
      [],
    ]);
    expect(await historyOf(company.owner, colleague)).toMatchObject([
      { scanId: body.checkId, kind: 'ai_check', status: 'success', tasksScanned: 0, actionsGenerated: 0 },
    ]);
  });

  it('with nothing within reach still needs a provider', async () => {
    const colleague = await createColleague(company.owner, { projectIds: [hidden.id] });
    const other = await startTestService({ aiProvider: null }, service.database);
    const answer = await other.api.as(company.member.token).post(`/virtual-colleagues/${colleague.id}/ai-check`);
    await other.stop();
    expect(refusalOf(answer)).toEqual([503, 'SERVICE_UNAVAILABLE', expect.stringContaining('No AI provider')]);
  });
});
