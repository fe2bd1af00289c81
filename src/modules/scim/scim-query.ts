import { ScimRequestError } from '#common/errors/scim-errors.js';
import { withoutSchema } from './scim-filter.js';
import type { Attributes } from './scim-input.js';

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const DEFAULT_COUNT = 100;
/** Resources in an answer, as /ServiceProviderConfig says. */
export const MOST_RESULTS = 200;
const LARGEST_INDEX = 2 ** 31 - 1;

/** What a directory asks for of a list. */
export interface ScimListQuery {
  readonly startIndex: number;
  readonly count: number;
}

export interface ScimList<Resource> {
  readonly schemas: readonly string[];
  readonly totalResults: number;
  readonly startIndex: number;
  readonly itemsPerPage: number;
  readonly Resources: readonly Resource[];
}

export function listOf<Resource>(
  resources: readonly Resource[],
  totalResults: number,
  startIndex = 1,
): ScimList<Resource> {
  return { schemas: [LIST], totalResults, startIndex, itemsPerPage: resources.length, Resources: resources };
}

/** Reads which page of a list is asked for. @throws ScimRequestError */
export function readListQuery(query: Attributes): ScimListQuery {
  return {
    startIndex: Math.min(Math.max(1, integerOf('startIndex', query.startIndex) ?? 1), LARGEST_INDEX),
    count: Math.min(Math.max(0, integerOf('count', query.count) ?? DEFAULT_COUNT), MOST_RESULTS),
  };
}

function integerOf(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value);
  throw new ScimRequestError('invalidValue', `${name} must be an integer`);
}

/** The names of attributes in `attributes` or `excludedAttributes`, without what is below them. */
function namesIn(value: unknown): Set<string> | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const names = value.split(',').map((name) => withoutSchema(name.trim()).toLowerCase());
  return new Set(names.map((name) => name.split('.')[0] ?? name));
}

/** Whether the answer shows the attribute. */
export function shows({ attributes, excludedAttributes }: Attributes, attribute: string): boolean {
  if (['schemas', 'id'].includes(attribute)) return true;
  const name = attribute.toLowerCase();
  return (namesIn(attributes)?.has(name) ?? true) && !namesIn(excludedAttributes)?.has(name);
}

/** The resource with the attributes that are asked for. */
export function shaped<Resource extends object>(resource: Resource, query: Attributes): Partial<Resource> {
  const entries = Object.entries(resource).filter(([name]) => shows(query, name));
  return Object.fromEntries(entries) as Partial<Resource>;
}
