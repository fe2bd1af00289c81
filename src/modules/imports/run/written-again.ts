import type { ImportReference } from '../import-reference.entity.js';
import { hashOf } from '../import-references.repository.js';

/** What an import does with something that an import has written before. */
export interface WrittenAgain {
  /** What it changes. */
  readonly settings: Record<string, unknown>;
  /** The fields that were changed here: they stay. */
  readonly kept: readonly string[];
  /** What the reference remembers from now on. */
  readonly written: Record<string, string>;
}

export const KEPT = 'It was changed here, and stays so';

/** The same import again changes what changed there and was not changed here since. */
export function writtenAgain(
  { written: before }: Pick<ImportReference, 'written'>,
  desired: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>>,
  isOurs: (field: string) => boolean,
): WrittenAgain {
  const settings: Record<string, unknown> = {};
  const kept: string[] = [];
  const written = { ...before };
  for (const [field, value] of Object.entries(desired)) {
    const hash = hashOf(value);
    const isSame = hash === hashOf(current[field]);
    if (!isSame && !isOurs(field)) {
      kept.push(field);
      continue;
    }
    if (!isSame) settings[field] = value;
    written[field] = hash;
  }
  return { settings, kept, written };
}
