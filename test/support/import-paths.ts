import { exportedFile } from './import-steps.js';

interface ReportedField {
  readonly name: string;
  readonly becomes: string | null;
}

/** The paths of all keys of a JSON value, with dots; elements of an array have its path. */
function pathsOf(value: unknown, path = ''): Set<string> {
  const paths = new Set<string>();
  const add = (given: unknown, at: string): void => {
    if (Array.isArray(given)) for (const item of given) add(item, at);
    else if (typeof given === 'object' && given !== null) {
      for (const [key, item] of Object.entries(given)) {
        const name = at === '' ? key : `${at}.${key}`;
        paths.add(name);
        add(item, name);
      }
    }
  };
  add(value, path);
  return paths;
}

/** Expects that each key of a file is told of: itself, or above it what is counted as a whole. */
export function expectAccounted(file: string, fields: readonly ReportedField[]): void {
  const becomes = new Map(fields.map((field) => [field.name, field.becomes]));
  const isTold = (path: string): boolean => {
    if (becomes.has(path)) return true;
    const above = path.slice(0, path.lastIndexOf('.'));
    // Above it nothing may be read: a key beside others that are read must be named itself.
    const isWhole = above !== path && !fields.some(({ name }) => name.startsWith(`${above}.`));
    return path.includes('.') && isWhole && isTold(above);
  };
  const paths = [...pathsOf(JSON.parse(exportedFile(file).toString()))];
  expect(paths.filter((path) => !isTold(path))).toEqual([]);
  expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
}
