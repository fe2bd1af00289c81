import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** The same input, which also takes null for what is left out, one value for a list of one and `"5"` for 5. */
export function lenient(input: z.ZodObject): StandardSchemaWithJSON<object, Record<string, unknown>> {
  const exact = input['~standard'];
  return { '~standard': { ...exact, validate: (received) => exact.validate(adapted(input.shape, received)) } };
}

function adapted(shape: z.ZodObject['shape'], received: unknown): unknown {
  if (typeof received !== 'object' || received === null || Array.isArray(received)) return received;
  const given = Object.entries(received).filter(([, value]) => value !== null);
  return Object.fromEntries(
    given.map(([name, value]) => [
      name,
      Object.hasOwn(shape, name) ? adaptedTo(shape[name] as z.ZodType, value) : value,
    ]),
  );
}

function adaptedTo(field: z.ZodType, value: unknown): unknown {
  const type = field instanceof z.ZodOptional ? field.unwrap() : field;
  if (type instanceof z.ZodArray) return Array.isArray(value) ? value : [value];
  if (type instanceof z.ZodNumber && typeof value === 'string' && NUMBER.test(value)) return Number(value);
  return value;
}
