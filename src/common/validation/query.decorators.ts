import { isIP } from 'node:net';
import { property } from './property.js';
import { searchProblem } from './search.js';
import { STORABLE_TEXT, textProblem } from './text.js';
import { parseTimestamp } from './timestamp.js';
import { isUuid, UUID_PATTERN } from './uuid.js';

/*
 * Query parameters arrive as strings; the validation pipe has refused those given twice. All are optional.
 */

const LARGEST = Number.MAX_SAFE_INTEGER;
const MOST_VALUES = 200;
const LONGEST_FILTER = 2_000;

const GROUP = '[0-9A-Fa-f]{1,4}';
const BYTE = '(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])';
/** IPv4, and IPv6 with and without its `::`. */
const IP_ADDRESS_PATTERN = `^(?:${[
  `(?:${BYTE}\\.){3}${BYTE}`,
  `(?:${GROUP}:){7}${GROUP}`,
  `(?:${GROUP}:){1,7}:`,
  ...[1, 2, 3, 4, 5, 6].map((before) => `(?:${GROUP}:){1,${before}}(?::${GROUP}){1,${7 - before}}`),
  `:(?:(?::${GROUP}){1,7}|:)`,
].join('|')})$`;

const ID = { type: 'string', format: 'uuid' };

/** A text of at most 20 different terms of at most 200 characters. */
export function SearchParameter(): PropertyDecorator {
  return property('parameter', {
    rule: searchProblem,
    documentation: { type: String, pattern: STORABLE_TEXT },
  });
}

/** A text in the filter language, which its reader checks. */
export function FilterParameter(): PropertyDecorator {
  return property('parameter', {
    rule: (value) => textProblem(value, { minimum: 0, maximum: Infinity }),
    documentation: { type: String, maxLength: LONGEST_FILTER, example: 'assignee = me and not done' },
  });
}

/** A text that its reader checks. */
export function TextParameter(): PropertyDecorator {
  return property('parameter', {
    rule: (value) => textProblem(value, { minimum: 0, maximum: Infinity }),
    documentation: { type: String },
  });
}

/** A whole number. With `onlyWith`, ignored where none of those parameters is given. */
export function IntegerParameter(
  minimum: number,
  maximum = LARGEST,
  { onlyWith }: { onlyWith?: readonly string[] } = {},
): PropertyDecorator {
  const parsed = (value: unknown) => (typeof value === 'string' && /^-?\d{1,400}$/.test(value) ? Number(value) : value);
  return property('parameter', {
    onlyWith,
    normalize: parsed,
    rule: (value) => {
      if (typeof value !== 'number') return 'Expected integer';
      if (value < minimum) return `Must be at least ${minimum}`;
      return value > maximum ? `Must be at most ${maximum}` : undefined;
    },
    documentation: { type: 'integer', minimum, maximum },
  });
}

/** Where a page by cursor begins; never with `page`. */
export function CursorParameter(): PropertyDecorator {
  return property('parameter', {
    notWith: 'page',
    rule: (value) => textProblem(value, { minimum: 0, maximum: Infinity }),
    documentation: { type: String },
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

/** As `OneOfParameter`, and it must be given. */
export function RequiredOneOfParameter(values: readonly string[]): PropertyDecorator {
  return property('required', {
    rule: (value) => (values.includes(value as string) ? undefined : `Must be one of: ${values.join(', ')}`),
    documentation: { enum: [...values] },
  });
}

/** Any text at all, for the service to judge. */
export function AnyTextParameter(): PropertyDecorator {
  return property('parameter', { rule: () => undefined, documentation: { type: String } });
}

/** A list of values from a fixed set; becomes an array. */
export function OneOfListParameter(values: readonly string[]): PropertyDecorator {
  const problemOf = (item: string) => (values.includes(item) ? undefined : `Must be one of: ${values.join(', ')}`);
  return listParameter(problemOf, { type: 'string', enum: [...values] });
}

/** One or two different ones of a few names, in their order; becomes an array. */
export function OneOrTwoOfListParameter(values: readonly string[]): PropertyDecorator {
  return property('required', {
    normalize: (value) => (typeof value === 'string' ? splitList(value) : value),
    rule: (value) => {
      const items = value as string[];
      if (items.some((item) => !values.includes(item))) return `Must be one of: ${values.join(', ')}`;
      const isRight = items.length <= 2 && new Set(items).size === items.length;
      return isRight ? undefined : `Must be one or two different ones of: ${values.join(', ')}`;
    },
    documentation: {
      type: 'array',
      items: { type: 'string', enum: [...values] },
      minItems: 1,
      maxItems: 2,
      uniqueItems: true,
    },
  });
}

/** A list of texts of 1 to 100 characters; becomes an array. */
export function TextListParameter(): PropertyDecorator {
  return listParameter((item) => textProblem(item, { minimum: 1, maximum: 100 }), {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    pattern: STORABLE_TEXT,
  });
}

/** An IPv4 or IPv6 address. */
export function IpAddressParameter(): PropertyDecorator {
  return property('parameter', {
    rule: (value) => (typeof value === 'string' && isIP(value) ? undefined : 'Invalid IP address'),
    documentation: { type: String, pattern: IP_ADDRESS_PATTERN },
  });
}

/** An id. */
export function UuidParameter(): PropertyDecorator {
  return property('parameter', {
    rule: (value) => (typeof value === 'string' && isUuid(value) ? undefined : 'Invalid uuid'),
    documentation: { type: String, format: 'uuid' },
  });
}

/** A list of ids, and of the literals `null` for unset and `me` for the caller where they can be asked for; becomes an array. */
export function UuidListParameter({ orNull = false, orMe = false } = {}): PropertyDecorator {
  const literals = [...(orNull ? ['null'] : []), ...(orMe ? ['me'] : [])];
  return listParameter(
    (item) => (isUuid(item) || literals.includes(item) ? undefined : 'Invalid uuid'),
    literals.length > 0 ? { type: 'string', pattern: `^(?:${[UUID_PATTERN, ...literals].join('|')})$` } : ID,
  );
}

/** A list of at most 200 values; equal ones count once. */
function listParameter(itemProblem: (item: string) => string | undefined, items: object): PropertyDecorator {
  return property('parameter', {
    normalize: (value) => (typeof value === 'string' ? [...new Set(splitList(value))] : value),
    rule: (value) => {
      const items = value as string[];
      if (items.length > MOST_VALUES) return `Must have at most ${MOST_VALUES} different values`;
      return items.map(itemProblem).find(Boolean);
    },
    // No `maxItems`: more values are allowed when some are equal.
    documentation: { type: 'array', items, minItems: 1 },
  });
}

/** At its commas. `\,` is a comma that belongs to the value, `\\` a backslash; every other backslash is itself. */
function splitList(text: string): string[] {
  const items = [''];
  for (const [part] of text.matchAll(/,|\\[\\,]|\\|[^,\\]+/g)) {
    if (part === ',') items.push('');
    else items.push((items.pop() ?? '') + part.replace(/^\\(?=.)/, ''));
  }
  return items.map((item) => item.trim());
}
