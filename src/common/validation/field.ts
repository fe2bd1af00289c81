import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsDefined, IsOptional, ValidateBy, ValidateIf } from 'class-validator';

/**
 * Whether a field may be missing or null:
 * - `required`: neither;
 * - `optional`: on POST, null means left out;
 * - `changeable`: on PUT, may be missing, but not cleared;
 * - `clearable`: on PUT, may be missing, null clears it;
 * - `parameter`: of a query, may be missing.
 */
export type Presence = 'required' | 'optional' | 'changeable' | 'clearable' | 'parameter';

/** How a field depends on others of the same input; one that is null counts as left out. */
export interface Dependence {
  /** The field that this one cannot be given with. */
  notWith?: string | undefined;
  /** Required where that field is not given. */
  requiredWithout?: string | undefined;
  /** Required where that field is given. */
  requiredWith?: string | undefined;
}

/** What the pipe has to know of a field before the libraries see it. */
export interface FieldShape {
  /** The DTO of an object, or of the items of an array, with fields of their own. */
  nested?: () => Type;
  /** Most items of an array of such objects; without it the value is one object. */
  maximum?: number;
  /** The parameters without any of which this one is ignored. */
  onlyWith?: readonly string[] | undefined;
}

/** With words of JSON Schema that the type of the options lacks. */
export type Documentation = ApiPropertyOptions & {
  contains?: { pattern: string };
  propertyNames?: { pattern: string; maxLength: number };
};

const REQUIRED = { message: 'Required' };
const FIELDS = Symbol('fields');

/**
 * The one way a field of a DTO is declared: presence, documentation, and decorators of class-validator and
 * class-transformer. The rules are checked in their order until one is broken; they never see undefined or null.
 */
export function Field(
  presence: Presence,
  documentation: Documentation,
  rules: readonly PropertyDecorator[],
  { notWith, requiredWith, requiredWithout, ...shape }: FieldShape & Dependence = {},
): PropertyDecorator {
  const isNullable = presence === 'clearable' || presence === 'optional';
  return applyDecorators(
    ApiProperty({
      ...documentation,
      required: presence === 'required',
      ...(isNullable && { nullable: true }),
    } as ApiPropertyOptions),
    declare(shape),
    ...presenceRules(presence, { requiredWith, requiredWithout }),
    ...rules,
    ...(notWith === undefined ? [] : [NotWith(notWith)]),
    // The transformation that is declared last comes first.
    Transform(({ value }: { value: unknown }) => given(value, presence)),
  );
}

/** Brings a value into the form that is stored; must pass anything else through for the rules to judge. */
export function Normalized(normalize: (value: unknown) => unknown): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    value === undefined || value === null ? value : normalize(value),
  );
}

/** A rule that class-validator lacks: `problemOf` gives the message of what is wrong with a value. */
export function Rule(problemOf: (value: unknown) => string | undefined): PropertyDecorator {
  return ValidateBy({
    name: 'rule',
    validator: {
      validate: (value) => problemOf(value) === undefined,
      defaultMessage: (problem) => withoutTokens(problemOf(problem?.value) ?? ''),
    },
  });
}

/** A character of nobody's texts, in the place of `$` while class-validator has a message. */
const NO_TOKEN = '\uE000';

/** class-validator fills in what it takes for its tokens, such as `$property`; a message may quote that from a client. */
function withoutTokens(message: string): string {
  return message.replaceAll('$', NO_TOKEN);
}

/** The message of a rule, as the rule gave it. */
export function messageOf(message: string): string {
  return message.replaceAll(NO_TOKEN, '$');
}

/** The declared fields of a DTO by name, those of the class that it extends first. */
export function fieldsOf(dto: Type): ReadonlyMap<string, FieldShape> {
  return declaredOn(dto.prototype as object);
}

/**
 * What class-transformer passes on as it is: it would copy an object, and call what a client names `constructor`. The
 * field opens it.
 */
export function sealed(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? () => value : value;
}

function given(value: unknown, presence: Presence): unknown {
  const opened: unknown = typeof value === 'function' ? (value as () => unknown)() : value;
  return opened === null && presence === 'optional' ? undefined : opened;
}

function presenceRules(
  presence: Presence,
  { requiredWith, requiredWithout }: Omit<Dependence, 'notWith'>,
): PropertyDecorator[] {
  if (presence === 'required') return [IsDefined(REQUIRED)];
  if (presence === 'clearable') return [IsOptional()];
  const isRequired = (dto: object): boolean =>
    (requiredWith !== undefined && has(dto, requiredWith)) ||
    (requiredWithout !== undefined && !has(dto, requiredWithout));
  return [ValidateIf((dto: object, value) => value !== undefined || isRequired(dto)), IsDefined(REQUIRED)];
}

function NotWith(other: string): PropertyDecorator {
  return ValidateBy({
    name: 'notWith',
    validator: {
      validate: (_value, input) => !has(input?.object ?? {}, other),
      defaultMessage: () => `Cannot be given with ${other}`,
    },
  });
}

function has(dto: object, name: string): boolean {
  const value = (dto as Record<string, unknown>)[name];
  return value !== undefined && value !== null;
}

function declare(shape: FieldShape): PropertyDecorator {
  return (prototype: object, name: string | symbol) => {
    Reflect.defineMetadata(FIELDS, new Map([...declaredOn(prototype), [name as string, shape]]), prototype);
  };
}

function declaredOn(prototype: object): ReadonlyMap<string, FieldShape> {
  return (Reflect.getMetadata(FIELDS, prototype) as ReadonlyMap<string, FieldShape> | undefined) ?? new Map();
}
