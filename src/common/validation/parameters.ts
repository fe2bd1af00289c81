import { isIP } from 'node:net';
import { ArrayMaxSize, ArrayUnique, IsBoolean, IsIn, IsNumber, IsUUID, Max, Min } from 'class-validator';
import { Field, Normalized, Rule } from './field.js';
import { searchProblem } from './search.js';
import { type Names, OneOfOrNamed, patternOf } from './names.js';
import { STORABLE_TEXT, textProblem } from './text.js';
import { parseTimestamp } from './timestamp.js';
import { ANY_VERSION, isUuid, UUID_PATTERN } from './uuid.js';

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
const ANY_LENGTH = { minimum: 0, maximum: Infinity };

const isOneOf = (values: readonly string[]) => ({ message: `Must be one of: ${values.join(', ')}` });
const isText = Rule((value) => textProblem(value, ANY_LENGTH));

/** A text of at most 20 different terms of at most 200 characters. */
export function SearchParameter(): PropertyDecorator {
  return Field('parameter', { type: String, pattern: STORABLE_TEXT }, [Rule(searchProblem)]);
}

/** A text in the filter language, which its reader checks. */
export function FilterParameter(): PropertyDecorator {
  const documentation = { type: String, maxLength: LONGEST_FILTER, example: 'assignee = me and not done' };
  return Field('parameter', documentation, [isText]);
}

/** A text that its reader checks. */
export function TextParameter(): PropertyDecorator {
  return Field('parameter', { type: String }, [isText]);
}

/** A whole number. With `onlyWith`, ignored where none of those parameters is given. */
export function IntegerParameter(
  minimum: number,
  maximum = LARGEST,
  { onlyWith }: { onlyWith?: readonly string[] } = {},
): PropertyDecorator {
  const parsed = (value: unknown) => (typeof value === 'string' && /^-?\d{1,400}$/.test(value) ? Number(value) : value);
  const rules = [
    Normalized(parsed),
    IsNumber({ allowInfinity: true }, { message: 'Expected integer' }),
    Min(minimum, { message: `Must be at least ${minimum}` }),
    Max(maximum, { message: `Must be at most ${maximum}` }),
  ];
  return Field('parameter', { type: 'integer', minimum, maximum }, rules, { onlyWith });
}

/** Where a page by cursor begins; never with `page`. */
export function CursorParameter(): PropertyDecorator {
  return Field('parameter', { type: String }, [isText], { notWith: 'page' });
}

export function BooleanParameter(): PropertyDecorator {
  return Field('parameter', { type: Boolean }, [
    Normalized((value) => (value === 'true' ? true : value === 'false' ? false : value)),
    IsBoolean({ message: 'Expected boolean' }),
  ]);
}

export function TimestampParameter(): PropertyDecorator {
  return Field('parameter', { type: String, format: 'date-time' }, [
    Normalized((value) => (typeof value === 'string' ? (parseTimestamp(value) ?? value) : value)),
    Rule((value) => (parseTimestamp(value as string) === undefined ? 'Invalid datetime' : undefined)),
  ]);
}

export function OneOfParameter(values: readonly string[]): PropertyDecorator {
  return Field('parameter', { enum: [...values] }, [IsIn(values, isOneOf(values))]);
}

/** One of the values, or a name that its reader checks. */
export function OneOfOrNamedParameter(values: readonly string[], names: Names): PropertyDecorator {
  return Field('parameter', { type: String, pattern: patternOf(values, names) }, [OneOfOrNamed(values, names)]);
}

/** As `OneOfParameter`, and it must be given. */
export function RequiredOneOfParameter(values: readonly string[]): PropertyDecorator {
  return Field('required', { enum: [...values] }, [IsIn(values, isOneOf(values))]);
}

/** Any text at all, for the service to judge. */
export function AnyTextParameter(): PropertyDecorator {
  return Field('parameter', { type: String }, []);
}

/** A list of values from a fixed set; becomes an array. */
export function OneOfListParameter(values: readonly string[]): PropertyDecorator {
  return listParameter({ type: 'string', enum: [...values] }, IsIn(values, { ...isOneOf(values), each: true }));
}

/** One or two different ones of a few names or others that their reader checks, in their order; becomes an array. */
export function OneOrTwoOfListParameter(values: readonly string[], names: Names): PropertyDecorator {
  const message = `Must be one or two different ones of: ${values.join(', ')}`;
  return Field(
    'required',
    {
      type: 'array',
      items: { type: 'string', pattern: patternOf(values, names) },
      minItems: 1,
      maxItems: 2,
      uniqueItems: true,
    },
    [
      Normalized((value) => (typeof value === 'string' ? splitList(value) : value)),
      OneOfOrNamed(values, names),
      ArrayMaxSize(2, { message }),
      ArrayUnique({ message }),
    ],
  );
}

/** A list of texts of 1 to 100 characters; becomes an array. */
export function TextListParameter(): PropertyDecorator {
  return listParameter(
    { type: 'string', minLength: 1, maxLength: 100, pattern: STORABLE_TEXT },
    Rule((items) => (items as string[]).map((item) => textProblem(item, { minimum: 1, maximum: 100 })).find(Boolean)),
  );
}

/** An IPv4 or IPv6 address. */
export function IpAddressParameter(): PropertyDecorator {
  return Field('parameter', { type: String, pattern: IP_ADDRESS_PATTERN }, [
    Rule((value) => (typeof value === 'string' && isIP(value) ? undefined : 'Invalid IP address')),
  ]);
}

/** An id. */
export function UuidParameter(): PropertyDecorator {
  return Field('parameter', { type: String, format: 'uuid' }, [IsUUID(ANY_VERSION, { message: 'Invalid uuid' })]);
}

/** A list of ids, and of the literals `null` for unset and `me` for the caller where they can be asked for; becomes an array. */
export function UuidListParameter({ orNull = false, orMe = false } = {}): PropertyDecorator {
  const literals = [...(orNull ? ['null'] : []), ...(orMe ? ['me'] : [])];
  const isRight = (item: string) => isUuid(item) || literals.includes(item);
  return listParameter(
    literals.length > 0 ? { type: 'string', pattern: `^(?:${[UUID_PATTERN, ...literals].join('|')})$` } : ID,
    Rule((items) => ((items as string[]).every(isRight) ? undefined : 'Invalid uuid')),
  );
}

/** A list of at most 200 values; equal ones count once. */
function listParameter(items: object, rule: PropertyDecorator): PropertyDecorator {
  // No `maxItems`: more values are allowed when some are equal.
  return Field('parameter', { type: 'array', items, minItems: 1 }, [
    Normalized((value) => (typeof value === 'string' ? [...new Set(splitList(value))] : value)),
    ArrayMaxSize(MOST_VALUES, { message: `Must have at most ${MOST_VALUES} different values` }),
    rule,
  ]);
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
