import type { TestCompany } from '../../factories/company.factory.js';
import { createField, type TestField } from '../../factories/field.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { refusalOf } from '../../support/answers.js';
import type { Answer } from '../../support/api.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const VALUES: Record<string, unknown>[] = [
  { customer: 'beta', effort: 10, go_live: '2026-12-24', severity: 'Major', parts: ['Web', 'App'], billable: true },
  { customer: 'Alpha', effort: 9.5, go_live: '2026-01-02', severity: 'Minor', parts: ['App'], billable: false },
  {},
  { customer: 'gamma', effort: -1, go_live: '2027-01-01', severity: 'Blocker', billable: true },
  {},
];

let service: TestService;
let company: TestCompany;
let project: TestProject;
let severity: TestField;
let tester: TestField;
const tasks: TestTask[] = [];

beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  const { admin } = company;
  project = await createProject(admin, { key: 'LIS' });
  await createField(admin, 'Customer', 'text');
  await createField(admin, 'Effort', 'number');
  await createField(admin, 'Go live', 'date');
  severity = await createField(admin, 'Severity', 'select', { options: ['Blocker', 'Major', 'Minor'] });
  await createField(admin, 'Parts', 'multi_select', { options: ['Web', 'App'] });
  tester = await createField(admin, 'Tester', 'person');
  await createField(admin, 'Billable', 'checkbox');
  await createField(admin, 'Spec', 'url');
  await createField(admin, 'Title', 'text', { key: 'long_title' });
  for (const [place, custom] of VALUES.entries()) {
    const tester = place < 2 ? { tester: company.admin.id } : {};
    tasks.push(await createTask(admin, project.id, { title: `T${place}`, custom: { ...custom, ...tester } }));
  }
});
afterAll(() => service.stop());

const titles = (body: { title: string }[]) => body.map(({ title }) => title).join(' ');

async function readByCursor(query: string): Promise<{ title: string }[]> {
  const read: { title: string }[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: Answer = await company.viewer.api.get(`${query}&cursor=${encodeURIComponent(cursor)}`);
    read.push(...body.data);
    cursor = body.meta.next;
  }
  return read;
}

describe('a sort', () => {
  it.each([
    ['customer', 'T1 T0 T3', 'T3 T0 T1'],
    ['effort', 'T3 T1 T0', 'T0 T1 T3'],
    ['go_live', 'T1 T0 T3', 'T3 T0 T1'],
    ['severity', 'T3 T0 T1', 'T1 T0 T3'],
    ['billable', 'T1 T0 T3', 'T3 T0 T1'],
  ])('by %s has unset last both ways, by page and cursor too', async (key, rising, falling) => {
    for (const [sortOrder, order] of Object.entries({ asc: rising, desc: falling })) {
      const query = `/tasks?projectId=${project.id}&sortBy=custom.${key}&sortOrder=${sortOrder}`;
      const expected = new RegExp(`^${order} (T2 T4|T4 T2)$`);
      expect(titles((await company.viewer.api.get(query)).body)).toMatch(expected);
      const pages: { title: string }[] = [];
      for (const page of [1, 2, 3])
        pages.push(...(await company.viewer.api.get(`${query}&page=${page}&limit=2`)).body.data);
      expect(titles(pages)).toMatch(expected);
      expect(titles(await readByCursor(`${query}&limit=2`))).toMatch(expected);
    }
  });

  it.each([
    ['custom.parts', 'Takes fields of type text, number, date, select, checkbox; custom.parts is of type multi_select'],
    ['custom.spec', 'Takes fields of type text, number, date, select, checkbox; custom.spec is of type url'],
    ['custom.tester', 'Takes fields of type text, number, date, select, checkbox; custom.tester is of type person'],
    ['custom.severty', 'Unknown field "custom.severty"; did you mean "custom.severity"?'],
    ['severity', expect.stringContaining('Must be one of: createdAt')],
  ])('by %s is refused', async (sortBy, message) => {
    expect(refusalOf(await company.viewer.api.get(`/tasks?sortBy=${sortBy}`))).toEqual([
      400,
      'VALIDATION_ERROR',
      { sortBy: message },
    ]);
  });
});

describe('a filter of values that no index has', () => {
  const FILTERS = [
    ['custom.effort > -5', 3],
    ['custom.effort > 9.6', 1],
    ['custom.go_live < 2026-12-31', 2],
    ['custom.customer in (alpha, GAMMA)', 2],
    ['not custom.effort > 9', 3],
    ['custom.effort > 99', 0],
  ] as const;
  const ORDERS = ['createdAt', 'updatedAt', 'title', 'priority', 'rank', 'custom.effort'];
  const everyOrder = FILTERS.flatMap(([filter, count]) => ORDERS.map((sortBy) => [filter, sortBy, count] as const));

  it.each(everyOrder)('%s by %s is the same whole, by page and by cursor', async (filter, sortBy, count) => {
    const { api } = company.viewer;
    const asked = `filter=${encodeURIComponent(filter)}&sortBy=${sortBy}`;
    for (const where of [asked, `projectId=${project.id}&${asked}`]) {
      const whole = titles((await api.get(`/tasks?${where}`)).body);
      expect(whole.split(' ').filter((title) => title !== '')).toHaveLength(count);
      const pages: { title: string }[] = [];
      for (const page of [1, 2, 3]) {
        const { body } = await api.get(`/tasks?${where}&page=${page}&limit=1`);
        pages.push(...body.data);
        expect(body.meta.pagination.total).toBe(count);
      }
      expect(titles(pages)).toBe(whole);
      expect(titles(await readByCursor(`/tasks?${where}&limit=1`))).toBe(whole);
    }
  });
});

describe('groups', () => {
  const groups = async (by: string) => {
    const { body } = await company.viewer.api.get(`/tasks/groups?by=${by}&projectId=${project.id}`);
    return (body as { keys: { id: string | null; name: string | null }[]; tasks: number }[]).map(
      ({ keys, tasks: count }) => [...keys.map(({ name }) => name), count],
    );
  };

  it('count by options in their order, persons and marks; unset is last', async () => {
    expect(await groups('custom.severity')).toEqual([
      ['Blocker', 1],
      ['Major', 1],
      ['Minor', 1],
      [null, 2],
    ]);
    expect(await groups('custom.parts')).toEqual([
      ['Web', 1],
      ['App', 2],
      [null, 3],
    ]);
    expect(await groups('custom.tester')).toEqual([
      ['Ada Admin', 2],
      [null, 3],
    ]);
    expect(await groups('custom.billable')).toEqual([
      ['true', 2],
      ['false', 1],
      [null, 2],
    ]);
    expect(await groups('custom.billable,custom.severity')).toEqual([
      ['true', 'Blocker', 1],
      ['true', 'Major', 1],
      ['false', 'Minor', 1],
      [null, null, 2],
    ]);
    expect(await groups('status,custom.tester')).toEqual([
      ['Backlog', 'Ada Admin', 2],
      ['Backlog', null, 3],
    ]);
    const { body } = await company.viewer.api.get(`/tasks/groups?by=custom.severity&projectId=${project.id}`);
    expect(body[0].keys).toEqual([{ id: severity.options[0]!.id, name: 'Blocker' }]);
    const marks = await company.viewer.api.get(`/tasks/groups?by=custom.billable&projectId=${project.id}`);
    expect(marks.body[0].keys).toEqual([{ id: 'true', name: 'true' }]);
  });

  it.each(['custom.customer', 'custom.effort', 'custom.go_live', 'custom.spec', 'custom.nothing', 'severity'])(
    'by %s are refused',
    async (by) => {
      expect((await company.viewer.api.get(`/tasks/groups?by=${by}`)).status).toBe(400);
    },
  );
});

describe('a view', () => {
  it('is grouped, sorted and has columns by fields, and is as if it did not name a deleted one', async () => {
    const gone = await createField(company.admin, 'Gone soon', 'select', { options: ['A'] });
    const input = {
      name: 'Own',
      groupBy: 'custom.severity',
      subgroupBy: 'custom.gone_soon',
      sortBy: 'custom.gone_soon',
      sortOrder: 'asc',
      columns: ['title', 'custom.customer', 'custom.gone_soon'],
    };
    const { status, body } = await company.member.api.post('/views', input);
    expect([status, body]).toEqual([201, expect.objectContaining(input)]);
    const board = (await company.member.api.put(`/views/${body.id}`, { layout: 'board', projectId: project.id })).body;
    expect(board).toMatchObject({ groupBy: 'custom.severity', layout: 'board' });
    expect((await company.member.api.get(`/tasks?view=${body.id}`)).status).toBe(200);
    await company.admin.api.delete(`/fields/${gone.id}`);
    const now = {
      groupBy: 'custom.severity',
      subgroupBy: null,
      sortBy: 'createdAt',
      columns: ['title', 'custom.customer'],
    };
    expect((await company.member.api.get(`/views/${body.id}`)).body).toMatchObject(now);
    expect((await company.member.api.get('/views')).body).toContainEqual(
      expect.objectContaining({ id: body.id, ...now }),
    );
    expect((await company.member.api.get(`/tasks?view=${body.id}`)).status).toBe(200);
  });

  it.each([
    [{ groupBy: 'custom.customer' }, 'groupBy'],
    [{ subgroupBy: 'custom.nothing' }, 'subgroupBy'],
    [{ sortBy: 'custom.parts' }, 'sortBy'],
    [{ columns: ['custom.nothing'] }, 'columns'],
  ])('refuses %j', async (input, about) => {
    const { status, body } = await company.member.api.post('/views', { name: 'Wrong', ...input });
    expect([status, Object.keys(body.error.details)]).toEqual([400, [about]]);
  });
});

describe('CSV', () => {
  const csv = async (query: string) => {
    const { text } = await company.viewer.api.get(`/tasks?${query}`, { headers: { Accept: 'text/csv' } });
    return text.trim().split('\r\n');
  };

  it('has a column for each field last, named as the field', async () => {
    const [header = '', first = ''] = await csv(`projectId=${project.id}&sortBy=rank&sortOrder=asc`);
    expect(header).toMatch(
      /,sprint,epic,Customer,Effort,Go live,Severity,Parts,Tester,Billable,Spec,custom\.long_title/,
    );
    expect(first).toContain(`,beta,10,2026-12-24,Major,Web;App,${company.admin.email},true,,`);
  });

  it('has them with `fields` when `custom` is among these, and those of the project alone', async () => {
    const other = await createProject(company.admin);
    const local = await createField(company.admin, 'Elsewhere', 'text', { projectIds: [other.id] });
    expect((await csv(`projectId=${project.id}&fields=title,custom`))[0]).toBe(
      'title,Customer,Effort,Go live,Severity,Parts,Tester,Billable,Spec,custom.long_title',
    );
    expect((await csv(`projectId=${project.id}&fields=title`))[0]).toBe('title');
    expect((await csv(`projectId=${other.id}&fields=custom`))[0]).toContain(',Elsewhere');
    await company.admin.api.put(`/fields/${local.id}`, { archived: true });
    expect((await csv(`projectId=${other.id}&fields=custom`))[0]).not.toContain('Elsewhere');
  });
});

it('does not look into values in a search', async () => {
  expect((await company.viewer.api.get('/tasks?search=gamma')).body).toEqual([]);
  expect((await company.viewer.api.get(`/tasks?filter=${encodeURIComponent('text ~ gamma')}`)).body).toEqual([]);
  expect(tester.type).toBe('person');
});
