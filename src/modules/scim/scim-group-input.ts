import { ScimRequestError } from '#common/errors/scim-errors.js';
import { isUuid } from '#common/validation/uuid.js';
import { type Attributes, externalIdOf, isObject, lowered, nameOf } from './scim-input.js';
import type { PatchOperation } from './scim-patch.js';

/** What a directory makes of a group. */
export interface GroupInput {
  readonly displayName: string;
  readonly externalId: string | null;
  readonly members: ReadonlySet<string>;
}

/** Reads a whole group, as POST and PUT send it; what is not sent is as in `present`. @throws ScimRequestError */
export function readGroup(body: Attributes, present?: GroupInput): GroupInput {
  const { displayname, externalid, members } = lowered(body);
  if (displayname === undefined) throw new ScimRequestError('invalidValue', 'displayName is required');
  return {
    displayName: nameOf('displayName', displayname),
    externalId: externalid === undefined ? (present?.externalId ?? null) : externalIdOf(externalid),
    members: members === undefined ? (present?.members ?? new Set()) : new Set(memberIdsOf(members)),
  };
}

/** What the operations make of a group, one after the other. @throws ScimRequestError */
export function patchGroup(operations: readonly PatchOperation[], present: GroupInput): GroupInput {
  return operations.reduce(applied, present);
}

function applied(group: GroupInput, operation: PatchOperation): GroupInput {
  const { op, attribute, value } = operation;
  const isRemoved = op === 'remove';
  if (attribute === 'members') return { ...group, members: membersAfter(group.members, operation) };
  if (attribute === 'externalid') return { ...group, externalId: isRemoved ? null : externalIdOf(value) };
  if (attribute !== 'displayname') return group;
  if (isRemoved) throw new ScimRequestError('mutability', 'displayName cannot be removed');
  return { ...group, displayName: nameOf('displayName', value) };
}

function membersAfter(present: ReadonlySet<string>, { op, selected, value }: PatchOperation): ReadonlySet<string> {
  if (op === 'remove') {
    if (selected === undefined && isNothing(value)) return new Set();
    return without(present, new Set(selected === undefined ? memberIdsOf(value) : [selected.toLowerCase()]));
  }
  const given = new Set(selected === undefined ? memberIdsOf(value) : [memberIdOf(selected)]);
  return op === 'add' || selected !== undefined ? new Set([...present, ...given]) : given;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function memberIdsOf(value: unknown): string[] {
  if (value === null) return [];
  const members: unknown[] = Array.isArray(value) ? (value as unknown[]) : [value];
  return members.map((member) => memberIdOf(isObject(member) ? lowered(member).value : member));
}

function memberIdOf(value: unknown): string {
  if (typeof value !== 'string' || !isUuid(value)) {
    throw new ScimRequestError('invalidValue', 'The value of a member must be the id of a user');
  }
  return value.toLowerCase();
}

/** Those of `present` that `others` has not. */
export function without(present: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...present].filter((id) => !others.has(id)));
}
