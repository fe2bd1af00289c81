import fc, { type Arbitrary } from 'fast-check';
import { DateTime } from 'luxon';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createEpic, createLabel, createSprint } from '../../factories/planning.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const FILTERS = 2_000;
const AT_ONCE = 20;
/** There the clocks change on 8 March 2026. */
const ZONE = 'America/New_York';
const PRIORITIES = ['None', 'Low', 'Medium', 'High', 'Urgent'];
const STATUSES = ['Backlog', 'To Do', 'Done', 'Blocked', 'Waiting for Ann'];
const MOMENTS = [
  '2026-03-07T23:30:00-05:00',
  '2026-03-08T00:30:00-05:00',
  '2026-03-08T23:30:00-04:00',
  '2026-04-01T12:00:00Z',
];
const DUE = ['2026-03-08T00:00:00Z', '2026-03-08T04:59:00Z', '2026-03-09T03:30:00Z', '2030-01-01T00:00:00Z'];
const HOURS = [0, 1.5, 3, 8];

/** A task as the test knows it: every value that a condition can ask for. */
interface Known {
  title: string;
  description: string | null;
  status: string;
  priority: string;
  assignee: string | null;
  creator: string;
  sprint: string | null;
  epic: string | null;
  labels: string[];
  parent: string | null;
  tid: string;
  due: string | null;
  start: string | null;
  created: string;
  completed: string | null;
  estimate: number | null;
  logged: number | null;
  isBlocked: boolean;
  comments: number;
  subtasks: number;
}

/** A filter of the test: its text, and which tasks it lets through. */
interface Filter {
  text: string;
  holds: (task: Known) => boolean;
  /** What binds less than "and" stands in brackets inside it. */
  isOr?: boolean;
}

let service: TestService;
let company: TestCompany;
let mia: TestUser;
let project: TestProject;
const tasks: Known[] = [];

/** The one of them at the place; over its end it goes on from the beginning. */
const pick = <Item>(items: readonly Item[], place: number): Item => items[place % items.length] as Item;

beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  const { admin } = company;
  mia = await createUser(company.owner, 'ADMIN', 'Mia Chen');
  await admin.api.put('/me', { timezone: ZONE });
  project = await createProject(admin, { key: 'TRU' });
  const active = await createSprint(admin, project.id, { name: 'Sprint 1' });
  await admin.api.post(`/sprints/${active.id}/start`);
  const planned = await createSprint(admin, project.id, { name: 'Sprint 2' });
  const epic = await createEpic(admin, project.id, { name: 'Checkout' });
  const labels = [await createLabel(admin, { name: 'bug' }), await createLabel(admin, { name: 'UX, design' })];
  const ids: string[] = [];
  for (let place = 0; place < 40; place += 1) {
    const known: Known = {
      title: pick(['Sign in', 'Sign out', 'Landing page', '100% of "it"'], place),
      description: pick([null, '', 'a form to sign', 'under_score'], place * 3 + 1),
      status: pick(STATUSES, place * 2),
      priority: pick(PRIORITIES, place * 3),
      assignee: pick([null, admin.id, mia.id], place),
      creator: pick([admin.id, mia.id], Math.floor(place / 3)),
      sprint: pick([null, 'active', 'planned'], Math.floor(place / 2)),
      epic: pick([null, 'Checkout'], Math.floor(place / 5)),
      labels: pick([[], ['bug'], ['UX, design'], ['bug', 'UX, design']], place * 7),
      parent: place > 30 ? 'TRU-1' : null,
      tid: `TRU-${place + 1}`,
      due: pick([null, ...DUE], place),
      start: pick([null, ...DUE], place),
      created: pick(MOMENTS, place),
      completed: null,
      estimate: pick([null, ...HOURS], place * 2 + 1),
      logged: pick([null, ...HOURS], place + 3),
      isBlocked: pick(STATUSES, place * 2) === 'Blocked',
      comments: place % 3,
      subtasks: place === 0 ? 9 : 0,
    };
    const user = known.creator === mia.id ? mia : admin;
    const sprintId = known.sprint === null ? null : known.sprint === 'active' ? active.id : planned.id;
    const made = await createTask(user, project.id, {
      title: known.title,
      description: known.description,
      status: known.status,
      priority: known.priority,
      assigneeId: known.assignee,
      dueDate: known.due,
      startDate: known.start,
      estimatedHours: known.estimate,
      loggedHours: known.logged,
      sprintId,
      epicId: known.epic && epic.id,
      parentId: known.parent && ids[0],
      labelIds: labels.filter(({ name }) => known.labels.includes(name)).map(({ id }) => id),
    });
    ids.push(made.id);
    for (let count = 0; count < known.comments; count += 1) {
      await user.api.post(`/tasks/${made.id}/comments`, { body: 'Hm' });
    }
    if (known.status === 'Done') known.completed = known.created;
    tasks.push(known);
    const moments = 'created_at = $2, completed_at = CASE WHEN completed_at IS NOT NULL THEN $2::timestamptz END';
    await service.database.rows(`UPDATE tasks SET ${moments} WHERE id = $1`, [made.id, known.created]);
  }
  await admin.api.post(`/tasks/${ids[5]}/blockers`, { taskId: ids[8] });
  if (tasks[5] && tasks[8]) tasks[5].isBlocked ||= tasks[8].status !== 'Done';
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

/** Reads lazily: people and projects are made before the tests run, not before they are described. */
const person = fc.constantFrom(
  { text: () => 'me', id: () => company.admin.id },
  { text: () => '"mia chen"', id: () => mia.id },
  { text: () => mia.email, id: () => mia.id },
);
const number = fc.constantFrom('estimate', 'logged', 'remaining', 'comments', 'subtasks');
const order = fc.constantFrom('=', '!=', '<', '<=', '>', '>=');
const equality = fc.constantFrom('=', '!=');

type Lazy = Arbitrary<() => Filter>;
const filterOf = <Value>(arbitrary: Arbitrary<Value>, make: (value: Value) => Filter): Lazy =>
  arbitrary.map((value) => () => make(value));

function numberOf(task: Known, field: string): number | null {
  if (field === 'comments' || field === 'subtasks') return task[field];
  if (field !== 'remaining') return field === 'estimate' ? task.estimate : task.logged;
  return task.estimate === null ? null : Math.max(0, task.estimate - (task.logged ?? 0));
}

/** What is unset compares with nothing, so only its "!=" holds. */
function holdsFor<Value>(value: Value | null, operator: string, compare: (value: Value) => boolean): boolean {
  return value === null ? operator === '!=' : compare(value);
}

/** When a date counts as: midnight UTC is the beginning of that day where one is. */
function momentOf(iso: string, field: string): DateTime {
  const utc = DateTime.fromISO(iso, { zone: 'UTC' });
  const isDay = (field === 'due' || field === 'start') && utc.toMillis() === utc.startOf('day').toMillis();
  return isDay ? DateTime.fromObject({ year: utc.year, month: utc.month, day: utc.day }, { zone: ZONE }) : utc;
}

function dateHolds(iso: string | null, field: string, operator: string, day: string): boolean {
  const begin = DateTime.fromISO(day, { zone: ZONE });
  const end = begin.plus({ days: 1 });
  return holdsFor(iso, operator, (given) => {
    const at = momentOf(given, field);
    const isWithin = at >= begin && at < end;
    if (operator === '=') return isWithin;
    if (operator === '!=') return !isWithin;
    if (operator === '<') return at < begin;
    if (operator === '>=') return at >= begin;
    return operator === '<=' ? at < end : at >= end;
  });
}

const CONDITIONS: Lazy[] = [
  filterOf(fc.tuple(equality, fc.constantFrom(...STATUSES)), ([operator, status]) => ({
    text: `status ${operator} ${quoted(status.toUpperCase())}`,
    holds: (task) => (task.status === status) === (operator === '='),
  })),
  filterOf(fc.tuple(order, fc.constantFrom(...PRIORITIES)), ([operator, priority]) => ({
    text: `priority${operator}${priority.toLowerCase()}`,
    holds: (task) => compares(PRIORITIES.indexOf(task.priority), operator, PRIORITIES.indexOf(priority)),
  })),
  filterOf(fc.tuple(fc.constantFrom('assignee', 'creator'), equality, person), ([field, operator, { text, id }]) => ({
    text: `${field} ${operator} ${text()}`,
    holds: (task) => (task[field as 'assignee'] === id()) === (operator === '='),
  })),
  filterOf(fc.tuple(fc.constantFrom('watcher'), equality, person), ([field, operator, { text, id }]) => ({
    text: `${field} ${operator} ${text()}`,
    // Who makes, is given or comments on a task watches it.
    holds: ({ creator, assignee }) => (creator === id() || assignee === id()) === (operator === '='),
  })),
  filterOf(fc.tuple(equality, fc.constantFrom('active', 'planned')), ([operator, state]) => ({
    text: `sprint ${operator} ${state}`,
    holds: (task) => (task.sprint === state) === (operator === '='),
  })),
  filterOf(fc.boolean(), (isNot) => ({
    text: `label ${isNot ? 'not in' : 'in'} [bug, "ux, DESIGN"]`,
    holds: ({ labels }) => labels.length > 0 !== isNot,
  })),
  filterOf(fc.tuple(equality, fc.constantFrom('bug', 'UX, design')), ([operator, label]) => ({
    text: `labels ${operator} ${quoted(label)}`,
    holds: ({ labels }) => labels.includes(label) === (operator === '='),
  })),
  filterOf(
    fc.tuple(
      fc.constantFrom(
        'assignee',
        'sprint',
        'epic',
        'label',
        'parent',
        'due',
        'start',
        'completed',
        'estimate',
        'remaining',
      ),
      fc.boolean(),
    ),
    ([field, isNot]) => ({
      text: isNot ? `has:${field}` : `${field} is null`,
      holds: (task) => {
        const isUnset =
          field === 'label'
            ? task.labels.length === 0
            : task[(field === 'remaining' ? 'estimate' : field) as 'due'] === null;
        return isUnset !== isNot;
      },
    }),
  ),
  filterOf(fc.tuple(number, order, fc.constantFrom(...HOURS)), ([field, operator, amount]) => ({
    text: `${field} ${operator} ${amount}`,
    holds: (task) => holdsFor(numberOf(task, field), operator, (own) => compares(own, operator, amount)),
  })),
  filterOf(
    fc.tuple(
      fc.constantFrom('due', 'start', 'created', 'completed'),
      order,
      fc.constantFrom('2026-03-07', '2026-03-08', '2026-03-09', '2026-04-01', '2029-12-31'),
    ),
    ([field, operator, day]) => ({
      text: `${field} ${operator} ${day}`,
      holds: (task) => dateHolds(task[field as 'due'], field, operator, day),
    }),
  ),
  filterOf(
    fc.tuple(fc.constantFrom('~', '!~'), fc.constantFrom('SIGN', '% of', '_', 'form', '"')),
    ([operator, part]) => ({
      text: `description ${operator} ${quoted(part)}`,
      holds: ({ description }) => (description ?? '').toLowerCase().includes(part.toLowerCase()) === (operator === '~'),
    }),
  ),
  filterOf(fc.constantFrom('sign in', 'IN page', 'tru-1', 'form sign'), (terms) => ({
    text: `text:${quoted(terms)}`,
    holds: ({ title, description, tid }) =>
      terms
        .toLowerCase()
        .split(' ')
        .every((term) => `${tid}\n${title}\n${description ?? ''}`.toLowerCase().includes(term)),
  })),
  filterOf(fc.constantFrom('tru-3', 'TRU-7', 'TRU-99'), (tid) => ({
    text: `key = ${tid}`,
    holds: (task) => task.tid === tid.toUpperCase(),
  })),
  ...Object.entries<(task: Known) => boolean>({
    blocked: ({ isBlocked }) => isBlocked,
    done: ({ status }) => status === 'Done',
    overdue: ({ status, due }) => status !== 'Done' && due !== null && !due.startsWith('2030'),
    subtask: ({ parent }) => parent !== null,
  }).flatMap(([flag, holds]) => [
    filterOf(fc.constantFrom(flag, `is:${flag}`, `${flag} != false`), (text) => ({ text, holds })),
    filterOf(fc.constantFrom(`-${flag}`, `!${flag}`, `${flag}:false`), (text) => ({
      text,
      holds: (task) => !holds(task),
    })),
  ]),
];

const inBrackets = ({ text, isOr }: Filter) => (isOr ? `(${text})` : text);

const { filter } = fc.letrec<{ filter: () => Filter }>((tie) => {
  const two = fc.tuple(tie('filter'), tie('filter'));
  return {
    filter: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.oneof(...CONDITIONS),
      fc.tuple(two, fc.constantFrom(' and ', ' && ', ' ')).map(([[one, other], and]) => () => {
        const [left, right] = [one(), other()];
        return {
          text: `${inBrackets(left)}${and}${inBrackets(right)}`,
          holds: (task: Known) => left.holds(task) && right.holds(task),
        };
      }),
      fc.tuple(two, fc.constantFrom(' or ', ' || ')).map(([[one, other], or]) => () => {
        const [left, right] = [one(), other()];
        const holds = (task: Known) => left.holds(task) || right.holds(task);
        return { text: `${left.text}${or}${right.text}`, holds, isOr: true };
      }),
      tie('filter').map((inner) => () => {
        const { text, holds } = inner();
        return { text: `not (${text})`, holds: (task: Known) => !holds(task) };
      }),
    ),
  };
});

/** The tids that the service finds, or why it refuses. */
async function found(text: string): Promise<unknown> {
  const query = new URLSearchParams({ filter: text, projectId: project.id, sortBy: 'rank', sortOrder: 'asc' });
  const { status, body } = await company.admin.api.get(`/tasks?${query.toString()}&fields=tid`);
  return status === 200 ? body.map(({ tid }: Known) => tid) : body.error.details;
}

/** More than the language takes in one filter. */
const isTooLong = ({ text }: Filter) =>
  [...text.matchAll(/~|text:/g)].length > 5 || [...text.matchAll(/\(/g)].length > 10 || text.length > 2_000;

describe('any filter', () => {
  it('lets through exactly the tasks for which it is true', async () => {
    const filters = fc.sample(filter, FILTERS).map((make) => make());
    const usable = filters.filter((made) => !isTooLong(made));
    expect(usable.length).toBeGreaterThan(FILTERS / 2);
    for (let at = 0; at < usable.length; at += AT_ONCE) {
      const some = usable.slice(at, at + AT_ONCE);
      const answers = await Promise.all(some.map(({ text }) => found(text)));
      for (const [place, { text, holds }] of some.entries()) {
        expect([text, answers[place]]).toEqual([text, tasks.filter(holds).map(({ tid }) => tid)]);
      }
    }
  });
});
