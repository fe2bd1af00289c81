import type { Role } from '#core/company-scope/role.js';
import { type SentNames, splitName } from './scim-names.js';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

interface Meta {
  readonly resourceType: string;
  readonly created: string;
  readonly lastModified: string;
  readonly location: string;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly externalId: string | null;
}

export interface UserRow extends Row, SentNames {
  readonly email: string;
  readonly role: Role;
  readonly active: boolean;
  /** The name that people saw when the directory last sent or forgot names; null before. */
  readonly shownName: string | null;
}

export interface GroupRow extends Row {
  readonly members: readonly { readonly value: string; readonly display: string }[];
}

/** A user as directories read it. */
export interface ScimUserResource {
  readonly schemas: readonly string[];
  readonly id: string;
  readonly externalId?: string;
  readonly userName: string;
  readonly name?: { readonly formatted?: string; readonly givenName?: string; readonly familyName?: string };
  readonly displayName?: string;
  readonly emails: readonly { readonly value: string; readonly type: string; readonly primary: boolean }[];
  readonly active: boolean;
  readonly meta: Meta;
}

interface ScimMember {
  readonly value: string;
  readonly $ref: string;
  readonly display: string;
  readonly type: string;
}

/** A team as directories read it. */
export interface ScimGroupResource {
  readonly schemas: readonly string[];
  readonly id: string;
  readonly externalId?: string;
  readonly displayName: string;
  readonly members: readonly ScimMember[];
  readonly meta: Meta;
}

export function toUserResource(row: UserRow, publicUrl: string): ScimUserResource {
  const { id, email, active } = row;
  return {
    schemas: [USER_SCHEMA],
    id,
    ...externalIdOf(row),
    userName: email,
    ...namesOf(row),
    emails: [{ value: email, type: 'work', primary: true }],
    active,
    meta: metaOf('User', row, publicUrl),
  };
}

export function toGroupResource(row: GroupRow, publicUrl: string): ScimGroupResource {
  const { id, name, members } = row;
  return {
    schemas: [GROUP_SCHEMA],
    id,
    ...externalIdOf(row),
    displayName: name,
    members: members.map(({ value, display }) => ({
      value,
      $ref: locationOf(publicUrl, `Users/${value}`),
      display,
      type: 'User',
    })),
    meta: metaOf('Group', row, publicUrl),
  };
}

/** The names that the directory sent; undefined before it has, and when a person has changed the name since. */
export function sentNames(row: UserRow): SentNames | undefined {
  const { name, shownName, displayName, formatted, givenName, familyName } = row;
  return shownName === name ? { displayName, formatted, givenName, familyName } : undefined;
}

function namesOf(row: UserRow): Pick<ScimUserResource, 'name' | 'displayName'> {
  const derived = { displayName: row.name, formatted: row.name, ...splitName(row.name) };
  const { displayName, ...parts } = sentNames(row) ?? derived;
  const name = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null));
  return { ...(Object.keys(name).length > 0 && { name }), ...(displayName !== null && { displayName }) };
}

/** Where a resource, or what describes the service, is. */
export function locationOf(publicUrl: string, path: string): string {
  return `${publicUrl}/api/scim/v2/${path}`;
}

function externalIdOf({ externalId }: Row): { externalId?: string } {
  return externalId === null ? {} : { externalId };
}

function metaOf(resourceType: string, { id, createdAt, updatedAt }: Row, publicUrl: string): Meta {
  const location = locationOf(publicUrl, `${resourceType}s/${id}`);
  return { resourceType, created: createdAt, lastModified: updatedAt, location };
}
