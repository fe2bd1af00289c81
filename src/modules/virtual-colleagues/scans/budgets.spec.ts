import fc from 'fast-check';
import { foundAction } from '#test/support/found-action.js';
import { NO_LIMITS } from '../settings/limits.js';
import { withinLimits } from './budgets.js';
import type { FoundAction } from './found-action.js';

const heardOf = (today: Record<string, number>) =>
  new Map(Object.entries(today).map(([id, count]) => [id, { made: count, own: count, all: count }]));

const saidOf = (actions: FoundAction[]) => actions.filter(({ held }) => held === null).map(({ tid }) => tid);

describe('withinLimits', () => {
  it('says the most urgent: escalations, what is overdue for days, what has priority, then by tid', () => {
    const inOrder = [
      foundAction({ tid: 'WEB-9', type: 'escalation' }),
      foundAction({ tid: 'WEB-8', overdueHours: 48 }),
      foundAction({ tid: 'WEB-7', overdueHours: 24, priority: 5 }),
      foundAction({ tid: 'WEB-6', overdueHours: 47, priority: 4 }),
      foundAction({ tid: 'WEB-5', overdueHours: 0, priority: 2 }),
      foundAction({ tid: 'WEB-2', overdueHours: 23 }),
      foundAction({ tid: 'WEB-10', overdueHours: 0 }),
      foundAction({ tid: 'WEB-1', priority: 5 }),
      foundAction({ tid: null, priority: null }),
    ];
    const tids = inOrder.map(({ tid }) => tid);
    for (const perRun of tids.keys()) {
      const said = saidOf(withinLimits([...inOrder].reverse(), { ...NO_LIMITS, perRun }, new Map()));
      expect(new Set(said)).toEqual(new Set(tids.slice(0, perRun)));
    }
  });

  it('keeps every limit, and says no more of it than it must (property)', () => {
    const limit = fc.option(fc.integer({ min: 0, max: 6 }));
    const limits = fc.record({ perRun: limit, perDay: limit, perPersonPerDay: limit });
    const person = fc.constantFrom('mia', 'leo', 'ann');
    const action = fc.record({
      type: fc.constantFrom('chase', 'reminder', 'escalation', 'report'),
      rule: fc.constantFrom('task.overdue', 'digest'),
      userId: fc.option(person),
      held: fc.constantFrom(null, 'repeat', 'muted', 'away'),
      priority: fc.integer({ min: 1, max: 5 }),
      overdueHours: fc.option(fc.integer({ min: 0, max: 99 })),
    });
    const before = fc.dictionary(person, fc.integer({ min: 1, max: 3 }));
    fc.assert(
      fc.property(fc.array(action), limits, before, (inputs, given, today) => {
        const actions = inputs.map((input, index) => foundAction({ ...(input as FoundAction), tid: `WEB-${index}` }));
        const result = withinLimits(actions, given, heardOf(today));
        const counts = new Map(Object.entries(today));
        let run = 0;
        const isCounted = ({ rule, userId }: FoundAction) => rule !== 'digest' && userId !== null;
        for (const [index, { held }] of result.entries()) {
          const action = actions[index]!;
          if (held !== 'budget') expect(held).toBe(action.held);
          else expect([action.held, isCounted(action)]).toEqual([null, true]);
          if (held !== null || !isCounted(action)) continue;
          run += 1;
          counts.set(action.userId!, (counts.get(action.userId!) ?? 0) + 1);
        }
        const day = [...counts.values()].reduce((sum, count) => sum + count, 0);
        const { perRun, perDay, perPersonPerDay } = given;
        if (perRun !== null) expect(run).toBeLessThanOrEqual(perRun);
        if (perDay !== null && run > 0) expect(day).toBeLessThanOrEqual(perDay);
        for (const { held, userId } of result.filter((action) => action.held === 'budget')) {
          const isFull = (count: number, most: number | null) => most !== null && count >= most;
          expect(
            held && (isFull(run, perRun) || isFull(day, perDay) || isFull(counts.get(userId!) ?? 0, perPersonPerDay)),
          ).toBe(true);
        }
      }),
    );
  });
});
