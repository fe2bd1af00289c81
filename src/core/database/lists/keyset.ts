/** One key that rows are sorted by. */
export interface SortKey {
  readonly sql: string;
  readonly type: 'text' | 'integer' | 'bigint' | 'numeric' | 'boolean' | 'date' | 'timestamptz' | 'uuid';
  /** Where rows without it come; it is never null unless this is given. */
  readonly nulls?: 'FIRST' | 'LAST';
  /** The same key in a form that no index has, for ORDER BY: the planner might walk a whole index to find a few rows. */
  readonly unindexed?: string;
}

/** A total order: the last key is unique. */
export interface Order {
  readonly direction: 'ASC' | 'DESC';
  readonly keys: readonly SortKey[];
}

/** The keys of one row, as PostgreSQL writes them. */
export type KeyValues = readonly (string | null)[];

/** The keys of a row in an item of a list, until they are taken off it. */
export const ROW_KEYS = 'rowKeys';

/** ORDER BY of an order. */
export function orderBy(order: Order): string {
  return columnsInOrder(order, ({ sql, unindexed = sql }) => unindexed);
}

/** The same for the first rows of an order that an index has. */
export function indexOrder(order: Order): string {
  return columnsInOrder(order, ({ sql }) => sql);
}

function columnsInOrder({ direction, keys }: Order, sqlOf: (key: SortKey) => string): string {
  return keys.map((key) => `${sqlOf(key)} ${direction}${key.nulls ? ` NULLS ${key.nulls}` : ''}`).join(', ');
}

/** The same rows from the last to the first. */
export function reversed({ direction, keys }: Order): Order {
  const nullsOf = ({ nulls }: SortKey) => nulls && ({ nulls: nulls === 'FIRST' ? 'LAST' : 'FIRST' } as const);
  return {
    direction: direction === 'ASC' ? 'DESC' : 'ASC',
    keys: keys.map((key) => ({ ...key, ...nullsOf(key) })),
  };
}

/** SQL of the column that holds the keys of a row. */
export function keyColumn({ keys }: Order): string {
  return `json_build_array(${keys.map(({ sql }) => `(${sql})::text`).join(', ')}) AS "${ROW_KEYS}"`;
}

/** The condition that a row comes after the one that has these values; `parameter` gives a new number. */
export function comesAfter(
  { direction, keys }: Order,
  values: KeyValues,
  parameter: (value: string) => string,
): string {
  const comparison = direction === 'ASC' ? '>' : '<';
  const given = keys.map(({ type }, index) => {
    const value = values[index] ?? null;
    return value === null ? null : `${parameter(value)}::${type}`;
  });
  if (keys.every(({ nulls }) => nulls === undefined)) {
    // An index can begin there.
    return `(${keys.map(({ sql }) => sql).join(', ')}) ${comparison} (${given.join(', ')})`;
  }
  const alternatives = keys.map((key, index) => {
    const same = keys.slice(0, index).map(({ sql }, place) => isSame(sql, given[place] ?? null));
    return [...same, isBehind(key, given[index] ?? null, comparison)].join(' AND ');
  });
  return `(${alternatives.map((alternative) => `(${alternative})`).join(' OR ')})`;
}

function isSame(sql: string, value: string | null): string {
  return value === null ? `${sql} IS NULL` : `${sql} = ${value}`;
}

function isBehind({ sql, nulls }: SortKey, value: string | null, comparison: '<' | '>'): string {
  if (value === null) return nulls === 'FIRST' ? `${sql} IS NOT NULL` : 'false';
  const isBeyond = `${sql} ${comparison} ${value}`;
  return nulls === 'LAST' ? `(${isBeyond} OR ${sql} IS NULL)` : isBeyond;
}
