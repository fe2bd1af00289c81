import fc from 'fast-check';
import { ConcurrencyLimit } from '#core/concurrency-limits/concurrency-limit.js';
import { DeliverySlots, SLOTS } from './delivery-slots.js';
import { addTo } from '#common/collections/add-to.js';

/** Milliseconds. */
const CLAIM_INTERVAL = 100;
const TIMEOUT = 30_000;
const QUICK = 10;
const PROMISED = 2_000;

interface Webhook {
  id: string;
  pending: number;
  /** Milliseconds that an attempt takes which begins at this time. */
  duration: (now: number) => number;
}

interface Company {
  id: string;
  webhooks: Map<string, Webhook>;
  /** Of the data of each event. */
  bytes: number;
}

/** A worker with its queue, in which nothing but the time of the receivers passes. */
class Simulation {
  time = 0;
  readonly share = new ConcurrencyLimit({ slots: SLOTS });
  readonly slots = new DeliverySlots(this.share, () => this.time);
  mostBytes = 0;
  private readonly companies = new Map<string, Company>();
  private readonly waiting = new Set<string>();
  private bytes = 0;
  /** By the time at which they end. */
  private readonly underWay = new Map<number, (() => void)[]>();

  add(company: Company): void {
    this.companies.set(company.id, company);
  }

  /** Goes on until the time is over, or `isDone`; gives how long that took. */
  run(milliseconds: number, isDone: () => boolean = () => false): number {
    const start = this.time;
    while (this.time - start < milliseconds && !isDone()) {
      this.time += CLAIM_INTERVAL;
      this.endAttempts();
      for (const { id, webhooks } of this.companies.values()) {
        for (const { pending } of webhooks.values()) if (pending > 0) this.waiting.add(id);
      }
      this.claim();
      this.mostBytes = Math.max(this.mostBytes, this.bytes);
    }
    return this.time - start;
  }

  private endAttempts(): void {
    for (const end of this.underWay.get(this.time) ?? []) end();
    this.underWay.delete(this.time);
  }

  /** As the worker and its statement do it. */
  private claim(): void {
    let left = 64;
    for (const { companyId, slots, known, unknown } of this.slots.rooms(this.waiting)) {
      if (left === 0) break;
      this.waiting.delete(companyId);
      const company = this.companies.get(companyId)!;
      const others = [...company.webhooks.keys()].filter((id) => !known.has(id));
      const most = Math.min(slots, left, Math.ceil(2_000_000 / company.bytes));
      let count = 0;
      for (const webhookId of [...others, ...known.keys()]) {
        const webhook = company.webhooks.get(webhookId)!;
        const room = Math.min(known.get(webhookId) ?? unknown, webhook.pending, most - count);
        for (let begun = 0; begun < room; begun += 1) this.begin(company, webhook);
        count += room;
      }
      left -= count;
      if (count === slots) this.waiting.add(companyId);
    }
  }

  private begin({ id: companyId, bytes }: Company, webhook: Webhook): void {
    const slot = this.slots.begin({ companyId, webhookId: webhook.id, bytes });
    webhook.pending -= 1;
    this.bytes += bytes;
    const end = () => {
      slot.attemptEnded();
      slot.giveBack();
      this.bytes -= bytes;
    };
    const steps = Math.max(1, Math.round(webhook.duration(this.time) / CLAIM_INTERVAL));
    const endsAt = this.time + steps * CLAIM_INTERVAL;
    addTo(this.underWay, endsAt, end);
  }
}

const webhooksOf = (company: string, count: number, webhook: Omit<Webhook, 'id'>): Map<string, Webhook> =>
  new Map(
    Array.from({ length: count }, (_, index) => [`${company} ${index}`, { ...webhook, id: `${company} ${index}` }]),
  );

const hanging = (id: string, count: number, bytes = 1_000): Company => ({
  id,
  bytes,
  webhooks: webhooksOf(id, count, { pending: 1_000, duration: () => TIMEOUT }),
});

const healthy = (id: string, pending: number, bytes = 1_000): Company => ({
  id,
  bytes,
  webhooks: webhooksOf(id, 1, { pending, duration: () => QUICK }),
});

const isDelivered = ({ webhooks }: Company) => [...webhooks.values()].every(({ pending }) => pending === 0);

let simulation: Simulation;
beforeEach(() => {
  simulation = new Simulation();
});
const held = (id: string) => simulation.share.holders.get(id) ?? 0;

describe('DeliverySlots', () => {
  it('gives one company alone half of the slots', () => {
    simulation.add(hanging('hostile', 1_000));
    simulation.run(5_000);
    expect(held('hostile')).toBe(SLOTS / 2 - 4);
    simulation.run(100_000);
    expect(held('hostile')).toBeLessThanOrEqual(SLOTS / 2);
  });

  it('gives each of several companies a share that leaves as much for one more, and keeps the last slots for companies without one', () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      simulation.add(hanging(id, 1_000));
      simulation.run(1_000);
    }
    const free = SLOTS - simulation.share.use.held;
    expect(free).toBeGreaterThan(60);
    const rooms = simulation.slots.rooms(['a', 'b', 'new', 'c', 'newer']);
    expect(rooms.map(({ companyId, slots }) => [companyId, slots])).toEqual([
      ['new', 1],
      ['newer', 1],
    ]);
    simulation.run(100_000);
    for (const id of ['a', 'b', 'c', 'd', 'e']) expect(held(id)).toBeLessThanOrEqual(SLOTS / 4);
    for (const id of ['a', 'b', 'c', 'd', 'e']) expect(held(id)).toBeGreaterThan(SLOTS / 12);
  });

  it('serves waiting companies in turn', () => {
    const rooms = (waiting: string[]) =>
      simulation.slots.rooms(waiting).map(({ companyId, slots }) => [companyId, slots]);
    expect(rooms(['a', 'b'])).toEqual([
      ['a', 32],
      ['b', 32],
    ]);
    const many = Array.from({ length: 100 }, (_, index) => `company ${index}`);
    expect(rooms(many).map(([companyId]) => companyId)).toEqual(many.slice(0, 64));
    expect(rooms([])).toEqual([]);
  });

  it('bounds the bytes under way, and leaves some for others', () => {
    const large = 500_000;
    simulation.add(hanging('hostile', 1_000, large));
    simulation.run(20_000);
    expect(held('hostile')).toBeLessThan(80);
    for (const id of ['b', 'c', 'd']) simulation.add(hanging(id, 1_000, large));
    simulation.run(20_000);
    expect(simulation.mostBytes).toBeLessThan(64 * 1024 * 1024 + 5 * large);
    const victim = healthy('victim', 10, large);
    simulation.add(victim);
    expect(simulation.run(60_000, () => isDelivered(victim))).toBeLessThan(PROMISED);
  });

  it('forgets companies that have been idle', () => {
    simulation.add(healthy('idle', 4));
    simulation.run(1_000);
    const unknown = (id: string) => simulation.slots.rooms([id])[0]?.known.size;
    expect(unknown('idle')).toBe(1);
    simulation.time += 60_001;
    simulation.slots.forgetIdle();
    expect(unknown('idle')).toBe(0);
  });

  it('starves no company, whatever the receivers of others do (property)', () => {
    const duration = fc.oneof(
      fc.constant(() => TIMEOUT),
      fc.nat({ max: TIMEOUT }).map((until) => (now: number) => (now < until ? QUICK : TIMEOUT)),
      fc.integer({ min: QUICK, max: TIMEOUT }).map((milliseconds) => () => milliseconds),
    );
    const hostile = fc.record({
      count: fc.integer({ min: 1, max: 300 }),
      pending: fc.integer({ min: 1, max: 1_000 }),
      duration,
      bytes: fc.constantFrom(0, 1_000, 200_000),
      comesAfter: fc.nat({ max: 5_000 }),
    });
    const scenario = fc.record({
      hostile: fc.array(hostile, { minLength: 1, maxLength: 8 }),
      deliveries: fc.integer({ min: 1, max: 20 }),
      comesAfter: fc.nat({ max: 35_000 }),
    });
    fc.assert(
      fc.property(scenario, ({ hostile: companies, deliveries, comesAfter }) => {
        simulation = new Simulation();
        companies.forEach(({ count, pending, duration: takes, bytes, comesAfter: after }, index) => {
          const id = `hostile ${index}`;
          simulation.add({ id, bytes, webhooks: webhooksOf(id, count, { pending, duration: takes }) });
          simulation.run(after);
        });
        simulation.run(comesAfter);
        const victims = [healthy('one', deliveries), healthy('other', deliveries)];
        victims.forEach((victim) => simulation.add(victim));
        expect(simulation.run(TIMEOUT, () => victims.every(isDelivered))).toBeLessThanOrEqual(PROMISED);
        for (const count of simulation.share.holders.values()) expect(count).toBeLessThanOrEqual(SLOTS / 2);
        expect(simulation.share.use.held).toBeLessThanOrEqual(SLOTS);
      }),
      { numRuns: 20 },
    );
  });
});
