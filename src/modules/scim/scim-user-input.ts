import validator from 'validator';
import { ScimRequestError } from '../../common/errors/scim-errors.js';
import { LIMITS } from '../../common/validation/text.js';
import { type Attributes, externalIdOf, flagOf, isObject, lowered, nameOf, textOf } from './scim-input.js';
import type { PatchOperation } from './scim-patch.js';

/** What a directory says of a user; what it leaves out is undefined. */
export interface UserInput {
  readonly userName?: string;
  readonly name?: string;
  readonly active?: boolean;
  readonly externalId?: string | null;
}

/** Reads a whole user, as POST and PUT send it. @throws ScimRequestError */
export function readUser(body: Attributes): UserInput & { readonly userName: string } {
  const { username, active, externalid, displayname, name } = lowered(body);
  if (username === undefined) throw new ScimRequestError('invalidValue', 'userName is required');
  return {
    userName: emailOf(username),
    name: shownName({ displayname, ...partsOf(name) }),
    active: active === undefined || active === null ? undefined : flagOf('active', active),
    externalId: externalid === undefined ? undefined : externalIdOf(externalid),
  };
}

/** What a PATCH makes of a user whose name is `present`. Attributes that are not kept are ignored. @throws ScimRequestError */
export function patchUser(operations: readonly PatchOperation[], present: string): UserInput {
  const set: Record<string, unknown> = {};
  for (const { op, attribute, value } of operations) {
    const isRemoved = op === 'remove';
    if (isRemoved && (attribute === 'username' || attribute === 'active')) {
      throw new ScimRequestError('mutability', `${attribute} cannot be removed`);
    }
    if (attribute === 'name' && !isRemoved) Object.assign(set, partsOf(value));
    else set[attribute] = isRemoved ? null : value;
  }
  const { username, active, externalid } = set;
  return {
    userName: username === undefined ? undefined : emailOf(username),
    name: shownName(set, present),
    active: active === undefined ? undefined : flagOf('active', active),
    externalId: externalid === undefined ? undefined : externalIdOf(externalid),
  };
}

/** The parts of a name as directories have them: the last word is the family name. */
export function splitName(name: string): { givenName: string; familyName: string } {
  const at = name.lastIndexOf(' ');
  return at < 0
    ? { givenName: name, familyName: '' }
    : { givenName: name.slice(0, at), familyName: name.slice(at + 1) };
}

function partsOf(name: unknown): Attributes {
  if (!isObject(name)) return {};
  return Object.fromEntries(Object.entries(lowered(name)).map(([part, value]) => [`name.${part}`, value]));
}

/** The one name that people see: the first that is given of `displayName`, `name.formatted` and the parts. */
function shownName(set: Attributes, present = ''): string | undefined {
  const whole = [set.displayname, set['name.formatted']].find((name) => isGiven(name));
  if (whole !== undefined) return nameOf('displayName', whole);
  const { 'name.givenname': given, 'name.familyname': family } = set;
  if (given === undefined && family === undefined) return undefined;
  const before = splitName(present);
  const parts = [given === undefined ? before.givenName : given, family === undefined ? before.familyName : family];
  const name = parts.map((part) => (part === null ? '' : textOf('name', part).trim())).filter(Boolean);
  return name.length === 0 ? undefined : nameOf('name', name.join(' '));
}

function isGiven(name: unknown): boolean {
  return name !== undefined && name !== null && name !== '';
}

function emailOf(given: unknown): string {
  const userName = textOf('userName', given).trim();
  if (userName.length > LIMITS.email.maximum || !validator.isEmail(userName)) {
    throw new ScimRequestError('invalidValue', 'userName must be an e-mail address');
  }
  return userName;
}
