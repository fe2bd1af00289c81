import { folded } from '#common/text/folded.js';
import { isUuid } from '#common/validation/uuid.js';
import type { Conditions } from '#core/database/lists/conditions.js';
import { containing, hasValue } from '#schema/fields.js';
import { containsText } from '#schema/task-texts.js';
import type { OwnField } from './language/filter-fields.js';
import { type Comparison, type Condition, isKeyword, texts, type Value } from './language/syntax-tree.js';

/** The condition that a day, SQL of a local timestamp, stands in relation to a value. */
type OnDay = (day: string, operator: Comparison, value: Value) => string;

/** Conditions on fields of the company's own, without their negation. They are true or false, never unknown. */
export class OwnConditions {
  constructor(
    private readonly conditions: Conditions,
    private readonly userId: string,
    private readonly onDay: OnDay,
  ) {}

  /** A field of the company's own. What is deleted is unset on every task. */
  of(own: OwnField, condition: Condition): string {
    if (own.isDeleted) return condition.kind === 'empty' ? 'TRUE' : 'FALSE';
    if (condition.kind === 'empty') return `NOT ${this.has(own, `v.custom ? ${this.conditions.parameter(own.id)}`)}`;
    if (condition.kind === 'flag') return this.has(own, this.holds(own, [true]));
    if (condition.kind === 'in') return this.has(own, this.equals(own, condition.values));
    return this.has(own, this.comparison(own, condition.operator, condition.value));
  }

  private has(own: OwnField, condition: string): string {
    return hasValue('t', own, this.conditions, condition);
  }

  private comparison(own: OwnField, operator: Comparison, value: Value): string {
    if (operator === '~' || operator === '!~') return containsText(this.textOf(own), this.conditions, value.text);
    if (own.type === 'number') {
      const number = `${this.conditions.parameter(value.text)}::numeric`;
      return `(${this.textOf(own)})::numeric ${operator === '!=' ? '=' : operator} ${number}`;
    }
    if (own.type !== 'date') return this.equals(own, [value]);
    return this.onDay(`(${this.textOf(own)})::date::timestamp`, operator, value);
  }

  private equals(own: OwnField, values: readonly Value[]): string {
    if (own.type === 'text') {
      return `folded(${this.textOf(own)}) = ANY (${this.conditions.parameter(texts(values).map((text) => folded(text)))}::text[])`;
    }
    const ids = values.map((value) => (own.type === 'person' && isKeyword(value, 'me') ? this.userId : value.text));
    return this.holds(own, ids.filter(isUuid));
  }

  /** An index finds what holds one of them. */
  private holds(own: OwnField, values: readonly (string | boolean)[]): string {
    const parts = values.map((value) => containing(own, value));
    if (parts.length === 1) return `v.custom @> ${this.conditions.parameter(parts[0])}::jsonb`;
    return `v.custom @> ANY (${this.conditions.parameter(parts)}::jsonb[])`;
  }

  private textOf({ id }: OwnField): string {
    return `(v.custom ->> ${this.conditions.parameter(id)})`;
  }
}
