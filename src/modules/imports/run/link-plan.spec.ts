import { Tally } from '../import-report.js';
import type { ImportRecord } from '../readers/records.js';
import { LinkPlan } from './link-plan.js';
import { Survey } from './survey.js';

type Task = Partial<Extract<ImportRecord, { kind: 'task' }>>;

async function* records(tasks: readonly Task[]): AsyncGenerator<ImportRecord> {
  await Promise.resolve();
  for (const [index, task] of tasks.entries()) {
    yield { kind: 'task', row: index + 1, externalId: `T-${index + 1}`, title: 'T', ...task };
  }
}

async function planOf(tasks: readonly Task[]) {
  const tally = new Tally();
  const { links } = new LinkPlan(await Survey.of(records(tasks)), () => false, tally);
  const shown = links.map(({ externalId, parent, blockedBy }) => [externalId, parent, blockedBy]);
  return { shown, problems: tally.problems.map(({ row, field, message }) => [row, field, message]) };
}

it('leaves out what would close a circle, the last of it', async () => {
  const { shown, problems } = await planOf([
    { parent: 'T-2', blockedBy: ['T-2'] },
    { parent: 'T-3', blockedBy: ['T-1'] },
    { parent: 'T-1', blocks: ['T-3'] },
    { parent: 'T-1', blockedBy: ['T-9'] },
  ]);
  expect(shown).toEqual([
    ['T-1', 'T-2', ['T-2']],
    ['T-2', 'T-3', []],
    ['T-4', 'T-1', []],
  ]);
  expect(problems).toEqual([
    [3, 'parent', 'T-1 is below the task itself, and cannot be its parent'],
    [4, 'blockers', 'T-9 is outside the file, and was not imported before'],
    [2, 'blockers', 'T-2 and T-1 would wait for each other'],
    [3, 'blockers', 'T-3 and T-3 would wait for each other'],
  ]);
});

it('plans each link once, and 200 of a task', async () => {
  const others = Array.from({ length: 201 }, (_, index) => ({ type: 'relates' as const, key: `T-${index + 2}` }));
  const back = { type: 'relates' as const, key: 'T-1' };
  const tally = new Tally();
  const tasks = [{ links: others }, ...others.map(() => ({ links: [back] }))];
  const { links } = new LinkPlan(await Survey.of(records(tasks)), () => false, tally);
  expect(links.map(({ externalId, relations }) => [externalId, relations.length])).toEqual([['T-1', 200]]);
  expect(tally.problems).toMatchObject([
    { row: 1, field: 'links', message: 'A task has at most 200 links' },
    { row: 202, field: 'links', message: 'A task has at most 200 links' },
  ]);
});

it.each([
  ['the first is the last', 1],
  ['the last is the first', -1],
])('decides the links of a chain of 100,000 tasks in a time in proportion: %s', async (_name, step) => {
  const tasks = Array.from({ length: 100_000 }, (_, index) => ({
    parent: `T-${index + 1 + step}`,
    blockedBy: [`T-${index + 1 + step}`],
  }));
  const begin = process.threadCpuUsage();
  expect((await planOf(tasks)).shown).toHaveLength(99_999);
  const { user } = process.threadCpuUsage(begin);
  expect(user / 1_000).toBeLessThan(5_000);
});
