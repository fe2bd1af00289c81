/** The one text of a JSON value (RFC 8785): members in the order of their names in UTF-16, no spaces. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => (isObject(member) ? sorted(member) : member));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}
