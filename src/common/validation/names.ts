import { Rule } from './field.js';

/** Names beside a few fixed ones, of which a message tells only the fixed ones: what they look like. */
export interface Names {
  readonly pattern: RegExp;
}

/** A value, or each item of an array, is one of the values or looks like such a name. */
export function OneOfOrNamed(values: readonly string[], { pattern }: Names): PropertyDecorator {
  const isRight = (item: unknown) => typeof item === 'string' && (values.includes(item) || pattern.test(item));
  const message = `Must be one of: ${values.join(', ')}`;
  return Rule((value) => ((Array.isArray(value) ? value : [value]).every(isRight) ? undefined : message));
}

/** What a schema says of both. */
export function patternOf(values: readonly string[], { pattern }: Names): string {
  return `^(?:${values.join('|')}|${pattern.source.replace(/^\^|\$$/g, '')})$`;
}
