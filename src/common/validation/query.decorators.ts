import { property } from './property.js';
import { textProblem } from './text.js';
import { parseTimestamp } from './timestamp.js';
import { isUuid } from './uuid.js';

/*
 * Query parameters arrive as strings; the validation pipe has refused those given twice. All are optional.
 */

const LARGEST = Number.MAX_SAFE_INTEGER;
const SEARCH_LIMITS = { minimum: 0, maximum: 500 };

/** One text. */
export function SearchParameter(): PropertyDecorator {
  return property('parameter', {
    rule: (value) => textProblem(value, SEARCH_LIMITS),
    documentation: { type: String, maxLength: SEARCH_LIMITS.maximum },
  });
}

export function IntegerParameter(minimum: number, maximum = LARGEST): PropertyDecorator {
  const parsed = (value: unknown) => (typeof value === 'string' && /^-?\d{1,400}$/.test(value) ? Number(value) : value);
  return property('parameter', {
    normalize: parsed,
    rule: (value) => {
      if (typeof value !== 'number') return 'Expected integer';
      if (value < minimum) return `Must be at least ${minimum}`;
      return value > maximum ? `Must be at most ${maximum}` : undefined;
    },
    documentation: { type: 'integer', minimum, ...(maximum < LARGEST && { maximum }) },
  });
}

export function BooleanParameter(): PropertyDecorator {
  return property('parameter', {
    normalize: (value) => (value === 'true' ? true : value === 'false' ? false : value),
    rule: (value) => (typeof value === 'boolean' ? undefined : 'Expected boolean'),
    documentation: { type: Boolean },
  });
}

export function TimestampParameter(): PropertyDecorator {
  return property('parameter', {
    normalize: (value) => (typeof value === 'string' ? (parseTimestamp(value) ?? value) : value),
    rule: (value) => (parseTimestamp(value as string) === undefined ? 'Invalid datetime' : undefined),
    documentation: { type: String, format: 'date-time' },
  });
}

export function OneOfParameter(values: readonly string[]): PropertyDecorator {
  return property('parameter', {
    rule: (value) => (values.includes(value as string) ? undefined : `Must be one of: ${values.join(', ')}`),
    documentation: { enum: [...values] },
  });
}

/** A comma-separated list of values from a fixed set; becomes an array. */
export function OneOfListParameter(values: readonly string[]): PropertyDecorator {
  return listParameter(
    (item) => (values.includes(item) ? undefined : `Must be one of: ${values.join(', ')}`),
    `Comma-separated list of: ${values.join(', ')}`,
  );
}

/** A comma-separated list of texts of 1 to 100 characters; becomes an array. */
export function TextListParameter(description: string): PropertyDecorator {
  return listParameter((item) => textProblem(item, { minimum: 1, maximum: 100 }), description);
}

/** A comma-separated list of ids, and of the literal `null` where unset can be asked for; becomes an array. */
export function UuidListParameter({ orNull = false } = {}): PropertyDecorator {
  return listParameter(
    (item) => (isUuid(item) || (orNull && item === 'null') ? undefined : 'Invalid uuid'),
    `Comma-separated list of ids${orNull ? '; the literal null matches unset' : ''}`,
  );
}

function listParameter(itemProblem: (item: string) => string | undefined, description: string): PropertyDecorator {
  return property('parameter', {
    normalize: (value) => (typeof value === 'string' ? value.split(',').map((item) => item.trim()) : value),
    rule: (value) => (value as string[]).map(itemProblem).find(Boolean),
    documentation: { type: String, isArray: false, description },
  });
}
