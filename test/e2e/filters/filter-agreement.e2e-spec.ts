import fc from 'fast-check';
import { createAgent, type TestAgent } from '../../factories/agent.factory.js';
import { attach } from '../../factories/attachment.factory.js';
import { createColleague } from '../../factories/colleague.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { createActiveSprint, createEpic, createLabel } from '../../factories/planning.factory.js';
import { dayAhead, makePromise } from '../../factories/promise.factory.js';
import { createField } from '../../factories/field.factory.js';
import { createProject, giveToTeam } from '../../factories/project.factory.js';
import { createRecurrence } from '../../factories/recurrence.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { createWebhook } from '../../factories/webhook.factory.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

/** A value of each field that the task `full` has. A field without one here fails the test. */
const VALUES: Record<string, string> = {
  project: 'FUL',
  team: 'Team',
  tid: 'FUL-2',
  status: '"To Do"',
  priority: 'Medium',
  assignee: 'me',
  creator: 'me',
  sprint: 'active',
  epic: 'Checkout',
  label: 'bug',
  parent: 'FUL-1',
  title: 'full',
  description: 'form',
  text: 'form',
  due: '2026-03-08',
  start: '2026-03-08',
  promised: 'today+7d',
  created: '2026-03-08',
  updated: '2026-03-08',
  completed: '2026-03-08',
  estimate: '3',
  logged: '1',
  remaining: '2',
  blocked: 'true',
  done: 'true',
  overdue: 'true',
  subtask: 'true',
  archived: 'true',
  duplicate: 'true',
  comments: '1',
  subtasks: '1',
  watcher: 'me',
  delegate: 'Otto',
  work: 'none',
  code: 'none',
  recurrence: 'Weekly',
  attachments: '1',
  external: '"jira:WEB-12"',
  customer: 'acme',
  effort: '3',
  go_live: '2026-03-08',
  severity: 'Major',
  parts: 'Web',
  tester: 'me',
  spec: 'example',
  billable: 'true',
};
const MOMENT = '2026-03-08T12:00:00Z';
const COMBINED = 30;

/** Webhooks of a company that have a filter; a colleague has twice as many rules. */
const AT_ONCE = 20;

let service: TestService;
let company: TestCompany;
let agent: TestAgent;
let tasks: TestTask[];
let filters: string[];

beforeAll(async () => {
  // Nothing is sent: deliveries stay as the change has written them.
  ({ service, company } = await startWithCompanies({ processRoles: new Set(['api']) }));
  const { owner } = company;
  const rows = (text: string, values: unknown[] = []) => service.database.rows(text, values);
  // Nor does a claim change the task.
  await rows(`DELETE FROM workflow_lanes WHERE name = 'In Progress'`);
  const [full, bare] = [await createProject(owner, { key: 'FUL' }), await createProject(owner, { key: 'BAR' })];
  await giveToTeam(service.database, full.id);
  agent = await createAgent(owner, 'Otto', { settings: { work: { concurrent: 10, perDay: 1_000 } } });
  const other = await createAgent(owner, 'Anna');
  await createField(owner, 'Customer', 'text');
  await createField(owner, 'Effort', 'number');
  await createField(owner, 'Go live', 'date');
  await createField(owner, 'Severity', 'select', { options: ['Minor', 'Major'] });
  await createField(owner, 'Parts', 'multi_select', { options: ['Web', 'App'] });
  await createField(owner, 'Tester', 'person');
  await createField(owner, 'Spec', 'url');
  await createField(owner, 'Billable', 'checkbox');
  const parent = await createTask(owner, full.id, { title: 'parent' });
  const whole = await createTask(owner, full.id, {
    title: 'full',
    description: 'a form',
    status: 'To Do',
    priority: 'Medium',
    assigneeId: owner.id,
    delegateId: agent.id,
    sprintId: (await createActiveSprint(owner, full.id)).id,
    epicId: (await createEpic(owner, full.id, { name: 'Checkout' })).id,
    labelIds: [(await createLabel(owner, { name: 'bug' })).id],
    parentId: parent.id,
    dueDate: MOMENT,
    startDate: MOMENT,
    estimatedHours: 3,
    loggedHours: 1,
    custom: {
      customer: 'ACME',
      effort: 3,
      go_live: '2026-03-08',
      severity: 'Major',
      parts: ['Web', 'App'],
      tester: owner.id,
      spec: 'https://example.com',
      billable: true,
    },
  });
  await owner.api.post(`/tasks/${whole.id}/comments`, { body: 'Hm' });
  await makePromise(owner, whole, { until: dayAhead(7) });
  await attach(service, owner, whole.id, 'a');
  const unset = await createTask(owner, bare.id, { title: 'unset', delegateId: agent.id });
  const nobodys = await createTask(owner, bare.id, { title: 'nobodys' });
  const worked = await createTask(owner, full.id, { title: 'worked', delegateId: other.id });
  await owner.api.post(`/tasks/${whole.id}/links`, { taskId: parent.id, type: 'duplicates' });
  tasks = [parent, whole, worked, unset, nobodys];
  await rows('UPDATE tasks SET created_by_id = NULL WHERE project_id = $1', [bare.id]);
  await rows(`UPDATE tasks SET created_at = $2, completed_at = $2 WHERE id = $1`, [whole.id, MOMENT]);
  const recurrence = await createRecurrence(owner, full.id, { name: 'Weekly' });
  await rows(`UPDATE tasks SET recurrence_id = $2 WHERE id = $1`, [whole.id, recurrence.id]);
  await rows(
    `INSERT INTO import_references (company_id, id, project_id, source, instance, kind, external_id, thing_id, task_id,
        import_id, is_made, written)
      VALUES ($1, gen_random_uuid(), $2, 'jira', '', 'task', 'WEB-12', $3, $3, gen_random_uuid(), true, '{}')`,
    [company.id, full.id, whole.id],
  );
  const taken = await other.api.post('/work', { taskId: worked.id });
  expect(taken.status).toBe(201);
  filters = await filtersOfEachField();
});
afterAll(() => service.stop());

/** Each field with each operator, and some of them together. */
async function filtersOfEachField(): Promise<string[]> {
  const { body } = await company.owner.api.get<{ name: string; operators: string[] }[]>('/filter-fields');
  const conditions = body.flatMap(({ name, operators }) => {
    const value = VALUES[name];
    if (value === undefined) throw new Error(`Give ${name} a value in this test`);
    return operators.flatMap((operator) => {
      if (operator === 'in') return [`${name} in (${value})`, `${name} not in (${value})`];
      if (operator === 'empty') return [`${name} is empty`, `${name} is not empty`];
      return [`${name} ${operator} ${value}`];
    });
  });
  const plain = conditions.filter((condition) => !condition.includes('~'));
  const one = fc.constantFrom(...plain);
  const combined = fc.sample(
    fc.oneof(
      fc.tuple(one, one).map(([left, right]) => `${left} and not (${right})`),
      fc.tuple(one, one, one).map(([left, right, last]) => `(${left} or not (${right} and ${last}))`),
    ),
    COMBINED,
  );
  return [...conditions, ...combined];
}

const titlesOf = (ids: readonly string[]) => tasks.filter(({ id }) => ids.includes(id)).map(({ title }) => title);

async function listed(filter: string): Promise<string[]> {
  const { status, body } = await company.owner.api.get(`/tasks?filter=${encodeURIComponent(filter)}`);
  if (status !== 200) throw new Error(`${filter}: ${JSON.stringify(body)}`);
  return titlesOf(body.map(({ id }: TestTask) => id));
}

/** By filter, the tasks of whose change a webhook with it hears. */
async function heard(some: readonly string[]): Promise<string[][]> {
  const { owner } = company;
  const webhooks = await Promise.all(some.map((filter) => createWebhook(owner, { filter })));
  const [parent, whole, worked, unset, nobodys] = tasks as [TestTask, TestTask, TestTask, TestTask, TestTask];
  for (const [task, other] of [
    [whole, parent],
    [worked, parent],
    [parent, whole],
    [nobodys, unset],
    [unset, nobodys],
  ] as const) {
    const { status, text } = await owner.api.post(`/tasks/${task.id}/move`, { beforeId: other.id });
    if (status !== 200) throw new Error(text);
  }
  const rows = await service.database.rows<{ webhookId: string; taskId: string }>(
    `SELECT d.webhook_id AS "webhookId", e.data ->> 'id' AS "taskId" FROM webhook_deliveries d
      JOIN events e ON e.company_id = d.company_id AND e.id = d.event_id`,
  );
  await Promise.all(webhooks.map(({ id }) => owner.api.delete(`/webhooks/${id}`)));
  return webhooks.map(({ id }) =>
    titlesOf(rows.filter(({ webhookId }) => webhookId === id).map(({ taskId }) => taskId)),
  );
}

/** By filter, the tasks of which a rule with it would speak. */
async function spokenOf(some: readonly string[]): Promise<string[][]> {
  const { owner } = company;
  const rules = some.map((filter, place) => ({ name: `Rule ${place}`, filter, type: 'report', to: 'nobody' }));
  const colleague = await createColleague(owner, { role: 'member', rules });
  const { status, body } = await owner.api.post(`/virtual-colleagues/${colleague.id}/preview`, {});
  if (status !== 200) throw new Error(JSON.stringify(body));
  await owner.api.delete(`/virtual-colleagues/${colleague.id}`);
  const actions = body.actions as { rule: string; taskId: string }[];
  return some.map((_filter, place) =>
    titlesOf(actions.filter(({ rule }) => rule === `custom:Rule ${place}`).map(({ taskId }) => taskId)),
  );
}

/** How many tasks a bulk change with the filter means. */
async function meant(filter: string): Promise<number> {
  const { status, body } = await company.owner.api.post('/tasks/bulk', {
    filter,
    expected: 200,
    set: { priority: 'Low' },
  });
  if (status !== 409) throw new Error(`${filter}: ${JSON.stringify(body)}`);
  return Number.parseInt(body.error.message as string, 10);
}

/** What an agent gets that takes all it can. */
async function claimed(filter: string): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const { status, body } = await agent.api.post('/work/next', { filter });
    if (status !== 200) throw new Error(`${filter}: ${JSON.stringify(body)}`);
    if (body.work === null) break;
    ids.push(body.work.taskId as string);
  }
  await service.database.rows('DELETE FROM works WHERE task_id = ANY ($1)', [ids]);
  await service.database.rows('DELETE FROM task_works WHERE task_id = ANY ($1)', [ids]);
  return titlesOf(ids);
}

describe('a filter, and its negation', () => {
  it('lets each task through in exactly one of both', async () => {
    const all = tasks.map(({ title }) => title);
    for (const filter of filters) {
      const [left, right] = [await listed(filter), await listed(`not (${filter})`)];
      expect([filter, [...left, ...right].sort()]).toEqual([filter, all.toSorted()]);
    }
  });

  it('means the same in webhooks, rules, bulk changes and claims', async () => {
    const both = filters.flatMap((filter) => [filter, `not (${filter})`]);
    const free = await claimed('');
    expect(free).toHaveLength(2);
    for (let at = 0; at < both.length; at += AT_ONCE) {
      const some = both.slice(at, at + AT_ONCE);
      const [byWebhook, byRule] = [await heard(some), await spokenOf(some)];
      const [lists, counts] = await Promise.all([Promise.all(some.map(listed)), Promise.all(some.map(meant))]);
      for (const [place, filter] of some.entries()) {
        const titles = lists[place] as string[];
        expect({
          filter,
          webhook: byWebhook[place],
          rule: byRule[place],
          bulk: counts[place],
          claim: await claimed(filter),
        }).toEqual({
          filter,
          webhook: titles,
          rule: titles,
          bulk: titles.length,
          claim: free.filter((title) => titles.includes(title)),
        });
      }
    }
  });
});
