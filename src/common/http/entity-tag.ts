/** The key of the parts of a resource that can change while `updatedAt` stays. JSON leaves it out. */
export const UNTIMED = Symbol('untimed');

/** The key of the moment of the last change, of a resource that does not show it. JSON leaves it out. */
export const CHANGED_AT = Symbol('changed-at');

/** What a tag is made of. */
export interface Versioned {
  readonly id: string;
  readonly updatedAt?: string;
  readonly [CHANGED_AT]?: string;
  readonly [UNTIMED]?: string | number | null;
}

const ENTITY_TAG = /^(W\/)?("[\x21\x23-\x7e\x80-\xff]*")$/;

/** The strong ETag of a resource: another one whenever it changes. */
export function entityTag({ updatedAt, [CHANGED_AT]: changedAt, [UNTIMED]: untimed = null }: Versioned): string {
  const moment = updatedAt ?? changedAt;
  const parts = [moment === undefined ? null : Date.parse(moment).toString(36), untimed];
  return `"${parts.filter((part) => part !== null).join('-')}"`;
}

/** The paths of POST that heed If-Match: they change the place of one resource. */
export const HEEDING_ACTION = /\/(?:move|transfer)$/;

/** The strong tags of an If-Match, or `*`; a weak one never matches. Undefined when it is malformed. */
export function parseEntityTags(header: string): '*' | string[] | undefined {
  if (header.trim() === '*') return '*';
  const tags = splitTags(header).map((tag) => ENTITY_TAG.exec(tag));
  if (tags.length === 0 || tags.includes(null)) return undefined;
  return tags.flatMap((tag) => (tag?.[1] === undefined ? (tag?.[2] ?? []) : []));
}

/** Whether an If-None-Match has the tag; a weak one is as good (RFC 9110). */
export function hasEntityTag(header: string, tag: string): boolean {
  return header.trim() === '*' || splitTags(header).some((one) => one.replace(/^W\//, '') === tag);
}

/** At the commas that are in no quotes; empty elements of a list do not count (RFC 9110). */
function splitTags(header: string): string[] {
  const parts = header.match(/(?:"[^"]*"|[^,"])+|"/g) ?? [];
  return parts.map((part) => part.trim()).filter(Boolean);
}
