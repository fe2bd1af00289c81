import type { Type } from '@nestjs/common';
import validator from 'validator';
import { type Dependence, type Presence, property } from './property.js';
import { LIMITS, STORABLE_NAME, STORABLE_TEXT, TextLimits, textProblem } from './text.js';
import { parseTimestamp } from './timestamp.js';
import { isUuid } from './uuid.js';

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

function textDocumentation({ minimum, maximum }: TextLimits) {
  return { ...(minimum > 0 && { minLength: minimum }), maxLength: maximum, pattern: STORABLE_TEXT };
}

function nameDocumentation(limits: TextLimits) {
  return { ...textDocumentation(limits), pattern: STORABLE_NAME };
}

/** A name or title: trimmed, 1 to 500 characters unless other limits are given. */
export function TrimmedText(presence: Presence, limits: TextLimits = LIMITS.name): PropertyDecorator {
  return property(presence, {
    normalize: trimmed,
    rule: (value) => textProblem(value, limits),
    documentation: { type: String, ...nameDocumentation(limits) },
  });
}

/** A text kept as it is, such as a description or a comment's body. */
export function Text(presence: Presence, limits: TextLimits = LIMITS.description): PropertyDecorator {
  return property(presence, {
    rule: (value) => textProblem(value, limits),
    documentation: { type: String, ...textDocumentation(limits) },
  });
}

/** Any string at all: what is compared with a secret is judged by that comparison alone. */
export function AnyString(presence: Presence, dependence: Dependence = {}): PropertyDecorator {
  return property(presence, {
    ...dependence,
    rule: (value) => (typeof value === 'string' ? undefined : 'Expected string'),
    documentation: { type: String },
  });
}

export function Email(presence: Presence): PropertyDecorator {
  return property(presence, {
    rule: (value) =>
      textProblem(value, LIMITS.email) ?? (validator.isEmail(value as string) ? undefined : 'Invalid email'),
    documentation: { type: String, format: 'email', maxLength: LIMITS.email.maximum },
  });
}

/**
 * An http or https URL without credentials, kept as it is written. Where it leads is for `OutboundHttp.ensureAllowed`
 * to judge, which knows what the operator allows.
 */
export function TargetUrl(presence: Presence): PropertyDecorator {
  return property(presence, {
    rule: targetUrlProblem,
    documentation: { type: String, format: 'uri', maxLength: LIMITS.url.maximum },
  });
}

export function Password(presence: Presence): PropertyDecorator {
  return property(presence, {
    rule: (value) => textProblem(value, LIMITS.password),
    documentation: { type: String, format: 'password', ...textDocumentation(LIMITS.password) },
  });
}

export function Uuid(presence: Presence): PropertyDecorator {
  return property(presence, {
    normalize: (value) => (typeof value === 'string' ? value.toLowerCase() : value),
    rule: uuidProblem,
    documentation: { type: String, format: 'uuid' },
  });
}

/** An array of at most `maximum` ids; duplicates count once. */
export function UuidArray(
  presence: Presence,
  { minimum = 0, maximum = 200 } = {},
  dependence: Dependence = {},
): PropertyDecorator {
  return property(presence, {
    ...dependence,
    normalize: (value) =>
      Array.isArray(value)
        ? [...new Set(value.map((item: unknown) => (typeof item === 'string' ? item.toLowerCase() : item)))]
        : value,
    rule: (value) => {
      if (!Array.isArray(value)) return 'Expected array';
      if (minimum === 0 && value.length > maximum) return `At most ${maximum}`;
      if (value.length < minimum || value.length > maximum) return `Must hold ${minimum} to ${maximum} ids`;
      return value.map(uuidProblem).find(Boolean);
    },
    documentation: {
      type: [String],
      items: { type: 'string', format: 'uuid' },
      ...(minimum > 0 && { minItems: minimum }),
      maxItems: maximum,
    },
  });
}

/** An array of names that are unique whatever their case. One of them must be exactly `including`. */
export function NameArray(
  presence: Presence,
  { minimum, maximum, item, including }: { minimum: number; maximum: number; item: TextLimits; including: string },
): PropertyDecorator {
  return property(presence, {
    normalize: (value) => (Array.isArray(value) ? value.map(trimmed) : value),
    rule: (value) => {
      if (!Array.isArray(value)) return 'Expected array';
      if (value.length < minimum || value.length > maximum) return `Must hold ${minimum} to ${maximum} names`;
      const problem = value.map((name) => textProblem(name, item)).find(Boolean);
      if (problem) return problem;
      if (new Set(value.map((name: string) => name.toLowerCase())).size < value.length) return 'Must be unique';
      return value.includes(including) ? undefined : `Must include ${including}`;
    },
    documentation: {
      type: [String],
      items: { type: 'string', ...nameDocumentation(item) },
      contains: { pattern: `^\\s*${including}\\s*$` },
      minItems: minimum,
      maxItems: maximum,
      example: [including],
    },
  });
}

/** A moment; becomes UTC with milliseconds. */
export function Timestamp(presence: Presence): PropertyDecorator {
  return property(presence, {
    normalize: (value) => (typeof value === 'string' ? (parseTimestamp(value) ?? value) : value),
    rule: (value) => {
      const isTimestamp = typeof value === 'string' && parseTimestamp(value) !== undefined;
      return isTimestamp ? undefined : 'Invalid datetime';
    },
    documentation: { type: String, format: 'date-time' },
  });
}

/** A day of the calendar, `YYYY-MM-DD`. */
export function Day(presence: Presence): PropertyDecorator {
  return property(presence, { rule: dayProblem, documentation: { type: String, format: 'date' } });
}

/** An array of at most `maximum` days; duplicates count once. */
export function DayArray(presence: Presence, maximum: number): PropertyDecorator {
  return property(presence, {
    normalize: (value) => (Array.isArray(value) ? [...new Set(value)] : value),
    rule: (value) => {
      if (!Array.isArray(value)) return 'Expected array';
      return value.length > maximum ? `At most ${maximum}` : value.map(dayProblem).find(Boolean);
    },
    documentation: { type: [String], items: { type: 'string', format: 'date' }, maxItems: maximum },
  });
}

/** A number within bounds, rounded half up to two decimals. */
export function Decimal(presence: Presence, minimum: number, maximum: number): PropertyDecorator {
  return property(presence, {
    normalize: (value) =>
      typeof value === 'number' && value >= minimum && value <= maximum ? roundHalfUp(value) : value,
    rule: (value) => {
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'Expected number';
      return value < minimum || value > maximum ? `Must be from ${minimum} to ${maximum}` : undefined;
    },
    documentation: { type: Number, minimum, maximum },
  });
}

/** A whole number within bounds. */
export function Integer(
  presence: Presence,
  minimum: number,
  maximum: number,
  dependence: Dependence = {},
): PropertyDecorator {
  return property(presence, {
    ...dependence,
    rule: (value) => {
      if (typeof value !== 'number' || !Number.isInteger(value)) return 'Expected integer';
      return value < minimum || value > maximum ? `Must be from ${minimum} to ${maximum}` : undefined;
    },
    documentation: { type: 'integer', minimum, maximum },
  });
}

export function Flag(presence: Presence): PropertyDecorator {
  return property(presence, {
    rule: (value) => (typeof value === 'boolean' ? undefined : 'Expected boolean'),
    documentation: { type: Boolean },
  });
}

export function OneOf(presence: Presence, values: readonly string[], enumName?: string): PropertyDecorator {
  return property(presence, {
    rule: (value) => {
      if (typeof value !== 'string') return 'Expected string';
      return values.includes(value) ? undefined : `Must be one of: ${values.join(', ')}`;
    },
    documentation: { enum: [...values], ...(enumName && { enumName }) },
  });
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
  return property(presence, {
    normalize: (value) => (Array.isArray(value) && !isTooLong(value) ? [...new Set(value)] : value),
    rule: (value) => {
      if (!Array.isArray(value)) return 'Expected array';
      if (value.length < minimum) return 'Must hold at least one';
      if (value.some((item) => typeof item !== 'string')) return 'Expected string';
      if (value.length > maximum) return `Must hold at most ${maximum}`;
      return value.every((item: string) => values.includes(item)) ? undefined : `Must be one of: ${values.join(', ')}`;
    },
    documentation: { enum: [...values], enumName, isArray: true, minItems: minimum, maxItems: maximum },
  });
}

/** An object with a DTO of its own; its fields are named with dots in `details`. */
export function Nested(presence: Presence, dto: () => Type): PropertyDecorator {
  return property(presence, {
    rule: (value) => (typeof value === 'object' && !Array.isArray(value) ? undefined : 'Expected object'),
    nested: dto,
    // A lazy type must be a function of this name.
    documentation: { type: () => dto() },
  });
}

/** An array of objects with a DTO of their own; their fields are named with the index and dots in `details`. */
export function NestedArray(
  presence: Presence,
  dto: () => Type,
  { minimum, maximum }: { minimum: number; maximum: number },
): PropertyDecorator {
  return property(presence, {
    rule: (value) => {
      if (!Array.isArray(value)) return 'Expected array';
      return value.length < minimum || value.length > maximum ? `Must hold ${minimum} to ${maximum}` : undefined;
    },
    nested: dto,
    documentation: { type: () => dto(), isArray: true, minItems: minimum, maxItems: maximum },
  });
}

/** A text of a fixed form, such as a project key. `message` says the rule. */
export function Matching(presence: Presence, pattern: RegExp, message: string): PropertyDecorator {
  return property(presence, {
    rule: (value) => {
      if (typeof value !== 'string') return 'Expected string';
      return pattern.test(value) ? undefined : message;
    },
    documentation: { type: String, pattern: pattern.source },
  });
}

/** A color as `#RRGGBB`, kept as it is written. */
export function Color(presence: Presence): PropertyDecorator {
  return Matching(presence, /^#[0-9A-Fa-f]{6}$/, 'Must be a color such as #1F75CB');
}

function targetUrlProblem(value: unknown): string | undefined {
  const problem = textProblem(value, LIMITS.url);
  if (problem) return problem;
  const text = value as string;
  if (!URL.canParse(text) || /[\s\p{Cc}]/u.test(text)) return 'Invalid url';
  const { protocol, username, password } = new URL(text);
  if (!/^https?:\/\//i.test(text)) return /^https?:$/.test(protocol) ? 'Invalid url' : 'Must be an http or https URL';
  return username || password ? 'Must hold no user name or password' : undefined;
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

/** Rounds the decimal text, not the double: the double of 1.005 is a little less than 1.005. */
function roundHalfUp(value: number): number {
  const text = String(value);
  if (text.includes('e')) return Math.round(value * 100) / 100;
  return Number(`${Math.round(Number(`${text}e2`))}e-2`);
}

/** What clients may send, and nothing reads. */
export function Ignored(): PropertyDecorator {
  return property('optional', {
    rule: () => undefined,
    documentation: { type: 'object', additionalProperties: true },
  });
}
