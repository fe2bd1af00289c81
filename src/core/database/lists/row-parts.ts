import { Continuation } from '#common/http/json-array.js';

/** How a row that ends with a long array is read: as several rows, each with some of its elements. */
export interface RowParts {
  /** The property of a row that is spread over its parts; in its item the last one. */
  readonly array: string;
  /** SQL of the parts of a statement's rows, in the same order. Their column `part` counts those of a row from 0. */
  readonly of: (rows: string) => string;
}

type Part = Record<string, unknown> & { readonly part: number };

/** Joins the parts of each row. Rows that were not read in parts stay as they are. */
export function wholeRows<Row extends object>(rows: Row[], parts: RowParts | undefined): Row[] {
  if (!parts) return rows;
  const { array } = parts;
  const whole: Part[] = [];
  for (const row of rows as unknown as Part[]) {
    const last = whole.at(-1);
    if (row.part === 0 || !last) whole.push(row);
    else last[array] = (last[array] as unknown[]).concat(row[array]);
  }
  return whole as unknown as Row[];
}

/** Makes the items of a list from parts: an item of the first part of a row, more of its array of the others. */
export function continued<Row extends object, Item>(toItem: (row: Row) => Item, { array }: RowParts) {
  return (row: Row): Item | Continuation => {
    const { part, [array]: elements } = row as unknown as Part;
    return part === 0 ? toItem(row) : new Continuation(elements as unknown[]);
  };
}
