import { Continuation } from '../../common/http/json-array.js';

/** How a row that ends with a long array is read: as several rows, each with some of its elements. */
export interface RowParts {
  /** The property of a row that is spread over its parts; in its item the last one. */
  readonly array: string;
  /** SQL of the parts of a statement's rows, in the same order. Their column `part` counts those of a row from 0. */
  readonly of: (rows: string) => string;
}

type Part = Record<string, unknown> & { readonly part: number };

/** The rows that these are the parts of, if they are parts. */
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

/** What makes the items of a list: of a part that is not the first of its row, more of the array. */
export function continued<Row extends object, Item>(toItem: (row: Row) => Item, { array }: RowParts) {
  return (row: Row): Item | Continuation => {
    const { part, [array]: elements } = row as unknown as Part;
    return part === 0 ? toItem(row) : new Continuation(elements as unknown[]);
  };
}
