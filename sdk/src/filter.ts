/** What a filter may be filled with: a list stands in `in (…)`. */
export type FilterValue = string | number | boolean | Date | readonly (string | number | Date)[];

/**
 * A text in the filter language whose values are quoted, whatever they hold:
 * ``filter`assignee = ${name} and due < ${date}` ``.
 */
export function filter(strings: TemplateStringsArray, ...values: FilterValue[]): string {
  return strings.reduce((text, part, index) => text + written(values[index - 1] as FilterValue) + part);
}

/** The language knows no exponents. */
const PLAIN = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 20 });

function written(value: FilterValue): string {
  if (typeof value === 'object' && !(value instanceof Date)) return value.map(written).join(', ');
  if (typeof value === 'number') return PLAIN.format(value);
  if (typeof value === 'boolean') return String(value);
  const text = value instanceof Date ? value.toISOString() : value;
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
