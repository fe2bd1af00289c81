import { storedName } from '#common/text/folded.js';
import { ScimRequestError } from '#common/errors/scim-errors.js';
import { LIMITS } from '#common/validation/text.js';
import { type Attributes, isObject, lowered, nameOf, textOf } from './scim-input.js';
import type { PatchOperation } from './scim-patch.js';

/** The names of a user, each as the directory sent it. */
export interface SentNames {
  readonly displayName: string | null;
  readonly formatted: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
}

const NO_NAMES: SentNames = { displayName: null, formatted: null, givenName: null, familyName: null };

/** The attributes, in lower case, and where their values are kept. */
const KEPT: Readonly<Record<string, keyof SentNames>> = {
  displayname: 'displayName',
  'name.formatted': 'formatted',
  'name.givenname': 'givenName',
  'name.familyname': 'familyName',
};

/** Whether the directory sent one of them. */
export function hasNames(names: SentNames): boolean {
  return Object.values(names).some((name) => name !== null);
}

/** What a whole user has of names. @throws ScimRequestError */
export function readNames(displayName: unknown, name: unknown): SentNames {
  return Object.entries({ displayname: displayName, ...partsOf(name) }).reduce(withName, NO_NAMES);
}

/**
 * What the operations make of `sent`, undefined when they name no name. Names that are only derived from `shown` are
 * changed part by part, too. @throws ScimRequestError
 */
export function patchNames(
  operations: readonly PatchOperation[],
  sent: SentNames | undefined,
  shown: string,
): SentNames | undefined {
  const changes = operations.flatMap(({ op, attribute, value }): [string, unknown][] => {
    const given = op === 'remove' ? null : value;
    if (attribute !== 'name') return attribute in KEPT ? [[attribute, given]] : [];
    const names = isObject(given) ? Object.keys(lowered(given)) : ['formatted', 'givenname', 'familyname'];
    const parts = isObject(given) ? lowered(given) : {};
    return names.map((part) => [`name.${part}`, parts[part] ?? null]);
  });
  if (changes.length === 0) return undefined;
  const isOfParts = changes.some(([attribute]) => attribute === 'name.givenname' || attribute === 'name.familyname');
  const derived = isOfParts ? { ...NO_NAMES, ...splitName(shown) } : NO_NAMES;
  return changes.reduce(withName, sent ?? derived);
}

/** The one name that people see; undefined when there is none. @throws ScimRequestError when it is too long */
export function shownName({ displayName, formatted, givenName, familyName }: SentNames): string | undefined {
  const parts = [givenName, familyName].map((part) => part?.trim()).filter(Boolean);
  const name = [displayName, formatted, parts.join(' ')].find((one) => one !== null && storedName(one) !== '');
  return name === undefined || name === null ? undefined : nameOf('name', name);
}

/** The parts of a name as directories have them: the last word is the family name. */
export function splitName(name: string): { givenName: string; familyName: string } {
  const at = name.lastIndexOf(' ');
  return at < 0
    ? { givenName: name, familyName: name }
    : { givenName: name.slice(0, at), familyName: name.slice(at + 1) };
}

function partsOf(name: unknown): Attributes {
  if (!isObject(name)) return {};
  return Object.fromEntries(Object.entries(lowered(name)).map(([part, value]) => [`name.${part}`, value]));
}

function withName(names: SentNames, [attribute, value]: [string, unknown]): SentNames {
  const kept = KEPT[attribute];
  return kept === undefined ? names : { ...names, [kept]: sentName(kept, value) };
}

/** Nothing and an empty text are no name. */
function sentName(attribute: string, given: unknown): string | null {
  if (given === undefined || given === null) return null;
  const name = textOf(attribute, given);
  if (name.length > LIMITS.name.maximum) {
    throw new ScimRequestError('invalidValue', `${attribute}: Must be at most ${LIMITS.name.maximum} characters`);
  }
  return name === '' ? null : name;
}
