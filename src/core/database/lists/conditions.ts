import { soughtIn } from '#common/text/folded.js';

type SqlType = 'uuid' | 'text' | 'timestamptz' | 'boolean';

/**
 * The conditions of a WHERE with their parameters. It numbers the parameters, so that no fragment depends on its place. A
 * value that is undefined adds no condition.
 */
export class Conditions {
  readonly values: unknown[];
  private readonly conditions: string[] = [];

  /** `values` are parameters that the statement has already, from `$1` on. */
  constructor(values: readonly unknown[] = []) {
    this.values = [...values];
  }

  /** All of them, joined by AND; TRUE when there are none. */
  get where(): string {
    return this.conditions.join(' AND ') || 'TRUE';
  }

  /** The number of a new parameter, as `$5`. */
  parameter(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** Adds a condition in SQL. */
  add(condition: string): this {
    this.conditions.push(condition);
    return this;
  }

  equals(column: string, type: SqlType, value: string | boolean | undefined): this {
    return value === undefined ? this : this.add(`${column} = ${this.parameter(value)}::${type}`);
  }

  /**
   * The column has one of the values. With ids, the literal `null` stands for unset. A single value is compared plainly:
   * only then can an index give the rows in order.
   */
  in(column: string, type: SqlType, given: readonly string[] | undefined): this {
    if (given === undefined) return this;
    const values = given.filter((value) => type === 'text' || value !== 'null');
    const alternatives: string[] = [];
    if (values.length < given.length) alternatives.push(`${column} IS NULL`);
    if (values.length === 1) alternatives.push(`${column} = ${this.parameter(values[0])}::${type}`);
    if (values.length > 1 || given.length === 0) {
      alternatives.push(`${column} = ANY (${this.parameter(values)}::${type}[])`);
    }
    return this.add(alternatives.length === 1 ? (alternatives[0] as string) : `(${alternatives.join(' OR ')})`);
  }

  /** At `from` or later, and before `before`. */
  between(column: string, from: string | undefined, before: string | undefined): this {
    if (from !== undefined) this.add(`${column} >= ${this.parameter(from)}::timestamptz`);
    if (before !== undefined) this.add(`${column} < ${this.parameter(before)}::timestamptz`);
    return this;
  }

  /** The text of one of the columns contains `part`, as a search compares them. */
  contains(columns: readonly string[], part: string | undefined): this {
    if (!part) return this;
    const sought = soughtIn(part);
    const parameter = this.parameter(sought.text);
    const alternatives = columns.map((column) => `strpos(${sought.form}(${column}), ${parameter}) > 0`);
    return this.add(`(${alternatives.join(' OR ')})`);
  }
}
