import { foundAction } from '#test/support/found-action.js';
import type { FoundAction } from './found-action.js';
import { oneOfEach } from './holds.js';

const actionOf = (rule: string, input: Partial<FoundAction> = {}): FoundAction =>
  foundAction({ rule, key: rule, ...input });

const escalation = { type: 'escalation' } as const;
const reminder = { type: 'reminder' } as const;

const IN_ORDER = [
  actionOf('task.escalated', escalation),
  actionOf('task.promise_broken', escalation),
  actionOf('task.overdue'),
  actionOf('custom:Mine'),
  actionOf('task.blocked', escalation),
  actionOf('task.review_waiting', reminder),
  actionOf('work.review_waiting', reminder),
  actionOf('task.due_soon', reminder),
  actionOf('custom:Also mine', reminder),
];

const nothing = (actions: readonly FoundAction[]) => [...actions];

const heldOf = (actions: readonly FoundAction[]) => actions.map(({ rule, held }) => [rule, held]);

describe('of several actions about a task to a person', () => {
  it('says the first of the order, in whatever order they are found', () => {
    for (const first of IN_ORDER.keys()) {
      const some = IN_ORDER.slice(first);
      for (const found of [some, some.toReversed()]) {
        const said = oneOfEach(found, nothing).filter(({ held }) => held === null);
        expect(said.map(({ rule }) => rule)).toEqual([IN_ORDER[first]!.rule]);
      }
    }
  });

  it('holds the others as said', () => {
    expect(heldOf(oneOfEach([actionOf('task.due_soon', reminder), actionOf('task.overdue')], nothing))).toEqual([
      ['task.due_soon', 'said'],
      ['task.overdue', null],
    ]);
  });

  it('says the next one where the first is held, for whatever reason', () => {
    const found = [actionOf('task.overdue', { held: 'active' }), actionOf('task.due_soon', reminder)];
    expect(heldOf(oneOfEach(found, nothing))).toEqual([
      ['task.overdue', 'active'],
      ['task.due_soon', null],
    ]);
    const limit = (actions: readonly FoundAction[]) =>
      actions.map((action): FoundAction =>
        action.held === null && action.type === 'chase' ? { ...action, held: 'budget' } : action,
      );
    expect(heldOf(oneOfEach([actionOf('task.overdue'), actionOf('task.due_soon', reminder)], limit))).toEqual([
      ['task.overdue', 'budget'],
      ['task.due_soon', null],
    ]);
  });

  it('lets an escalation go first that was held as said before', () => {
    const found = [actionOf('task.overdue'), actionOf('task.blocked', { ...escalation, hasWaited: true })];
    expect(heldOf(oneOfEach(found, nothing))).toEqual([
      ['task.overdue', 'said'],
      ['task.blocked', null],
    ]);
  });

  it('holds a chase of who is away as said when the person hears of the task all the same', () => {
    const found = [actionOf('task.overdue', { held: 'away' }), actionOf('task.blocked', escalation)];
    expect(heldOf(oneOfEach(found, nothing))).toEqual([
      ['task.overdue', 'said'],
      ['task.blocked', null],
    ]);
  });
});

it('says what is to other people, of other tasks, and reports', () => {
  const found = [
    actionOf('task.overdue'),
    actionOf('task.due_soon', { ...reminder, userId: 'leo' }),
    actionOf('task.due_soon', { ...reminder, taskId: 'b' }),
    actionOf('task.unassigned', { type: 'report', userId: null }),
    actionOf('task.unassigned', { type: 'report' }),
  ];
  expect(new Set(oneOfEach(found, nothing).map(({ held }) => held))).toEqual(new Set([null]));
});
