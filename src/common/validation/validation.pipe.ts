import { ArgumentMetadata, Injectable, PipeTransform, Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, ValidationError as PropertyError } from 'class-validator';
import { ErrorDetails, ValidationError } from '../errors/app-error.js';

/**
 * Turns a body or query into its DTO, or refuses it with a message for each field (decisions 1.5, 2.4). Values other
 * than DTOs pass unchanged.
 *
 * @throws ValidationError
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || metatype === undefined || metatype === Object) return value;
    return type === 'body' ? toBody(metatype, value ?? {}) : toQuery(metatype, value as object);
  }
}

function toBody(metatype: Type, body: unknown): object {
  return toDto(metatype, body, { unknownMessage: 'Unknown field', skipUndefinedProperties: false });
}

/** A parameter that is not there breaks no rule: a query may have many, of which few are given. */
function toQuery(metatype: Type, query: object): object {
  const repeated = Object.entries(query).filter(([, value]) => Array.isArray(value));
  if (repeated.length > 0) {
    throw new ValidationError(Object.fromEntries(repeated.map(([name]) => [name, 'Given more than once'])));
  }
  return toDto(metatype, query, { unknownMessage: 'Unknown parameter', skipUndefinedProperties: true });
}

const VALIDATOR_OPTIONS = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false };

interface DtoOptions {
  unknownMessage: string;
  skipUndefinedProperties: boolean;
}

function toDto(metatype: Type, value: unknown, { unknownMessage, skipUndefinedProperties }: DtoOptions): object {
  const dto = plainToInstance(metatype, withoutConstructors(value)) as object;
  const inherited = inheritedNames(dto, value as object).map((name) => [name, unknownMessage]);
  if (inherited.length > 0) throw new ValidationError(Object.fromEntries(inherited) as ErrorDetails);
  const errors = validateSync(dto, { ...VALIDATOR_OPTIONS, skipUndefinedProperties });
  if (errors.length > 0) throw new ValidationError(toDetails(errors, unknownMessage));
  return dto;
}

/**
 * Input under names that every object has, such as `constructor`: no DTO declares one, but class-transformer drops some
 * and class-validator takes the others for declared.
 */
function inheritedNames(dto: object, input: object, prefix = ''): string[] {
  return Object.entries(input).flatMap(([name, value]) => {
    if (name in Object.prototype) return [prefix + name];
    const nested: unknown = dto[name as keyof typeof dto];
    return isDto(nested) ? inheritedNames(nested, value as object, `${prefix}${name}.`) : [];
  });
}

/** class-transformer calls what it finds in a property `constructor`, whatever that is. */
function withoutConstructors(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutConstructors);
  if (typeof value !== 'object' || value === null) return value;
  const others = Object.entries(value).filter(([name]) => name !== 'constructor');
  return Object.fromEntries(others.map(([name, item]) => [name, withoutConstructors(item)]));
}

function isDto(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.getPrototypeOf(value) !== Object.prototype;
}

function toDetails(errors: PropertyError[], unknownMessage: string, prefix = ''): ErrorDetails {
  const details: ErrorDetails = {};
  for (const { property, constraints, children } of errors) {
    const name = prefix + property;
    if (constraints) details[name] = constraints['whitelistValidation'] ? unknownMessage : firstOf(constraints);
    else Object.assign(details, toDetails(children ?? [], unknownMessage, `${name}.`));
  }
  return details;
}

/** A rule of our own names the problem exactly; class-validator's own constraints are only a second line. */
function firstOf(constraints: Record<string, string>): string {
  return constraints['rule'] ?? Object.values(constraints)[0] ?? 'Invalid';
}
