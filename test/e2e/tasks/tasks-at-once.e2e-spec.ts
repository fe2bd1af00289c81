import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { createApiKey } from '../../factories/api-key.factory.js';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import type { TestActivity } from '../../factories/task.factory.js';
import { ARCHIVED, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import type { Answer } from '../../support/api.js';
import { eventsOf } from '../../support/events.js';
import { eventually } from '../../support/eventually.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';
import { times } from '../../support/times.js';
import { toldTask } from '../../support/told-task.js';

const UNDER_WAY = [409, 'CONFLICT', 'A request with this Idempotency-Key is under way, retry in a second'];

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let web: TestProject;
let app: TestProject;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
});
beforeEach(async () => {
  web = await createProject(company.owner);
  app = await createProject(company.owner);
});
afterEach(() => service.database.rows('ROLLBACK'));
afterAll(() => service.stop());

type Creation = [project: Pick<TestProject, 'id'>, input?: object, key?: string];

const create = ({ api }: Pick<TestUser, 'api'>, [{ id }, input = {}, key]: Creation) =>
  api.post(
    '/tasks',
    { title: 'Task', projectId: id, ...input },
    key === undefined ? {} : { headers: { 'Idempotency-Key': key } },
  );

/** Locks a row in a transaction of its own. */
async function lock(table: string, condition: string, id: string): Promise<void> {
  await service.database.rows('BEGIN');
  await service.database.rows(`SELECT FROM ${table} WHERE company_id = $1 AND ${condition} FOR UPDATE`, [
    company.id,
    id,
  ]);
}

/** The answers of requests that all wait for the first one, which cannot end before they are there. */
async function createTogether(creator: Pick<TestUser, 'api'>, [first, ...others]: Creation[]): Promise<Answer[]> {
  await lock('event_positions', '$2::uuid IS NOT NULL', UNKNOWN_ID);
  const answers = [create(creator, first as Creation)];
  await service.database.lockWaits();
  answers.push(...others.map((creation) => create(creator, creation)));
  await eventually(
    'the others wait',
    () => service.app.get(ConcurrencyLimits).use('creations').waiting === others.length,
  );
  await service.database.rows('COMMIT');
  return Promise.all(answers);
}

const momentsOf = async ({ id }: TestProject) =>
  (
    await service.database.rows<{ count: number }>(
      'SELECT count(DISTINCT occurred_at) FROM events WHERE company_id = $1 AND project_id = $2 AND name = $3',
      [company.id, id, 'task.created'],
    )
  )[0]?.count;

describe('tasks that one caller makes at once', () => {
  it('are made in one transaction, and each answer is about its own task', async () => {
    const answers = await createTogether(company.member, [
      [web, { title: 'alone' }],
      [
        web,
        { title: 'one', status: 'in progress', description: 'ünï "quoted" \\ \u2028', dueDate: '2026-12-24T00:00:00Z' },
      ],
      [app, { title: 'two', priority: 'High', estimatedHours: 2.25 }],
      [web, { title: 'three', status: 'blocked' }],
    ]);
    expect(answers.map(result)).toEqual([
      [201, expect.objectContaining({ title: 'alone', tid: `${web.key}-1`, status: 'Backlog', isBlocked: false })],
      [201, expect.objectContaining({ title: 'one', tid: `${web.key}-2`, status: 'In Progress', isBlocked: false })],
      [201, expect.objectContaining({ title: 'two', tid: `${app.key}-1`, priority: 'High', estimatedHours: 2.25 })],
      [201, expect.objectContaining({ title: 'three', tid: `${web.key}-3`, status: 'Blocked', isBlocked: true })],
    ]);
    for (const { body } of answers) {
      expect((await company.member.api.get(`/tasks/${body.id}`)).body).toMatchObject(body);
      const [entry, ...more] = (await company.member.api.get<TestActivity[]>(`/tasks/${body.id}/activity`)).body;
      expect([entry?.event, entry?.actor?.id, more]).toEqual(['task.created', company.member.id, []]);
    }
    const [alone, one, two, three] = answers.map(({ body }) => toldTask(body as object));
    const created = async (project: TestProject) =>
      (await eventsOf(service.database, project.id))
        .filter(({ name }) => name === 'task.created')
        .map(({ data }) => data);
    expect([await created(web), await created(app)]).toEqual([[alone, one, three], [two]]);
    expect([await momentsOf(web), await momentsOf(app)]).toEqual([2, 1]);
    expect((await company.member.api.get(`/projects/${web.id}`)).body.taskCount).toBe(3);
  });

  it('are refused one by one', async () => {
    const archived = await createProject(company.owner);
    await company.owner.api.post(`/projects/${archived.id}/archive`);
    const hidden = await createProject(company.owner);
    await giveToTeam(service.database, hidden.id);
    const foreign = await createProject(stranger.owner);
    const answers = await createTogether(company.member, [
      [web],
      [archived],
      [app],
      [hidden],
      [foreign],
      [{ id: UNKNOWN_ID }],
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 409, 201, 404, 404, 404]);
    expect(refusalOf(answers[1] as Answer)).toEqual(ARCHIVED);
    for (const answer of answers.slice(3)) expect(result(answer)).toEqual([404, { error: 'Project not found' }]);
  });

  it('are each made once with their Idempotency-Keys, even when two come with the same', async () => {
    const answers = await createTogether(company.member, [
      [web, {}, 'at-once-1'],
      [web, {}, 'at-once-2'],
      [web, {}, 'at-once-2'],
      [web, {}, 'at-once-3'],
      [web],
    ]);
    const refused = answers.filter(({ status }) => status !== 201).map(refusalOf);
    expect(refused).toEqual(refused.map(() => UNDER_WAY));
    const repeated = await Promise.all(
      ['1', '2', '3'].map((key) => create(company.member, [web, {}, `at-once-${key}`])),
    );
    expect(repeated.map(({ headers }) => headers.get('Idempotency-Replayed'))).toEqual(['true', 'true', 'true']);
    expect((await company.member.api.get(`/projects/${web.id}`)).body.taskCount).toBe(4);
  });
});

describe('tasks that are made at once', () => {
  it('do not wait for the project of another task', async () => {
    await lock('project_counters', 'project_id = $2', web.id);
    const waiting = create(company.member, [web]);
    await service.database.lockWaits();
    expect((await create(company.member, [app])).status).toBe(201);
    await service.database.rows('COMMIT');
    expect((await waiting).status).toBe(201);
  });

  it('have the events and the history of who made them', async () => {
    const key = await createApiKey(company.member);
    const other = await createUser(company.owner, 'MEMBER');
    const callers = [
      { api: company.member.api, actorId: company.member.id, apiKeyId: null },
      { api: key.api, actorId: company.member.id, apiKeyId: key.id },
      { api: other.api, actorId: other.id, apiKeyId: null },
    ];
    const answers = await times(30, (index) => create(callers[index % 3]!, [web, { title: `${index % 3}` }]));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const events = await service.database.rows(
      `SELECT DISTINCT data->>'title' AS title, actor_id AS "actorId", api_key_id AS "apiKeyId" FROM events
        WHERE company_id = $1 AND project_id = $2 AND name = 'task.created' ORDER BY title`,
      [company.id, web.id],
    );
    expect(events).toEqual(callers.map(({ actorId, apiKeyId }, index) => ({ title: `${index}`, actorId, apiKeyId })));
    const history = await service.database.rows(
      `SELECT DISTINCT t.title, a.actor_id AS "actorId" FROM task_activity a
        JOIN tasks t ON t.company_id = a.company_id AND t.id = a.task_id
        WHERE t.company_id = $1 AND t.project_id = $2 ORDER BY t.title`,
      [company.id, web.id],
    );
    expect(history).toEqual(callers.map(({ actorId }, index) => ({ title: `${index}`, actorId })));
  });
});
