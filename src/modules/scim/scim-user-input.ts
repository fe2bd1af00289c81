import validator from 'validator';
import { ScimRequestError } from '#common/errors/scim-errors.js';
import { LIMITS } from '#common/validation/text.js';
import { type Attributes, externalIdOf, flagOf, lowered, textOf } from './scim-input.js';
import { patchNames, readNames, type SentNames } from './scim-names.js';
import type { PatchOperation } from './scim-patch.js';

/** What a directory says of a user; what it leaves out is undefined. */
export interface UserInput {
  readonly userName?: string;
  readonly names?: SentNames;
  readonly active?: boolean;
  readonly externalId?: string | null;
}

/** A whole user: names that are left out are forgotten. */
export interface WholeUserInput extends UserInput {
  readonly userName: string;
  readonly names: SentNames;
}

/** Reads a whole user, as POST and PUT send it. @throws ScimRequestError */
export function readUser(body: Attributes): WholeUserInput {
  const { username, active, externalid, displayname, name } = lowered(body);
  if (username === undefined) throw new ScimRequestError('invalidValue', 'userName is required');
  return {
    userName: emailOf(username),
    names: readNames(displayname, name),
    active: active === undefined || active === null ? undefined : flagOf('active', active),
    externalId: externalid === undefined ? undefined : externalIdOf(externalid),
  };
}

/**
 * What a PATCH makes of a user with the names `sent` whom people see as `shown`. Attributes that are not kept are ignored.
 *
 * @throws ScimRequestError
 */
export function patchUser(
  operations: readonly PatchOperation[],
  sent: SentNames | undefined,
  shown: string,
): UserInput {
  const set: Record<string, unknown> = {};
  for (const { op, attribute, value } of operations) {
    const isRemoved = op === 'remove';
    if (isRemoved && (attribute === 'username' || attribute === 'active')) {
      throw new ScimRequestError('mutability', `${attribute} cannot be removed`);
    }
    set[attribute] = isRemoved ? null : value;
  }
  const { username, active, externalid } = set;
  return {
    userName: username === undefined ? undefined : emailOf(username),
    names: patchNames(operations, sent, shown),
    active: active === undefined ? undefined : flagOf('active', active),
    externalId: externalid === undefined ? undefined : externalIdOf(externalid),
  };
}

function emailOf(given: unknown): string {
  const userName = textOf('userName', given).trim();
  if (userName.length > LIMITS.email.maximum || !validator.isEmail(userName)) {
    throw new ScimRequestError('invalidValue', 'userName must be an e-mail address');
  }
  return userName;
}
