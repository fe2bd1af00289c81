import { MOST_NAMES, type NamesReport } from './surroundings.js';

/** What the names of all projects of an archive become: each is said once. It is put together anew when one has changed. */
export class MergedNames {
  private reports: readonly NamesReport[] = [];
  private merged: NamesReport | undefined;

  of(reports: readonly NamesReport[]): NamesReport {
    const isSame = reports.length === this.reports.length && reports.every((one, index) => one === this.reports[index]);
    if (!isSame || !this.merged) this.merged = mergedNames(reports);
    this.reports = reports;
    return this.merged;
  }
}

function mergedNames(reports: readonly NamesReport[]): NamesReport {
  const [only] = reports;
  if (only && reports.length === 1) return only;
  return {
    people: summed(
      reports.flatMap(({ people }) => people),
      ({ externalId, name }) => externalId ?? name,
    ).slice(0, MOST_NAMES),
    statuses: summed(
      reports.flatMap(({ statuses }) => statuses),
      ({ name, category, lane }) => `${category} ${lane} ${name}`,
    ).slice(0, MOST_NAMES),
    priorities: summed(
      reports.flatMap(({ priorities }) => priorities),
      ({ name }) => name,
    ).slice(0, MOST_NAMES),
    fields: reports.flatMap(({ fields }) => fields),
  };
}

function summed<Item extends { readonly tasks: number }>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Item[] {
  const sums = new Map<string, Item>();
  for (const item of items) {
    const known = sums.get(keyOf(item));
    sums.set(keyOf(item), known ? { ...known, tasks: known.tasks + item.tasks } : item);
  }
  return [...sums.values()];
}
