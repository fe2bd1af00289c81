import type { Type } from '@nestjs/common';
import { Type as Instance } from 'class-transformer';
import {
  ArrayContains,
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsString,
  IsUUID,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { folded, storedName } from '../text/folded.js';
import { type Dependence, Field, Normalized, type Presence, Rule } from './field.js';
import { HOUR_DECIMALS, roundHalfUp } from '../numbers/rounding.js';
import { type Names, OneOfOrNamed, patternOf } from './names.js';
import { LIMITS, STORABLE_NAME, STORABLE_TEXT, type TextLimits, textProblem } from './text.js';
import { parseTimestamp } from './timestamp.js';
import { ANY_VERSION, isUuid } from './uuid.js';

const STRING = { message: 'Expected string' };
const ARRAY = { message: 'Expected array' };
const OBJECT = { message: 'Expected object' };

/** As names are stored; one of blanks and of what nobody sees is empty. */
const asName = (value: unknown): unknown => (typeof value === 'string' ? storedName(value) : value);
const asFolded = (value: unknown): unknown => (typeof value === 'string' ? folded(value) : value);
const lowerCase = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

function textDocumentation({ minimum, maximum }: TextLimits) {
  return { ...(minimum > 0 && { minLength: minimum }), maxLength: maximum, pattern: STORABLE_TEXT };
}

function nameDocumentation(limits: TextLimits) {
  return { ...textDocumentation(limits), pattern: STORABLE_NAME };
}

/** A text that PostgreSQL can store, of a length in characters: those of the library count UTF-16. */
function IsText(limits: TextLimits): PropertyDecorator {
  return Rule((value) => textProblem(value, limits));
}

function IsWithin(minimum: number, maximum: number): PropertyDecorator[] {
  const message = `Must be from ${minimum} to ${maximum}`;
  return [Min(minimum, { message }), Max(maximum, { message })];
}

/** The first item that is wrong says how. */
function Items(problemOf: (item: unknown) => string | undefined): PropertyDecorator {
  return Rule((items) => (items as unknown[]).map(problemOf).find(Boolean));
}

/** A name or title: trimmed, in NFC, 1 to 500 characters unless other limits are given. */
export function TrimmedText(
  presence: Presence,
  limits: TextLimits = LIMITS.name,
  dependence: Dependence = {},
): PropertyDecorator {
  const documentation = { type: String, ...nameDocumentation(limits) };
  return Field(presence, documentation, [Normalized(asName), IsText(limits)], dependence);
}

/** A text kept as it is, such as a description or a comment's body. */
export function Text(presence: Presence, limits: TextLimits = LIMITS.description): PropertyDecorator {
  return Field(presence, { type: String, ...textDocumentation(limits) }, [IsText(limits)]);
}

/** Any string at all: what is compared with a secret is judged by that comparison alone. */
export function AnyString(presence: Presence, dependence: Dependence = {}): PropertyDecorator {
  return Field(presence, { type: String }, [IsString(STRING)], dependence);
}

export function Email(presence: Presence): PropertyDecorator {
  const documentation = { type: String, format: 'email', maxLength: LIMITS.email.maximum };
  return Field(presence, documentation, [IsText(LIMITS.email), IsEmail({}, { message: 'Invalid email' })]);
}

/**
 * An http or https URL without credentials, kept as it is written. Where it leads is for `OutboundHttp.ensureAllowed`
 * to judge, which knows what the operator allows.
 */
export function TargetUrl(presence: Presence): PropertyDecorator {
  const documentation = { type: String, format: 'uri', maxLength: LIMITS.url.maximum };
  return Field(presence, documentation, [IsText(LIMITS.url), Rule(targetUrlProblem)]);
}

export function Password(presence: Presence): PropertyDecorator {
  const documentation = { type: String, format: 'password', ...textDocumentation(LIMITS.password) };
  return Field(presence, documentation, [IsText(LIMITS.password)]);
}

export function Uuid(presence: Presence): PropertyDecorator {
  return Field(presence, { type: String, format: 'uuid' }, [
    Normalized(lowerCase),
    IsString(STRING),
    IsUUID(ANY_VERSION, { message: 'Invalid uuid' }),
  ]);
}

/** An array of at most `maximum` ids; duplicates count once. */
export function UuidArray(
  presence: Presence,
  { minimum = 0, maximum = 200 } = {},
  dependence: Dependence = {},
): PropertyDecorator {
  const message = minimum === 0 ? `At most ${maximum}` : `Must hold ${minimum} to ${maximum} ids`;
  return Field(
    presence,
    {
      type: [String],
      items: { type: 'string', format: 'uuid' },
      ...(minimum > 0 && { minItems: minimum }),
      maxItems: maximum,
    },
    [
      Normalized((value) => (Array.isArray(value) ? [...new Set(value.map(lowerCase))] : value)),
      IsArray(ARRAY),
      ArrayMinSize(minimum, { message }),
      ArrayMaxSize(maximum, { message }),
      Items(uuidProblem),
    ],
    dependence,
  );
}

/** An array of names that are unique as people read them. One of them must be exactly `including`. */
export function NameArray(
  presence: Presence,
  { minimum, maximum, item, including }: { minimum: number; maximum: number; item: TextLimits; including: string },
): PropertyDecorator {
  const message = `Must hold ${minimum} to ${maximum} names`;
  return Field(
    presence,
    {
      type: [String],
      items: { type: 'string', ...nameDocumentation(item) },
      contains: { pattern: `^\\s*${including}\\s*$` },
      minItems: minimum,
      maxItems: maximum,
      example: [including],
    },
    [
      Normalized((value) => (Array.isArray(value) ? value.map(asName) : value)),
      IsArray(ARRAY),
      ArrayMinSize(minimum, { message }),
      ArrayMaxSize(maximum, { message }),
      Items((name) => textProblem(name, item)),
      ArrayUnique(asFolded, { message: 'Must be unique' }),
      ArrayContains([including], { message: `Must include ${including}` }),
    ],
  );
}

/** A moment; becomes UTC with milliseconds. */
export function Timestamp(presence: Presence): PropertyDecorator {
  return Field(presence, { type: String, format: 'date-time' }, [
    Normalized((value) => (typeof value === 'string' ? (parseTimestamp(value) ?? value) : value)),
    Rule(timestampProblem),
  ]);
}

/** A day of the calendar, `YYYY-MM-DD`. */
export function Day(presence: Presence): PropertyDecorator {
  return Field(presence, { type: String, format: 'date' }, [Rule(dayProblem)]);
}

/** An array of at most `maximum` days; duplicates count once. */
export function DayArray(presence: Presence, maximum: number): PropertyDecorator {
  return Field(presence, { type: [String], items: { type: 'string', format: 'date' }, maxItems: maximum }, [
    Normalized((value) => (Array.isArray(value) ? [...new Set(value)] : value)),
    IsArray(ARRAY),
    ArrayMaxSize(maximum, { message: `At most ${maximum}` }),
    Items(dayProblem),
  ]);
}

/** A number within bounds, rounded half up to two decimals unless told otherwise. */
export function Decimal(presence: Presence, minimum: number, maximum: number, decimals = 2): PropertyDecorator {
  return Field(presence, { type: Number, minimum, maximum }, [
    Normalized((value) =>
      typeof value === 'number' && value >= minimum && value <= maximum ? roundHalfUp(value, decimals) : value,
    ),
    IsNumber({}, { message: 'Expected number' }),
    ...IsWithin(minimum, maximum),
  ]);
}

/** Hours within bounds, rounded half up to four decimals. */
export function Hours(presence: Presence, minimum: number, maximum: number): PropertyDecorator {
  return Decimal(presence, minimum, maximum, HOUR_DECIMALS);
}

/** A whole number within bounds. */
export function Integer(
  presence: Presence,
  minimum: number,
  maximum: number,
  dependence: Dependence = {},
): PropertyDecorator {
  const rules = [IsInt({ message: 'Expected integer' }), ...IsWithin(minimum, maximum)];
  return Field(presence, { type: 'integer', minimum, maximum }, rules, dependence);
}

export function Flag(presence: Presence): PropertyDecorator {
  return Field(presence, { type: Boolean }, [IsBoolean({ message: 'Expected boolean' })]);
}

export function OneOf(presence: Presence, values: readonly string[], enumName?: string): PropertyDecorator {
  const message = `Must be one of: ${values.join(', ')}`;
  const documentation = { enum: [...values], ...(enumName && { enumName }) };
  return Field(presence, documentation, [IsString(STRING), IsIn(values, { message })]);
}

/** One of the values, or a name that its reader checks. */
export function OneOfOrName(presence: Presence, values: readonly string[], names: Names): PropertyDecorator {
  const documentation = { type: String, pattern: patternOf(values, names) };
  return Field(presence, documentation, [IsString(STRING), OneOfOrNamed(values, names)]);
}

/** An array of at most `maximum` of the values, and of names that their reader checks; duplicates count once. */
export function OneOfOrNameArray(
  presence: Presence,
  values: readonly string[],
  names: Names,
  maximum: number,
): PropertyDecorator {
  const items = { type: 'string', pattern: patternOf(values, names) };
  return Field(presence, { type: [String], items, maxItems: maximum }, [
    Normalized((value) => (Array.isArray(value) && value.length <= maximum ? [...new Set(value)] : value)),
    IsArray(ARRAY),
    IsString({ ...STRING, each: true }),
    ArrayMaxSize(maximum, { message: `Must hold at most ${maximum}` }),
    OneOfOrNamed(values, names),
  ]);
}

/** An array of values, of at least one unless told otherwise; duplicates count once. */
export function OneOfArray(
  presence: Presence,
  values: readonly string[],
  enumName: string,
  { minimum = 1, maximum: given }: { minimum?: 0 | 1; maximum?: number } = {},
): PropertyDecorator {
  const maximum = given ?? values.length;
  const isTooLong = ({ length }: readonly unknown[]) => given !== undefined && length > given;
  return Field(presence, { enum: [...values], enumName, isArray: true, minItems: minimum, maxItems: maximum }, [
    Normalized((value) => (Array.isArray(value) && !isTooLong(value) ? [...new Set(value)] : value)),
    IsArray(ARRAY),
    ArrayMinSize(minimum, { message: 'Must hold at least one' }),
    IsString({ ...STRING, each: true }),
    ArrayMaxSize(maximum, { message: `Must hold at most ${maximum}` }),
    IsIn(values, { each: true, message: `Must be one of: ${values.join(', ')}` }),
  ]);
}

/** An object with a DTO of its own; its fields are named with dots in `details`. */
export function Nested(presence: Presence, dto: () => Type): PropertyDecorator {
  // A lazy type must be a function of this name.
  const documentation = { type: () => dto() };
  return Field(presence, documentation, [IsObject(OBJECT), ValidateNested(OBJECT), Instance(dto)], { nested: dto });
}

/** An array of objects with a DTO of their own; their fields are named with the index and dots in `details`. */
export function NestedArray(
  presence: Presence,
  dto: () => Type,
  { minimum, maximum }: { minimum: number; maximum: number },
): PropertyDecorator {
  const message = `Must hold ${minimum} to ${maximum}`;
  return Field(
    presence,
    { type: () => dto(), isArray: true, minItems: minimum, maxItems: maximum },
    [
      IsArray(ARRAY),
      ArrayMinSize(minimum, { message }),
      ArrayMaxSize(maximum, { message }),
      ValidateNested(OBJECT),
      Instance(dto),
    ],
    { nested: dto, maximum },
  );
}

/** A text of a fixed form, such as a project key. `message` says the rule. */
export function Matching(presence: Presence, pattern: RegExp, message: string): PropertyDecorator {
  const documentation = { type: String, pattern: pattern.source };
  return Field(presence, documentation, [IsString(STRING), Matches(pattern, { message })]);
}

/** A color as `#RRGGBB`, kept as it is written. */
export function Color(presence: Presence): PropertyDecorator {
  return Matching(presence, /^#[0-9A-Fa-f]{6}$/, 'Must be a color such as #1F75CB');
}

/** What clients may send, and nothing reads. */
export function Ignored(): PropertyDecorator {
  return Field('optional', { type: 'object', additionalProperties: true }, []);
}

function targetUrlProblem(value: unknown): string | undefined {
  const text = value as string;
  if (!URL.canParse(text) || /[\s\p{Cc}]/u.test(text)) return 'Invalid url';
  const { protocol, username, password } = new URL(text);
  if (!/^https?:\/\//i.test(text)) return /^https?:$/.test(protocol) ? 'Invalid url' : 'Must be an http or https URL';
  return username || password ? 'Must hold no user name or password' : undefined;
}

function timestampProblem(value: unknown): string | undefined {
  const isTimestamp = typeof value === 'string' && parseTimestamp(value) !== undefined;
  return isTimestamp ? undefined : 'Invalid datetime';
}

function dayProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'Expected string';
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value) && parseTimestamp(value) !== undefined;
  return isDay ? undefined : 'Must be a day such as 2026-12-24';
}

function uuidProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'Expected string';
  return isUuid(value) ? undefined : 'Invalid uuid';
}
