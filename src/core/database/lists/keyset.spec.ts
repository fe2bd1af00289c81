import { comesAfter, keyColumn, type Order, orderBy, reversed } from './keyset.js';

const id = { sql: 't.id', type: 'uuid' } as const;
const plain: Order = { direction: 'DESC', keys: [{ sql: 't.at', type: 'timestamptz' }, id] };
const last: Order = { direction: 'ASC', keys: [{ sql: 't.due', type: 'timestamptz', nulls: 'LAST' }, id] };
const first: Order = { direction: 'DESC', keys: [{ sql: 't.lane', type: 'integer', nulls: 'FIRST' }, id] };

function after(order: Order, ...values: (string | null)[]): string {
  let number = 0;
  return comesAfter(order, values, () => `$${(number += 1)}`);
}

it('orders by all keys in one direction', () => {
  expect([plain, last, first].map(orderBy)).toEqual([
    't.at DESC, t.id DESC',
    't.due ASC NULLS LAST, t.id ASC',
    't.lane DESC NULLS FIRST, t.id DESC',
  ]);
  expect(keyColumn(plain)).toBe('json_build_array((t.at)::text, (t.id)::text) AS "rowKeys"');
});

it('reads from the last row to the first, and back', () => {
  expect([plain, last, first].map((order) => orderBy(reversed(order)))).toEqual([
    't.at ASC, t.id ASC',
    't.due DESC NULLS FIRST, t.id DESC',
    't.lane ASC NULLS LAST, t.id ASC',
  ]);
  expect(reversed(reversed(last))).toEqual(last);
});

it('continues after a row, compared as a whole when no key can be null', () => {
  expect(after(plain, 'a', 'b')).toBe('(t.at, t.id) < ($1::timestamptz, $2::uuid)');
});

it('continues after a row among rows with a key and rows without', () => {
  expect(after(last, 'a', 'b')).toBe(
    '(((t.due > $1::timestamptz OR t.due IS NULL)) OR (t.due = $1::timestamptz AND t.id > $2::uuid))',
  );
  expect(after(last, null, 'b')).toBe('((false) OR (t.due IS NULL AND t.id > $1::uuid))');
  expect(after(first, 'a', 'b')).toBe('((t.lane < $1::integer) OR (t.lane = $1::integer AND t.id < $2::uuid))');
  expect(after(first, null, 'b')).toBe('((t.lane IS NOT NULL) OR (t.lane IS NULL AND t.id < $1::uuid))');
});
