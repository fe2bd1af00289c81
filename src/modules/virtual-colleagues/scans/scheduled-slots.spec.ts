import fc from 'fast-check';
import { ConcurrencyLimit, type Release } from '#core/concurrency-limits/concurrency-limit.js';
import { ScheduledSlots } from './scheduled-slots.js';

const sizes = (slots: Map<string, Release[]>) =>
  Object.fromEntries([...slots].map(([companyId, { length }]) => [companyId, length]));

const settled = () => new Promise(setImmediate);

describe('ScheduledSlots', () => {
  it('takes one a company and round, while there is room', () => {
    const slots = new ScheduledSlots(new ConcurrencyLimit({ slots: 7 }));
    expect(sizes(slots.take(['a', 'b', 'c']))).toEqual({ a: 3, b: 2, c: 2 });
    expect([...slots.inLine]).toEqual([]);
  });

  it('gives one company at most half, and the rest to companies that are due later', () => {
    const slots = new ScheduledSlots(new ConcurrencyLimit({ slots: 6 }));
    expect(sizes(slots.take(['a']))).toEqual({ a: 3 });
    expect(sizes(slots.take(['a', 'b']))).toEqual({ b: 3 });
    expect([...slots.inLine]).toEqual(['a']);
  });

  it('lets companies without a slot wait in the same queue as requests', async () => {
    const share = new ConcurrencyLimit({ slots: 2 });
    const held = [share.tryTake('a') as Release, share.tryTake('b') as Release];
    const request = share.take('c');
    const slots = new ScheduledSlots(share);
    expect(sizes(slots.take(['d', 'e']))).toEqual({});
    expect([...slots.inLine]).toEqual(['d', 'e']);
    held[0]!();
    const release = await request;
    expect(sizes(slots.take([]))).toEqual({});
    held[1]!();
    await settled();
    expect(sizes(slots.take([]))).toEqual({ d: 1 });
    release();
    await settled();
    // It has its slot, whether it is still due or not.
    expect(sizes(slots.take(['d']))).toEqual({ e: 1 });
    expect([...slots.inLine]).toEqual(['d']);
  });

  it('never starves a company, wastes a slot or gives out too many (property)', async () => {
    const companies = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
    const step = fc.oneof(
      fc.record({ due: companies }),
      fc.record({ end: fc.nat({ max: 20 }) }),
      fc.record({ request: fc.constantFrom('a', 'b', 'f') }),
    );
    type Step = { due: string[] } | { end: number } | { request: string };
    const property = async (total: number, steps: Step[]) => {
      const share = new ConcurrencyLimit({ slots: total });
      const slots = new ScheduledSlots(share);
      const running: Release[] = [];
      /** By company in line: who was served since it has waited, though the slot might have been its own. */
      const servedBefore = new Map<string, Set<string>>();
      let before = new Map<string, number>();
      const check = async () => {
        await settled();
        for (const [company, held] of share.holders) {
          expect(held).toBeLessThanOrEqual(Math.max(1, Math.floor(total / 2)));
          if (held > (before.get(company) ?? 0)) onServed(company);
        }
        before = new Map(share.holders);
        // No waiting company could have been served.
        for (const company of slots.inLine) expect(share.freeSlots(company)).toBeLessThanOrEqual(0);
      };
      const onServed = (served: string) => {
        servedBefore.delete(served);
        for (const other of slots.inLine) {
          if (other === served || (before.get(other) ?? 0) >= Math.floor(total / 2)) continue;
          const others = servedBefore.get(other) ?? new Set();
          expect(others).not.toContain(served);
          servedBefore.set(other, others.add(served));
        }
      };
      for (const next of steps) {
        if ('due' in next) {
          const taken = slots.take(next.due);
          running.push(...[...taken.values()].flat());
          expect(running).toHaveLength(share.use.held);
          // Every due company has a slot, or waits for one.
          for (const company of next.due) {
            expect(taken.has(company) || slots.inLine.has(company)).toBe(true);
          }
          before = new Map(share.holders);
        } else if ('request' in next) {
          void share.take(next.request, undefined, Infinity).then((release) => running.push(release));
        } else if (running.length > 0) {
          running.splice(next.end % running.length, 1)[0]!();
        }
        await check();
      }
    };
    await fc.assert(fc.asyncProperty(fc.integer({ min: 2, max: 9 }), fc.array(step, { maxLength: 150 }), property), {
      numRuns: 100,
    });
  });
});
