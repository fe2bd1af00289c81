import type { QueryConfig } from 'pg';

/** What inserts rows, each of the same number of values. */
export interface Insertion {
  readonly name: string;
  /** The table and its columns. */
  readonly into: string;
  /** SQL of the columns of a row, given its parameters. */
  readonly row: (parameters: readonly string[]) => string;
}

/** One statement for all of the rows, prepared by their number. */
export function insertRows({ name, into, row }: Insertion, rows: readonly unknown[][]): QueryConfig {
  const values = rows.flat();
  let parameter = 0;
  const tuples = rows.map((columns) => `(${row(columns.map(() => `$${(parameter += 1)}`))})`);
  return { name: `${name}-${rows.length}`, text: `INSERT INTO ${into} VALUES ${tuples.join(', ')}`, values };
}
