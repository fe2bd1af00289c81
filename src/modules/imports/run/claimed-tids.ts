import type { Survey } from './survey.js';

/**
 * The former tids that an archive brings. No task of the import gets one of them as its own, so that what a check finds free is still free
 * when the start comes to it.
 */
export class ClaimedTids {
  private readonly claims = new Map<string, number>();
  private readonly present = new Set<string>();
  private readonly numbers = new Map<string, ReadonlySet<number>>();

  add({ tasks }: Survey): void {
    for (const { externalId, formerTids } of tasks.values()) {
      this.present.add(externalId);
      for (const tid of new Set(formerTids)) this.claims.set(tid, (this.claims.get(tid) ?? 0) + 1);
    }
  }

  /** Whether one task of the archive alone has or had it. */
  isOfOne(tid: string): boolean {
    return this.claims.get(tid) === 1 && !this.present.has(tid);
  }

  /** The numbers of those that begin with the key of a project. */
  numbersOf(key: string): ReadonlySet<number> {
    const known = this.numbers.get(key);
    if (known) return known;
    const own = [...this.claims.keys()].filter((tid) => tid.startsWith(`${key}-`) && this.isOfOne(tid));
    const numbers = new Set(own.map((tid) => Number(tid.slice(key.length + 1))));
    this.numbers.set(key, numbers);
    return numbers;
  }
}
