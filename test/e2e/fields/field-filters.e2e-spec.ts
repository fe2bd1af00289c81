import fc, { type Arbitrary } from 'fast-check';
import { DateTime } from 'luxon';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createField } from '../../factories/field.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const FILTERS = 600;
const AT_ONCE = 20;
const ZONE = 'Pacific/Auckland';
const SEVERITIES = ['Minor', 'Major', 'Show stopper'];
const PARTS = ['Web', 'App', 'not empty'];
const TEXTS = ['ACME', 'acme corp', '100% "sure"', 'under_score'];
const NUMBERS = [-1.5, 0, 3, 999_999_999_999.123];
const DAYS = ['2026-03-07', '2026-03-08', '2026-04-05', '2026-12-31'];
const URLS = ['https://example.com/a', 'https://example.org/B'];

/** What a task of the test has; undefined is unset. */
interface Known {
  tid: string;
  customer?: string | undefined;
  effort?: number | undefined;
  go_live?: string | undefined;
  severity?: string | undefined;
  parts?: string[] | undefined;
  tester?: string | undefined;
  spec?: string | undefined;
  billable?: boolean | undefined;
}

interface Filter {
  text: string;
  holds: (task: Known) => boolean;
}

let service: TestService;
let company: TestCompany;
let mia: TestUser;
let project: TestProject;
const tasks: Known[] = [];

const pick = <Item>(items: readonly Item[], place: number): Item | undefined =>
  place % (items.length + 1) === items.length ? undefined : items[place % (items.length + 1)];

beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  const { admin } = company;
  mia = await createUser(company.owner, 'ADMIN', 'Mia Chen');
  await admin.api.put('/me', { timezone: ZONE });
  project = await createProject(admin, { key: 'OWN' });
  await createField(admin, 'Customer', 'text');
  await createField(admin, 'Effort', 'number');
  await createField(admin, 'Go live', 'date');
  await createField(admin, 'Severity', 'select', { options: SEVERITIES });
  await createField(admin, 'Parts', 'multi_select', { options: PARTS });
  await createField(admin, 'Tester', 'person', { projectIds: [project.id] });
  await createField(admin, 'Spec', 'url');
  await createField(admin, 'Billable', 'checkbox');
  for (let place = 0; place < 40; place += 1) {
    const known: Known = {
      tid: `OWN-${place + 1}`,
      customer: pick(TEXTS, place),
      effort: pick(NUMBERS, place * 2 + 1),
      go_live: pick(DAYS, place * 3),
      severity: pick(SEVERITIES, place),
      parts: pick([['Web'], ['App', 'not empty'], PARTS], place * 2),
      tester: pick([admin.id, mia.id], place),
      spec: pick(URLS, Math.floor(place / 2)),
      billable: pick([true, false], Math.floor(place / 3)),
    };
    const { tid: _tid, ...custom } = known;
    await createTask(admin, project.id, { title: `Task ${place}`, ...(place % 7 > 0 && { custom }) });
    tasks.push(place % 7 > 0 ? known : { tid: known.tid });
  }
});
afterAll(() => service.stop());

const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;
const compares = (one: number, operator: string, other: number): boolean =>
  ({
    '=': one === other,
    '!=': one !== other,
    '<': one < other,
    '<=': one <= other,
    '>': one > other,
    '>=': one >= other,
  })[operator] ?? false;
/** What is unset compares with nothing, so only its "!=" holds. */
const holdsFor = <Value>(value: Value | undefined, operator: string, compare: (value: Value) => boolean): boolean =>
  value === undefined ? operator.startsWith('!') || operator === 'not in' : compare(value);

const order = fc.constantFrom('=', '!=', '<', '<=', '>', '>=');
const equality = fc.constantFrom('=', '!=');
const containment = fc.constantFrom('~', '!~');
const membership = fc.constantFrom('in', 'not in');
const named = (...names: string[]) => fc.constantFrom(...names);
const person = fc.constantFrom(
  { text: () => 'me', id: () => company.admin.id },
  { text: () => '"mia chen"', id: () => mia.id },
  { text: () => mia.email, id: () => mia.id },
  { text: () => mia.id, id: () => mia.id },
);

type Lazy = Arbitrary<() => Filter>;
const of = <Value>(arbitrary: Arbitrary<Value>, make: (value: Value) => Filter): Lazy =>
  arbitrary.map((value) => () => make(value));

function dayHolds(day: string, operator: string, bound: string): boolean {
  const [at, begin] = [DateTime.fromISO(day, { zone: ZONE }), DateTime.fromISO(bound, { zone: ZONE })];
  return compares(at.toMillis(), operator, begin.toMillis());
}

const KEYS = ['customer', 'effort', 'go_live', 'severity', 'parts', 'tester', 'spec', 'billable'] as const;

const CONDITIONS: Lazy[] = [
  of(
    fc.tuple(named('customer', 'CUSTOM.Customer', '"customer"'), equality, fc.constantFrom(...TEXTS)),
    ([field, operator, text]) => ({
      text: `${field} ${operator} ${quoted(text.toUpperCase())}`,
      holds: ({ customer }) =>
        holdsFor(customer, operator, (own) => (own.toLowerCase() === text.toLowerCase()) === (operator === '=')),
    }),
  ),
  of(fc.tuple(membership, fc.subarray(TEXTS, { minLength: 1 })), ([operator, texts]) => ({
    text: `customer ${operator} (${texts.map(quoted).join(', ')})`,
    holds: ({ customer }) => holdsFor(customer, operator, (own) => texts.includes(own) === (operator === 'in')),
  })),
  of(
    fc.tuple(named('customer', 'spec'), containment, named('ACME', '% ', '_', 'example.ORG')),
    ([field, operator, part]) => ({
      text: `${field} ${operator} ${quoted(part)}`,
      holds: (task) =>
        holdsFor(
          task[field as 'spec'],
          operator,
          (own) => own.toLowerCase().includes(part.toLowerCase()) === (operator === '~'),
        ),
    }),
  ),
  of(named('customer', 'spec'), (field) => ({
    text: `${field}:e`,
    holds: (task) => holdsFor(task[field as 'spec'], '~', (own) => own.toLowerCase().includes('e')),
  })),
  of(fc.tuple(order, fc.constantFrom(...NUMBERS)), ([operator, amount]) => ({
    text: `effort ${operator} ${amount < 0 ? quoted(String(amount)) : amount}`,
    holds: ({ effort }) => holdsFor(effort, operator, (own) => compares(own, operator, amount)),
  })),
  of(fc.tuple(named('go_live', '"go LIVE"'), order, fc.constantFrom(...DAYS)), ([field, operator, day]) => ({
    text: `${field} ${operator} ${day}`,
    holds: ({ go_live: own }) => holdsFor(own, operator, (given) => dayHolds(given, operator, day)),
  })),
  of(fc.tuple(equality, fc.constantFrom(...SEVERITIES)), ([operator, name]) => ({
    text: `Severity ${operator} ${quoted(name.toLowerCase())}`,
    holds: ({ severity }) => holdsFor(severity, operator, (own) => (own === name) === (operator === '=')),
  })),
  of(fc.tuple(membership, fc.subarray(SEVERITIES, { minLength: 1 })), ([operator, names]) => ({
    text: `severity ${operator} [${names.map(quoted).join(', ')}]`,
    holds: ({ severity }) => holdsFor(severity, operator, (own) => names.includes(own) === (operator === 'in')),
  })),
  of(fc.tuple(equality, fc.constantFrom(...PARTS)), ([operator, name]) => ({
    text: `parts ${operator} ${quoted(name)}`,
    holds: ({ parts }) => holdsFor(parts, operator, (own) => own.includes(name) === (operator === '=')),
  })),
  of(fc.tuple(membership, fc.subarray(PARTS, { minLength: 1 })), ([operator, names]) => ({
    text: `parts ${operator} (${names.map(quoted).join(', ')})`,
    holds: ({ parts }) =>
      holdsFor(parts, operator, (own) => own.some((name) => names.includes(name)) === (operator === 'in')),
  })),
  of(fc.tuple(equality, person), ([operator, { text, id }]) => ({
    text: `tester ${operator} ${text()}`,
    holds: ({ tester }) => holdsFor(tester, operator, (own) => (own === id()) === (operator === '=')),
  })),
  of(named('billable', 'is:billable', 'billable = true', 'billable != false', '"Billable"'), (text) => ({
    text,
    holds: ({ billable }) => billable === true,
  })),
  of(named('-billable', 'billable:false', 'billable != true'), (text) => ({
    text,
    holds: ({ billable }) => billable !== true,
  })),
  of(
    fc.tuple(named(...KEYS), named('KEY is empty', 'no:KEY', 'KEY is not null', 'has:KEY', 'has:custom.KEY')),
    ([key, text]) => ({
      text: text.replace('KEY', key),
      holds: (task) => (task[key as 'spec'] === undefined) === (text.startsWith('no') || text.endsWith('is empty')),
    }),
  ),
];

const { filter } = fc.letrec<{ filter: () => Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.oneof(...CONDITIONS),
    fc.tuple(tie('filter'), fc.constantFrom(' and ', ' or '), tie('filter')).map(([one, joint, other]) => () => {
      const [left, right] = [one(), other()];
      const holds = (task: Known) =>
        joint === ' and ' ? left.holds(task) && right.holds(task) : left.holds(task) || right.holds(task);
      return { text: `(${left.text})${joint}(${right.text})`, holds };
    }),
    tie('filter').map((inner) => () => {
      const { text, holds } = inner();
      return { text: `not (${text})`, holds: (task: Known) => !holds(task) };
    }),
  ),
}));

async function found(text: string): Promise<unknown> {
  const query = new URLSearchParams({ filter: text, projectId: project.id, sortBy: 'rank', sortOrder: 'asc' });
  const { status, body } = await company.admin.api.get(`/tasks?${query.toString()}&fields=tid`);
  return status === 200 ? body.map(({ tid }: Known) => tid) : body.error.details;
}

const isTooLong = ({ text }: Filter) => [...text.matchAll(/~|:e/g)].length > 5 || [...text.matchAll(/\(/g)].length > 10;

it('lets through exactly the tasks for which it is true', async () => {
  const usable = fc
    .sample(filter, FILTERS)
    .map((make) => make())
    .filter((made) => !isTooLong(made));
  expect(usable.length).toBeGreaterThan(FILTERS / 2);
  for (let at = 0; at < usable.length; at += AT_ONCE) {
    const some = usable.slice(at, at + AT_ONCE);
    const answers = await Promise.all(some.map(({ text }) => found(text)));
    for (const [place, { text, holds }] of some.entries()) {
      expect([text, answers[place]]).toEqual([text, tasks.filter(holds).map(({ tid }) => tid)]);
    }
  }
});

const check = async (text: string) => {
  const { status, body } = await company.admin.api.post('/filters/check', { filter: text });
  return status === 200 ? body.filter : body.error.details.filter;
};

it.each([
  ['"story typ" = Bug', 'Column 1: unknown field "story typ"; fields are'],
  ['"severty" = Major', 'Column 1: unknown field "severty"; did you mean "Severity"?'],
  ['severty = Major', 'Column 1: unknown field "severty"; did you mean "severity"?'],
  ['"status" = Done', 'Column 1: unknown field "status"'],
  ['severity = Majr', 'Column 12: "Majr" is no option of severity; did you mean "Major"?'],
  ['severity = Critical', 'Column 12: "Critical" is no option of severity; it takes Minor, Major, Show stopper'],
  ['severity > Minor', 'Column 10: severity does not take ">"; it takes =, !=, in, not in, is empty, is not empty'],
  ['effort = many', 'Column 10: "many" is not a number'],
  ['go_live < soon', 'Column 11: "soon" is no date'],
  ['spec = x', 'Column 6: spec does not take "="'],
  ['tester = Nobody', 'Column 10: no user is called "Nobody"'],
  ['no:"severty"', 'Column 4: unknown field "severty"; did you mean "Severity"?'],
])('refuses %s', async (text, message) => {
  expect(await check(text)).toContain(message);
});

it.each([
  ['CUSTOM.SEVERITY = major "Go live"<2026-12-24', 'severity = Major and go_live < 2026-12-24'],
  ['severity:minor,MAJOR', 'severity in (Minor, Major)'],
  ['parts = "NOT empty"', 'parts = "not empty"'],
  ['customer:x spec:y', 'customer ~ x and spec ~ y'],
  ['billable=false', 'not billable'],
  ['has:"Story type" or no:"severity"', expect.stringContaining('Column 5')],
  ['tester = mia chen', expect.anything()],
])('writes %s in one way', async (text, canonical) => {
  const written = await check(text);
  expect(written).toEqual(canonical);
  if (typeof canonical === 'string') expect(await check(written)).toBe(canonical);
});

describe('a stored filter', () => {
  it('follows renames, and is broken and finds nothing once its field is deleted', async () => {
    const field = await createField(company.admin, 'Fleeting', 'select', { options: ['Here', 'There'] });
    const task = await createTask(company.admin, project.id, { custom: { fleeting: 'Here' } });
    const made = await company.admin.api.post('/views', { name: 'Stored', filter: '"Fleeting" = here or tester = me' });
    expect(made.body.filter).toBe('fleeting = Here or tester = "Ada Admin"'.replace('"Ada Admin"', 'me'));
    await company.admin.api.put(`/fields/${field.id}`, {
      name: 'Renamed',
      options: [{ id: field.options[0]!.id, name: 'In place' }],
    });
    const view = async () => (await company.admin.api.get(`/views/${made.body.id}`)).body;
    expect(await view()).toMatchObject({ filter: 'fleeting = "In place" or tester = me', broken: false });
    const tids = async () =>
      (await company.admin.api.get(`/tasks?view=${made.body.id}`)).body.map(({ tid }: Known) => tid);
    expect(await tids()).toContain(task.tid);
    await company.admin.api.delete(`/fields/${field.id}`);
    expect(await view()).toMatchObject({ filter: 'fleeting = "In place" or tester = me', broken: true });
    expect(await tids()).not.toContain(task.tid);
    expect((await company.admin.api.get('/views')).body).toContainEqual(await view());
    const back = await company.admin.api.put(`/views/${made.body.id}`, {
      filter: 'done and fleeting = "In place" and fleeting is empty',
    });
    expect(back.body).toMatchObject({ filter: 'done and fleeting = "In place" and fleeting is empty', broken: true });
    expect(await check('fleeting = "In place"')).toContain('unknown field');
  });
});

it('lists own fields that are not archived after the others', async () => {
  const archived = await createField(company.admin, 'Bygone', 'text');
  await company.admin.api.put(`/fields/${archived.id}`, { archived: true });
  const { body } = await company.viewer.api.get('/filter-fields');
  const own = body.filter(({ custom }: { custom?: boolean }) => custom);
  expect(body.slice(-own.length)).toEqual(own);
  expect(
    own.map(({ name, type, operators, values }: Record<string, unknown>) => [name, type, operators, values]),
  ).toEqual([
    ['customer', 'text', ['=', '!=', '~', '!~', 'in', 'empty'], null],
    ['effort', 'number', ['=', '!=', '<', '<=', '>', '>=', 'empty'], null],
    ['go_live', 'date', ['=', '!=', '<', '<=', '>', '>=', 'empty'], expect.arrayContaining(['today'])],
    ['severity', 'enum', ['=', '!=', 'in', 'empty'], SEVERITIES],
    ['parts', 'enum', ['=', '!=', 'in', 'empty'], PARTS],
    ['tester', 'reference', ['=', '!=', 'in', 'empty'], ['me']],
    ['spec', 'text', ['~', '!~', 'empty'], null],
    ['billable', 'flag', ['=', '!=', 'empty'], ['true', 'false']],
  ]);
});
