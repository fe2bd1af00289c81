import { storedName } from '#common/text/folded.js';
import { ScimRequestError } from '#common/errors/scim-errors.js';
import { isStorableText, LIMITS, textProblem } from '#common/validation/text.js';

export type Attributes = Readonly<Record<string, unknown>>;

/** Most characters of an externalId. */
const LONGEST_EXTERNAL_ID = 500;

export function isObject(value: unknown): value is Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The attributes by their names in lower case, which are the same in any case (RFC 7643, 2.1). */
export function lowered(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Entra may send the one value of an attribute as `[{"value": …}]`. */
function single(value: unknown): unknown {
  const [first] = Array.isArray(value) && value.length === 1 ? (value as unknown[]) : [];
  return isObject(first) && 'value' in first ? first.value : value;
}

/** @throws ScimRequestError */
export function flagOf(name: string, given: unknown): boolean {
  const value = single(given);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  throw new ScimRequestError('invalidValue', `${name} must be true or false`);
}

/** @throws ScimRequestError */
export function textOf(name: string, given: unknown): string {
  const value = single(given);
  if (typeof value !== 'string' || !isStorableText(value)) {
    throw new ScimRequestError('invalidValue', `${name} must be a text`);
  }
  return value;
}

/** A name that people see. @throws ScimRequestError */
export function nameOf(name: string, given: unknown): string {
  const value = storedName(textOf(name, given));
  const problem = textProblem(value, LIMITS.name);
  if (problem !== undefined) throw new ScimRequestError('invalidValue', `${name}: ${problem}`);
  return value;
}

/** Nothing and an empty text are no id. @throws ScimRequestError */
export function externalIdOf(given: unknown): string | null {
  if (given === undefined || given === null) return null;
  const value = textOf('externalId', given);
  if (value.length > LONGEST_EXTERNAL_ID) throw new ScimRequestError('invalidValue', 'externalId is too long');
  return value === '' ? null : value;
}

/** The query, of which anything unknown is ignored: Entra sends parameters of its own. */
export type ScimParameters = Attributes;

export type ScimBody = Attributes | undefined;

/** @throws ScimRequestError when there is none */
export function requireBody(body: ScimBody): Attributes {
  if (body === undefined) throw new ScimRequestError('invalidSyntax', 'The request needs a body');
  return body;
}
