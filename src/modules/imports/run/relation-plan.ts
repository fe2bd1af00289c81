import { addTo } from '#common/collections/add-to.js';
import { type LinkType, MOST_LINKS } from '#schema/task-links.js';
import type { LinkRecord } from '../readers/records.js';
import type { Survey, SurveyedTask } from './survey.js';

/** A link between two tasks; the first is the duplicate, or waits for the other. */
export interface PlannedRelation {
  /** As references call it. */
  readonly externalId: string;
  readonly type: LinkType | 'blocks';
  /** Keys of the file, or of files imported before. */
  readonly ends: readonly [string, string];
  readonly createdAt: string | undefined;
}

/** How a plan finds the key that a name stands for, and says what does not come. */
export interface Findings {
  find(name: string): string | undefined;
  miss(task: SurveyedTask, field: string, name: string): void;
  refuse(task: SurveyedTask, field: string, message: string): void;
}

/** The links of a file, each once, by the task that names it first. */
export class RelationPlan {
  private readonly byPair = new Map<string, PlannedRelation>();
  private readonly byTask = new Map<string, PlannedRelation[]>();
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly survey: Survey,
    private readonly findings: Findings,
  ) {
    for (const task of survey.tasks.values()) for (const link of task.links) this.add(task, link);
  }

  of(externalId: string): readonly PlannedRelation[] {
    return this.byTask.get(externalId) ?? [];
  }

  private add(task: SurveyedTask, { type, key: name, isInward = false, externalId, createdAt }: LinkRecord): void {
    const own = task.externalId;
    const key = this.findings.find(name);
    if (key === undefined) {
      this.findings.miss(task, 'links', name);
      return;
    }
    // The description names it.
    if (this.survey.epics.has(key) && !this.survey.tasks.has(key)) return;
    if (key === own) {
      this.findings.refuse(task, 'links', 'A task is not linked with itself');
      return;
    }
    const ends: [string, string] = isInward ? [key, own] : [own, key];
    const pair = `${type} ${[...ends].sort().join(' ')}`;
    const known = this.byPair.get(pair);
    if (known) {
      // Both tasks name a link.
      if (type === 'relates' || known.ends[0] === ends[0]) return;
      this.findings.refuse(task, 'links', `${own} and ${name} are duplicates of each other; one link comes`);
      return;
    }
    if (ends.some((end) => (this.counts.get(end) ?? 0) >= MOST_LINKS)) {
      this.findings.refuse(task, 'links', `A task has at most ${MOST_LINKS} links`);
      return;
    }
    for (const end of ends) this.counts.set(end, (this.counts.get(end) ?? 0) + 1);
    const relation = { externalId: externalId ?? pair, type, ends, createdAt };
    this.byPair.set(pair, relation);
    addTo(this.byTask, own, relation);
  }
}
