import { createColleague } from '../../factories/colleague.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { createSprint } from '../../factories/planning.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { WEBHOOK_SECRET } from '../../factories/webhook.factory.js';
import { refusalOf } from '../../support/answers.js';
import type { Answer } from '../../support/api.js';
import { statementsOf } from '../../support/sent-statements.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

/** As many values as a list takes. */
const SPRINTS = 200;
const VIEWS = 100;

let service: TestService;
let company: TestCompany;
let projectId: string;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  ({ id: projectId } = await createProject(company.owner));
  await addSprints('Same', SPRINTS);
  await createSprint(company.owner, projectId, { name: 'Other' });
});
afterAll(() => service.stop());

async function addSprints(name: string, count: number): Promise<void> {
  const { id } = await createSprint(company.owner, projectId, { name });
  await service.database.rows(
    `INSERT INTO sprints SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
      FROM sprints s, generate_series(2, $2::integer) WHERE s.id = $1`,
    [id, count],
  );
}

const FITS = 'sprint = Same';
const TOO_MANY = 'sprint in (Same, Other)';

/** Wherever a filter is written or asked. */
const PLACES: Record<string, (filter: string) => Promise<Answer>> = {
  'GET /tasks': (filter) => company.owner.api.get(`/tasks?filter=${encodeURIComponent(filter)}`),
  'GET /tasks/groups': (filter) =>
    company.owner.api.get(`/tasks/groups?by=status&filter=${encodeURIComponent(filter)}`),
  'POST /filters/check': (filter) => company.owner.api.post('/filters/check', { filter }),
  'POST /tasks/bulk': (filter) =>
    company.owner.api.post('/tasks/bulk', { filter, expected: 1, set: { priority: 'Low' } }),
  'POST /tasks/bulk-delete': (filter) => company.owner.api.post('/tasks/bulk-delete', { filter, expected: 1 }),
  'POST /views': (filter) => company.owner.api.post('/views', { name: 'View', filter }),
  'POST /webhooks': (filter) =>
    company.owner.api.post('/webhooks', {
      url: 'https://example.org/hook',
      events: ['*'],
      secret: WEBHOOK_SECRET,
      filter,
    }),
};

describe('ids that a name expands to', () => {
  it.each(Object.keys(PLACES))('count to the 200 values of a list: %s', async (place) => {
    const ask = PLACES[place]!;
    const refusal = refusalOf(await ask(TOO_MANY));
    const details = { filter: 'At most 200 values in a list; these names mean 201 things' };
    expect(refusal).toEqual([400, 'VALIDATION_ERROR', details]);
    expect([200, 201, 409]).toContain((await ask(FITS)).status);
  });

  it('count in the rules of a colleague', async () => {
    const rule = { name: 'Rule', type: 'report', to: 'nobody', filter: TOO_MANY };
    const answer = await company.owner.api.post('/virtual-colleagues', {
      name: 'Steve',
      role: 'member',
      rules: [rule],
    });
    expect(refusalOf(answer)).toEqual([
      400,
      'VALIDATION_ERROR',
      { 'rules.0.filter': 'At most 200 values in a list; these names mean 201 things' },
    ]);
    await createColleague(company.owner, { role: 'member', rules: [{ ...rule, filter: FITS }] });
  });

  it('count in a view that is changed, and what is stored may be written back', async () => {
    const { body: view } = await company.owner.api.post('/views', { name: 'View', filter: FITS });
    const path = `/views/${view.id}`;
    expect((await company.owner.api.put(path, { filter: view.filter, name: 'Again' })).status).toBe(200);
    expect((await company.owner.api.put(path, { filter: TOO_MANY })).status).toBe(400);
  });
});

describe('lists of what holds filters', () => {
  it('look names up once, however many hold the same', async () => {
    await createTask(company.owner, projectId);
    for (let place = 0; place < VIEWS; place += 1) {
      const { status } = await company.member.api.post('/views', { name: `View ${place}`, filter: FITS });
      expect(status).toBe(201);
    }
    let body: { name: string; broken: boolean }[] = [];
    const read = async () => void ({ body } = await company.member.api.get('/views'));
    const sent = await statementsOf(read, /^$/);
    expect(sent.filter(({ text }) => /FROM sprints x\b/.test(text))).toHaveLength(1);
    expect(body.filter(({ broken }) => broken)).toEqual([]);
    expect(body.filter(({ name }) => name.startsWith('View '))).toHaveLength(VIEWS);
  });
});
