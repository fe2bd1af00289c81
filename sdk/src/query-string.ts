type Value = string | number | boolean | null;

/**
 * `?name=value` for each parameter that is given. An array is one comma-separated value: commas and backslashes that belong
 * to a value get a backslash.
 */
export function queryString(query: Readonly<Record<string, unknown>> = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, textOf(value as Value | Value[]));
  }
  return parameters.size > 0 ? `?${parameters.toString()}` : '';
}

function textOf(value: Value | Value[]): string {
  if (!Array.isArray(value)) return String(value);
  return value.map((item) => String(item).replace(/[\\,]/g, '\\$&')).join(',');
}

/** The path with its `{parameters}` filled in. */
export function filledPath(path: string, parameters: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined || value === '') throw new TypeError(`path.${name} is missing`);
    return encodeURIComponent(value as string);
  });
}
