/** Reads what forges send: nothing in it is sure to be there, or to be what it should be. */

const MOST_CHARACTERS = 100_000;
const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d+)?)\s*(Z|UTC|[+-]\d\d:?\d\d)?$/;

/** The value at a path such as `pull_request.head.ref`. */
export function valueAt(body: unknown, path: string): unknown {
  let value = body;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** The first text of the paths that is not empty, as the database can store it. */
export function textAt(body: unknown, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const value = valueAt(body, path);
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && text !== '') {
      return text.slice(0, MOST_CHARACTERS).replaceAll('\0', '').toWellFormed();
    }
  }
  return undefined;
}

export function listAt(body: unknown, path: string): readonly unknown[] {
  const value = valueAt(body, path);
  return Array.isArray(value) ? value : [];
}

/** A number of a pull request. */
export function numberAt(body: unknown, path: string): number | undefined {
  const value = valueAt(body, path);
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) < 2 ** 31
    ? (value as number)
    : undefined;
}

export function isTrueAt(body: unknown, ...paths: readonly string[]): boolean {
  return paths.some((path) => valueAt(body, path) === true);
}

/** The first moment of the paths, in ISO 8601 and UTC. GitLab writes `2026-12-24 09:00:00 UTC`, GitHub seconds of Unix time, too. */
export function momentAt(body: unknown, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const value = valueAt(body, path);
    const moment = typeof value === 'number' ? momentOf(value * 1_000) : momentOfText(value);
    if (moment !== undefined) return moment;
  }
  return undefined;
}

function momentOfText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const [, day = '', time = '', zone = 'Z'] = MOMENT.exec(value) ?? [];
  return day === '' ? undefined : momentOf(Date.parse(`${day}T${time}${zone === 'UTC' ? 'Z' : zone}`));
}

/** Years of four digits: others are no moments of a forge. */
function momentOf(milliseconds: number): string | undefined {
  const date = new Date(milliseconds);
  const isUsual = !Number.isNaN(date.getTime()) && date.getUTCFullYear() >= 1970 && date.getUTCFullYear() < 10_000;
  return isUsual ? date.toISOString() : undefined;
}

/** An address that a browser may follow. */
export function addressAt(body: unknown, ...paths: readonly string[]): string | undefined {
  const text = textAt(body, ...paths);
  if (text === undefined || text.length > 2_000 || !URL.canParse(text)) return undefined;
  return /^https?:$/.test(new URL(text).protocol) ? text : undefined;
}

/** The branch of `refs/heads/main`; undefined of tags. */
export function branchOf(ref: string | undefined): string | undefined {
  return ref?.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
}
