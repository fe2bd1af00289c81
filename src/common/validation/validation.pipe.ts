import { type ArgumentMetadata, Injectable, type Type, ValidationPipe as NestValidationPipe } from '@nestjs/common';
import type { ValidationError as Violation } from 'class-validator';
import { ValidationError } from '../errors/app-error.js';
import { fieldsOf, messageOf, sealed } from './field.js';
import { keepRules } from './kept-rules.js';

type Input = Readonly<Record<string, unknown>>;

/**
 * Turns a body or query into its DTO, or refuses it with a message for each field. Values other than DTOs pass
 * unchanged. What the DTO does not declare is split off before the libraries see the input: class-transformer's time
 * grows with the square of the number of names, and it calls whatever the input has under the name `constructor`.
 *
 * @throws ValidationError
 */
@Injectable()
export class ValidationPipe extends NestValidationPipe {
  constructor() {
    super({
      transform: true,
      transformOptions: { exposeUnsetFields: false },
      stopAtFirstError: true,
      validationError: { target: true, value: false },
      exceptionFactory: (violations) => new ValidationError(Object.fromEntries(problemsOf(violations))),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { metatype, type } = metadata;
    if ((type !== 'body' && type !== 'query') || metatype === undefined || metatype === Object) return value;
    const input = (value ?? {}) as Input;
    if (type === 'query') refuseRepeated(input);
    const { known, unknown } = split(metatype, input);
    if (unknown.length === 0) return super.transform(known, metadata);
    const message = type === 'body' ? 'Unknown field' : 'Unknown parameter';
    const details = Object.fromEntries(unknown.map((name) => [name, message]));
    throw new ValidationError({ ...(await this.detailsOf(known, metadata)), ...details });
  }

  /** JSON and queries hold no bytes. To look for some would cost a third of the time. */
  protected override findNestedBinaryValues(): Violation[] {
    return [];
  }

  private async detailsOf(known: Input, metadata: ArgumentMetadata): Promise<ValidationError['details']> {
    try {
      await super.transform(known, metadata);
      return {};
    } catch (error) {
      if (error instanceof ValidationError) return error.details;
      throw error;
    }
  }
}

keepRules();
const pipe = new ValidationPipe();

/** Reads what did not come as a request as if it had. @throws ValidationError */
export async function readAsBody<Dto extends object>(metatype: Type<Dto>, input: Input): Promise<Dto> {
  return (await pipe.transform(input, { type: 'body', metatype })) as Dto;
}

function refuseRepeated(query: Input): void {
  const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]));
  if (repeated.length > 0) {
    throw new ValidationError(Object.fromEntries(repeated.map((name) => [name, 'Given more than once'])));
  }
}

/** An input without what its DTO does not declare, and the names of that: those of nested objects first. */
interface Split {
  readonly known: Input;
  readonly unknown: string[];
}

function split(dto: Type, input: Input): Split {
  const fields = fieldsOf(dto);
  const known: Record<string, unknown> = {};
  const unknown: string[] = [];
  const splitNested = (nested: Type, value: Input, prefix: string): Input => {
    const inner = split(nested, value);
    for (const name of inner.unknown) unknown.push(prefix + name);
    return inner.known;
  };
  for (const [name, { nested, maximum, onlyWith }] of fields) {
    if (!Object.hasOwn(input, name) || onlyWith?.every((other) => !Object.hasOwn(input, other))) continue;
    const value = input[name];
    if (nested && maximum === undefined && isRecord(value)) known[name] = splitNested(nested(), value, `${name}.`);
    else if (nested && maximum !== undefined && Array.isArray(value) && value.length <= maximum) {
      // An item that is no object becomes null, which is refused as such.
      known[name] = value.map((item: unknown, index) =>
        isRecord(item) ? splitNested(nested(), item, `${name}.${index}.`) : null,
      );
    } else known[name] = sealed(value);
  }
  for (const name of Object.keys(input)) {
    if (!fields.has(name)) unknown.push(name);
  }
  return { known, unknown };
}

function isRecord(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Name and message of each violation, in the order in which the DTO declares its fields. */
function problemsOf(violations: readonly Violation[]): [name: string, message: string][] {
  const dto = violations[0]?.target?.constructor as Type | undefined;
  const order = dto ? [...fieldsOf(dto).keys()] : [];
  return violations
    .toSorted((one, other) => order.indexOf(one.property) - order.indexOf(other.property))
    .flatMap(({ property, constraints = {}, children = [] }) => [
      ...Object.values(constraints).map((message): [string, string] => [property, messageOf(message)]),
      ...problemsOf(children).map(([name, message]): [string, string] => [`${property}.${name}`, message]),
    ]);
}
