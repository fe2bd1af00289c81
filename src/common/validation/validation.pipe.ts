import { ArgumentMetadata, Injectable, PipeTransform, Type } from '@nestjs/common';
import { ValidationError } from '../errors/app-error.js';
import { propertiesOf } from './property.js';

type Input = Readonly<Record<string, unknown>>;

/**
 * Turns a body or query into its DTO, or refuses it with a message for each field. Values other
 * than DTOs pass unchanged. Does not use class-transformer: its time grows with the square of the number of names, and it
 * calls whatever the input has under the name `constructor`.
 *
 * @throws ValidationError
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || metatype === undefined || metatype === Object) return value;
    const input = (value ?? {}) as Input;
    if (type === 'query') refuseRepeated(input);
    return new DtoReader(type === 'body' ? 'Unknown field' : 'Unknown parameter').read(metatype, input);
  }
}

/** Reads what did not come as a request as if it had. @throws ValidationError */
export function readAsBody<Dto extends object>(type: Type<Dto>, input: Input): Dto {
  return new DtoReader('Unknown field').read(type, input) as Dto;
}

function refuseRepeated(query: Input): void {
  const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]));
  if (repeated.length > 0) {
    throw new ValidationError(Object.fromEntries(repeated.map((name) => [name, 'Given more than once'])));
  }
}

/** Reads one input, and gathers what is wrong with it. */
class DtoReader {
  private readonly problems: [name: string, message: string][] = [];
  private readonly unknown: [name: string, message: string][] = [];

  constructor(private readonly unknownMessage: string) {}

  read(type: Type, input: Input): object {
    const dto = this.readObject(type, input, '');
    const problems = [...this.problems, ...this.unknown];
    if (problems.length > 0) throw new ValidationError(Object.fromEntries(problems));
    return dto;
  }

  private readObject(type: Type, input: Input, prefix: string): object {
    const properties = propertiesOf(type);
    const dto = new type() as Record<string, unknown>;
    for (const [name, property] of properties) {
      if (!property.appliesTo(input)) continue;
      const value = property.normalize(input[name]);
      const problem =
        property.problemOf(value) ?? (value === undefined ? property.absenceIn(input) : property.conflictIn(input));
      const { nested } = property;
      if (problem !== undefined) this.problems.push([prefix + name, problem]);
      else if (nested && Array.isArray(value)) dto[name] = this.readArray(nested, value, `${prefix}${name}.`);
      else if (nested && value) dto[name] = this.readObject(nested, value as Input, `${prefix}${name}.`);
      else if (value !== undefined) dto[name] = value;
    }
    for (const name of Object.keys(input)) {
      if (!properties.has(name)) this.unknown.push([prefix + name, this.unknownMessage]);
    }
    return dto;
  }

  private readArray(type: Type, items: readonly unknown[], prefix: string): object[] {
    return items.map((item, index) => {
      if (typeof item === 'object' && item !== null && !Array.isArray(item)) {
        return this.readObject(type, item as Input, `${prefix}${index}.`);
      }
      this.problems.push([`${prefix}${index}`, 'Expected object']);
      return {};
    });
  }
}
