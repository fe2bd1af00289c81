import type { TaskRecord } from '../readers/records.js';
import { withBoundedLists } from './bounded-lists.js';

const task = { kind: 'task', row: 2, externalId: 'A-1', title: 'One' } as TaskRecord;
const names = (count: number) => Array.from({ length: count }, (_, index) => `name ${index}`);

describe('lists of a task that was read', () => {
  it('stay as they are up to 1,000', () => {
    const full = { ...task, labels: names(1_000), blocks: [] };
    expect(withBoundedLists(full)).toEqual([full]);
  });

  it('are cut past that, and a problem of each says so', () => {
    const long = { ...task, labels: names(1_001), blockedBy: names(2_000), blocks: names(3) };
    const problem = {
      kind: 'problem',
      row: 2,
      externalId: 'A-1',
      message: 'A task names at most 1,000 of a kind; the others are left out',
    };
    expect(withBoundedLists(long)).toEqual([
      { ...problem, field: 'labels' },
      { ...problem, field: 'blockedBy' },
      { ...long, labels: names(1_000), blockedBy: names(1_000) },
    ]);
  });

  it('of other items are none', () => {
    const person = { kind: 'person', person: { id: '1', name: 'Ada', email: null } };
    const bytes = new Uint8Array(2_000);
    expect(withBoundedLists(person)).toEqual([person]);
    expect(withBoundedLists(bytes)).toEqual([bytes]);
  });
});
