import type { FieldRecord } from './records.js';

/** Paths of one file that are named one by one. */
const MOST_PATHS = 1_000;
const LONGEST_KEY = 100;
const OTHERS = '…';

/**
 * Accounts for every key of a JSON file, by its path with dots. `becomes` says what is read; a key above
 * one that is read is looked into, and any other is counted as a whole.
 */
export class JsonPaths {
  private readonly counts = new Map<string, number>();
  private readonly inner = new Set<string>();

  constructor(private readonly becomes: Readonly<Record<string, string>>) {
    for (const path of Object.keys(becomes)) {
      for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1))
        this.inner.add(path.slice(0, dot));
    }
  }

  /** Counts a value and what is in it. Without a path it is an object whose keys are. */
  count(path: string, value: unknown): void {
    if (Array.isArray(value)) {
      if (value.length === 0) this.add(path, 0);
      for (const item of value) this.count(path, item);
      return;
    }
    if (path !== '') this.add(path, isEmpty(value) ? 0 : 1);
    if (typeof value !== 'object' || value === null || (path !== '' && !this.inner.has(path))) return;
    for (const [key, item] of Object.entries(value)) {
      const name = key.slice(0, LONGEST_KEY);
      this.count(path === '' ? name : `${path}.${name}`, item);
    }
  }

  *fields(): Generator<FieldRecord> {
    for (const [name, values] of this.counts)
      yield { kind: 'field', name, values, becomes: this.becomes[name] ?? null };
  }

  private add(path: string, values: number): void {
    const name = this.counts.has(path) || this.counts.size < MOST_PATHS ? path : OTHERS;
    this.counts.set(name, (this.counts.get(name) ?? 0) + values);
  }
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
