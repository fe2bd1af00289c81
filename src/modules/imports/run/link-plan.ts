import type { Tally } from '../import-report.js';
import type { Survey, SurveyedTask } from './survey.js';

/** What a task of the file is linked with: keys of other tasks, of the file or imported before. */
export interface PlannedLinks {
  readonly externalId: string;
  readonly row: number;
  readonly parent: string | undefined;
  readonly blockedBy: readonly string[];
}

/** A task that has more keeps them (extensions 10.7). */
const MOST_BLOCKERS = 200;

/**
 * The links between the tasks of a file, decided before any is written: what is not there is said, and what would close
 * a circle is left out. `isKnown` says of other keys whether an earlier import has brought them.
 */
export class LinkPlan {
  readonly links: PlannedLinks[] = [];
  private readonly parents = new Map<string, string>();
  private readonly blockers = new Map<string, Set<string>>();

  constructor(
    private readonly survey: Survey,
    private readonly isKnown: (key: string) => boolean,
    private readonly tally: Tally,
  ) {
    for (const task of survey.tasks.values()) this.addParent(task);
    for (const task of survey.tasks.values()) this.addBlockers(task);
    for (const { externalId, row } of survey.tasks.values()) {
      const parent = this.parents.get(externalId);
      const blockedBy = [...(this.blockers.get(externalId) ?? [])];
      if (parent !== undefined || blockedBy.length > 0) this.links.push({ externalId, row, parent, blockedBy });
    }
  }

  /** Keys that links name and that are not in the file. */
  static outside(survey: Survey): string[] {
    const names = [...survey.tasks.values()].flatMap(({ parent, blockedBy, blocks, related }) => [
      ...(parent ? [parent] : []),
      ...blockedBy,
      ...blocks,
      ...related,
    ]);
    return [...new Set(names)].filter((name) => survey.resolve(name) === undefined);
  }

  private addParent({ externalId, row, parent }: SurveyedTask): void {
    if (!parent) return;
    const key = this.find(parent);
    if (key === undefined) {
      this.miss(row, externalId, 'parent', parent);
      return;
    }
    if (this.survey.epics.has(key) && !this.survey.tasks.has(key)) return;
    for (let above: string | undefined = key; above !== undefined; above = this.parents.get(above)) {
      if (above === externalId) {
        this.say(row, externalId, 'parent', `${parent} is below the task itself, and cannot be its parent`);
        return;
      }
    }
    this.parents.set(externalId, key);
  }

  private addBlockers({ externalId, row, blockedBy, blocks, related }: SurveyedTask): void {
    for (const name of blockedBy) this.addBlocker(row, externalId, name, (key) => [externalId, key]);
    for (const name of blocks) this.addBlocker(row, externalId, name, (key) => [key, externalId]);
    for (const name of related) if (this.find(name) === undefined) this.miss(row, externalId, 'links', name);
  }

  private addBlocker(row: number, externalId: string, name: string, ends: (key: string) => [string, string]): void {
    const key = this.find(name);
    if (key === undefined || this.survey.epics.has(key)) {
      this.miss(row, externalId, 'blockers', name);
      return;
    }
    const [waiting, blocker] = ends(key);
    const known = this.blockers.get(waiting) ?? new Set();
    if (known.has(blocker)) return;
    if (this.waitsFor(blocker, waiting)) {
      this.refuse(row, externalId, `${externalId} and ${name} would wait for each other`);
      return;
    }
    if (known.size >= MOST_BLOCKERS) {
      this.refuse(row, externalId, `A task has at most ${MOST_BLOCKERS} blockers`);
      return;
    }
    this.blockers.set(waiting, known.add(blocker));
  }

  private waitsFor(task: string, other: string): boolean {
    const seen = new Set<string>();
    const open = [task];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === other) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(this.blockers.get(next) ?? []));
    }
    return false;
  }

  private find(name: string): string | undefined {
    return this.survey.resolve(name) ?? (this.isKnown(name) ? name : undefined);
  }

  private miss(row: number, externalId: string, field: string, name: string): void {
    this.tally.count('links', 'skipped');
    this.say(row, externalId, field, `${name} is outside the file, and was not imported before`);
  }

  private refuse(row: number, externalId: string, message: string): void {
    this.tally.count('links', 'skipped');
    this.say(row, externalId, 'blockers', message);
  }

  private say(row: number, externalId: string, field: string, message: string): void {
    this.tally.problem({ row, externalId, field, message });
  }
}
