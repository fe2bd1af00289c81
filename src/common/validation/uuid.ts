/** The pattern of an id, without anchors, for the description. */
export const UUID_PATTERN = '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';

const UUID = new RegExp(`^${UUID_PATTERN}$`);

/** The id of nothing: what a malformed id in a path becomes, so that it ends as that resource's 404. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Whether PostgreSQL takes the text as a uuid, in its usual notation. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** For `IsUUID`: PostgreSQL takes every version. */
export const ANY_VERSION = 'loose';
