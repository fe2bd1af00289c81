import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { registerDecorator } from 'class-validator';

/**
 * Whether a property may be missing or null (decisions 1.10):
 * - `required`: neither;
 * - `optional`: on POST, null means left out;
 * - `changeable`: on PUT, may be missing, but not cleared;
 * - `clearable`: on PUT, may be missing, null clears it;
 * - `parameter`: of a query, may be missing.
 */
export type Presence = 'required' | 'optional' | 'changeable' | 'clearable' | 'parameter';

/** The message of the rule that a value breaks, or undefined. Never sees undefined or null. */
export type Rule = (value: unknown) => string | undefined;

export interface PropertyDefinition {
  rule: Rule;
  /** Brings a value into the form that is stored; must pass anything else through for the rule to judge. */
  normalize?: (value: unknown) => unknown;
  documentation: ApiPropertyOptions;
}

/** The one way a DTO property is declared: presence, normal form, rule with its message, and documentation together. */
export function property(
  presence: Presence,
  { rule, normalize, documentation }: PropertyDefinition,
): PropertyDecorator {
  const problem = (value: unknown): string | undefined => {
    if (value === undefined) return presence === 'required' ? 'Required' : undefined;
    if (value === null) return presence === 'clearable' ? undefined : 'Required';
    return rule(value);
  };
  return applyDecorators(
    ApiProperty({
      ...documentation,
      required: presence === 'required',
      ...((presence === 'clearable' || presence === 'optional') && { nullable: true }),
    } as ApiPropertyOptions),
    Transform(({ value }: { value: unknown }) => {
      if (value === null) return presence === 'optional' ? undefined : null;
      return value === undefined || !normalize ? value : normalize(value);
    }),
    (target: object, propertyName: string | symbol) => {
      registerDecorator({
        name: 'rule',
        target: target.constructor,
        propertyName: propertyName as string,
        validator: {
          validate: (value: unknown) => problem(value) === undefined,
          defaultMessage: (validation) => problem(validation?.value) ?? '',
        },
      });
    },
  );
}
