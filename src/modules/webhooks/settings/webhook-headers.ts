import { ValidationError } from '#common/errors/app-error.js';
import { Field, type Presence, Rule } from '#common/validation/field.js';
import { HEADER_NAME, headerNameProblem, headerValueProblem } from '#core/outbound/header-rules.js';

/** What is shown in place of a value, and on PUT stands for the value there is. */
export const HIDDEN_VALUE = '***';

const NOTHING_KEPT = `There is no value that ${HIDDEN_VALUE} could keep; give one`;
const MOST_HEADERS = 20;
const MOST_NAME_CHARACTERS = 100;
const MOST_VALUE_CHARACTERS = 2_048;

/** Additional headers of each request, by name. */
export function WebhookHeaders(presence: Presence): PropertyDecorator {
  return Field(
    presence,
    {
      type: 'object',
      propertyNames: { maxLength: MOST_NAME_CHARACTERS, pattern: HEADER_NAME },
      additionalProperties: {
        type: 'string',
        maxLength: MOST_VALUE_CHARACTERS,
        pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
      },
      maxProperties: MOST_HEADERS,
    },
    [Rule(headersProblem)],
  );
}

/**
 * The headers that a client means. Clients never see stored values: `***` keeps one.
 *
 * @throws ValidationError when there is no value that `***` could stand for
 */
export function withKeptValues(
  headers: Readonly<Record<string, string>>,
  stored: Readonly<Record<string, string>>,
): Record<string, string> {
  const values = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    Object.entries(headers).map(([name, given]) => {
      const value = given === HIDDEN_VALUE ? values.get(name.toLowerCase()) : given;
      if (value === undefined) throw new ValidationError({ headers: `${name}: ${NOTHING_KEPT}` });
      return [name, value];
    }),
  );
}

function headersProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'Expected object';
  const headers = Object.entries(value);
  if (headers.length > MOST_HEADERS) return `Must hold at most ${MOST_HEADERS} headers`;
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  if (names.size < headers.length) return 'Must name each header once, whatever its case';
  for (const [name, content] of headers) {
    const problem = headerProblem(name, content);
    if (problem) return `${name}: ${problem}`;
  }
  return undefined;
}

function headerProblem(name: string, value: unknown): string | undefined {
  if (name.length > MOST_NAME_CHARACTERS) return `The name must be at most ${MOST_NAME_CHARACTERS} characters`;
  const problem = headerNameProblem(name);
  if (problem) return problem;
  if (typeof value !== 'string') return 'Expected string';
  if (value.length > MOST_VALUE_CHARACTERS) return `Must be at most ${MOST_VALUE_CHARACTERS} characters`;
  return headerValueProblem(value);
}
