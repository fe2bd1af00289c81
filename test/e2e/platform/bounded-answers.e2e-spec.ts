import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { createAgent, type TestAgent } from '../../factories/agent.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { addTasks, createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const MOST_BYTES = 2 * 1024 * 1024;
const SUBTASKS = 200;
/** 200 KB. */
const LONG = '🦊'.repeat(50_000);
const AT_ONCE = 150;

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
let agent: TestAgent;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  project = await createProject(company.owner);
  agent = await createAgent(company.owner, 'Otto', { settings: { work: { concurrent: 10 } } });
});
afterAll(() => service.stop());

const bytesOf = ({ text }: { text: string }) => Buffer.byteLength(text);

/** A task that the agent has, with subtasks whose descriptions are long. */
async function bigTask(): Promise<{ taskId: string; projectId: string }> {
  const project = await createProject(company.owner);
  const task = await createTask(company.owner, project.id, { description: LONG, delegateId: agent.id });
  await addTasks(service.database, project.id, SUBTASKS);
  await service.database.rows(
    'UPDATE tasks SET parent_id = $2, description = $3 WHERE project_id = $1 AND id <> $2 AND parent_id IS NULL',
    [project.id, task.id, LONG],
  );
  return { taskId: task.id, projectId: project.id };
}

describe('a single read that holds lists', () => {
  it('has at most 2 MiB: of a brief the subtasks are cut, and say so', async () => {
    const { taskId, projectId } = await bigTask();
    const small = await createTask(company.owner, projectId, { parentId: taskId, description: 'short' });
    await company.owner.api.post(`/tasks/${taskId}/comments`, { body: 'Hm' });
    const taken = await agent.api.post('/work', { taskId });
    expect([taken.status, bytesOf(taken) <= MOST_BYTES]).toEqual([201, true]);
    expect(bytesOf(taken)).toBeGreaterThan(MOST_BYTES * 0.7);
    const { task, subtasks, comments } = taken.body.brief;
    expect(task.description).toBe(LONG);
    expect(comments).toEqual([expect.not.objectContaining({ truncated: true })]);
    for (const subtask of subtasks) {
      if (subtask.id === small.id) expect(subtask).toEqual(expect.not.objectContaining({ truncated: true }));
      else expect(subtask).toMatchObject({ truncated: true, description: expect.stringMatching(/^🦊{1000,}…$/u) });
    }
  });

  it('takes a place when it is large: many at once keep no other company waiting', async () => {
    const { taskId } = await bigTask();
    const places = service.app.get(ConcurrencyLimits);
    let most = 0;
    const watching = setInterval(() => (most = Math.max(most, places.use('lists').held)), 5);
    let isOver = false;
    const neighbour = (async () => {
      while (!isOver) expect((await stranger.owner.api.get('/me')).status).toBe(200);
    })();
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const answer = await agent.api.post('/work', { taskId });
        return [answer.status, bytesOf(answer) <= MOST_BYTES];
      }),
    );
    isOver = true;
    await neighbour;
    clearInterval(watching);
    const kinds = new Set(answers.map(([status, isBounded]) => `${status} ${isBounded}`));
    expect([...kinds].filter((kind) => kind !== '200 true' && kind !== '201 true' && kind !== '503 true')).toEqual([]);
    expect([most, places.use('lists').held]).toEqual([4, 0]);
  });

  it('has at most 2 MiB: of a work the activities are cut', async () => {
    const task = await createTask(company.owner, project.id, { delegateId: agent.id });
    const { work } = (await agent.api.post('/work', { taskId: task.id })).body;
    await agent.api.post(`/work/${work.id}/activities`, { type: 'thought', text: 'short' });
    await service.database.rows(
      `INSERT INTO work_activities (company_id, id, work_id, at, type, text)
        SELECT $1, gen_random_uuid(), $2, now(), 'thought', repeat('🦊', 10000) FROM generate_series(1, 998)`,
      [company.id, work.id],
    );
    const answer = await company.member.api.get(`/work/${work.id}`);
    expect([answer.status, bytesOf(answer) <= MOST_BYTES]).toEqual([200, true]);
    const { activities } = answer.body;
    expect(activities).toHaveLength(999);
    const cut = activities.filter(({ truncated }: { truncated?: boolean }) => truncated);
    expect(cut).toHaveLength(998);
    for (const { text } of cut) expect(text).toMatch(/^🦊+…$/u);
  });

  it('has at most 2 MiB: of a project the names of its members are cut', async () => {
    const { id } = await createProject(company.owner);
    await service.database.rows(
      `WITH made AS (INSERT INTO users SELECT (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(),
            'email', 'many-' || n || '@example.com', 'name', repeat('語', 255)))).*
          FROM users u, generate_series(1, 5000) n WHERE u.company_id = $1 AND u.id = $3 RETURNING id)
        INSERT INTO project_members (company_id, project_id, user_id, role) SELECT $1, $2, id, 'member' FROM made`,
      [company.id, id, company.member.id],
    );
    const answer = await company.owner.api.get(`/projects/${id}`);
    expect([answer.status, bytesOf(answer) <= MOST_BYTES]).toEqual([200, true]);
    expect(answer.body.members[100]).toMatchObject({ truncated: true });
  });
});
