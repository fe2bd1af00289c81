import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptions } from '@nestjs/swagger';

/**
 * Whether a property may be missing or null:
 * - `required`: neither;
 * - `optional`: on POST, null means left out;
 * - `changeable`: on PUT, may be missing, but not cleared;
 * - `clearable`: on PUT, may be missing, null clears it;
 * - `parameter`: of a query, may be missing.
 */
export type Presence = 'required' | 'optional' | 'changeable' | 'clearable' | 'parameter';

/** The message of the rule that a value breaks, or undefined. Never sees undefined or null. */
export type Rule = (value: unknown) => string | undefined;

/** How a property depends on others of the same input; one that is null counts as left out. */
export interface Dependence {
  /** The property that this one cannot be given with. */
  notWith?: string | undefined;
  /** Required where that property is not given. */
  requiredWithout?: string | undefined;
  /** Required where that property is given. */
  requiredWith?: string | undefined;
}

export interface PropertyDefinition extends Dependence {
  rule: Rule;
  /** Brings a value into the form that is stored; must pass anything else through for the rule to judge. */
  normalize?: (value: unknown) => unknown;
  /** The DTO of an object that has fields of its own. */
  nested?: () => Type;
  /** The parameters without any of which this one is ignored. */
  onlyWith?: readonly string[];
  /** With words of JSON Schema that the type of the options lacks. */
  documentation: ApiPropertyOptions & { contains?: { pattern: string }; propertyNames?: TextSchema };
}

interface TextSchema {
  pattern: string;
  maxLength: number;
}

/** How one property of a DTO is read. */
export class Property {
  constructor(
    private readonly presence: Presence,
    private readonly definition: PropertyDefinition,
  ) {}

  /** The DTO of its value, if it has one. */
  get nested(): Type | undefined {
    return this.definition.nested?.();
  }

  /** Whether it counts in this input: without any parameter of `onlyWith` it is ignored. */
  appliesTo(input: object): boolean {
    const { onlyWith } = this.definition;
    return onlyWith === undefined || onlyWith.some((name) => Object.hasOwn(input, name));
  }

  /** The message when the input also has the parameter of `notWith`; otherwise undefined. */
  conflictIn(input: object): string | undefined {
    const { notWith } = this.definition;
    return notWith !== undefined && isGiven(input, notWith) ? `Cannot be given with ${notWith}` : undefined;
  }

  /** The message when it is missing beside what else is given; otherwise undefined. */
  absenceIn(input: object): string | undefined {
    const { requiredWith, requiredWithout } = this.definition;
    const isRequired =
      (requiredWith !== undefined && isGiven(input, requiredWith)) ||
      (requiredWithout !== undefined && !isGiven(input, requiredWithout));
    return isRequired ? 'Required' : undefined;
  }

  /** The given value in the form that is stored; undefined is left out. */
  normalize(given: unknown): unknown {
    if (given === null) return this.presence === 'optional' ? undefined : null;
    return given === undefined || !this.definition.normalize ? given : this.definition.normalize(given);
  }

  /** What is wrong with a value in that form, if anything. */
  problemOf(value: unknown): string | undefined {
    if (value === undefined) return this.presence === 'required' ? 'Required' : undefined;
    if (value === null) return this.presence === 'clearable' ? undefined : 'Required';
    return this.definition.rule(value);
  }
}

function isGiven(input: object, name: string): boolean {
  const value = (input as Record<string, unknown>)[name];
  return Object.hasOwn(input, name) && value !== null && value !== undefined;
}

const PROPERTIES = Symbol('properties');

/** The one way a DTO property is declared: presence, normal form, rule with its message, and documentation together. */
export function property(presence: Presence, definition: PropertyDefinition): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      ...definition.documentation,
      required: presence === 'required',
      ...((presence === 'clearable' || presence === 'optional') && { nullable: true }),
    } as ApiPropertyOptions),
    (prototype: object, name: string | symbol) => {
      const declared = new Map([...declaredOn(prototype), [name as string, new Property(presence, definition)]]);
      Reflect.defineMetadata(PROPERTIES, declared, prototype);
    },
  );
}

/** The declared properties of a DTO by name, those of the class that it extends among them. */
export function propertiesOf(dto: Type): ReadonlyMap<string, Property> {
  return declaredOn(dto.prototype as object);
}

function declaredOn(prototype: object): ReadonlyMap<string, Property> {
  return (Reflect.getMetadata(PROPERTIES, prototype) as ReadonlyMap<string, Property> | undefined) ?? new Map();
}
