import type { CustomFieldType } from '#schema/fields.js';
import type { Priority } from '#schema/tasks.js';
import type { Category } from './readers/records.js';

export const COUNTED = ['tasks', 'comments', 'labels', 'epics', 'sprints', 'people', 'links', 'files'] as const;

export type Counted = (typeof COUNTED)[number];

export const OUTCOMES = ['created', 'updated', 'unchanged', 'skipped', 'failed', 'duplicates'] as const;

export type Outcome = (typeof OUTCOMES)[number];

export type Counts = Record<Counted, Record<Outcome, number>>;

export interface ReportedPerson {
  readonly name: string;
  readonly email: string | null;
  readonly externalId: string | null;
  readonly tasks: number;
  readonly userId: string | null;
}

export interface ReportedStatus {
  readonly name: string;
  readonly category: Category;
  readonly tasks: number;
  readonly lane: string;
  /** Whether `lane` is one today. */
  readonly isLane: boolean;
}

export interface ReportedPriority {
  readonly name: string;
  readonly tasks: number;
  readonly priority: Priority;
}

export interface ReportedField {
  readonly name: string;
  readonly values: number;
  readonly becomes: string | null;
  /** The type of a field of one's own that it could become; null where it has a place. */
  readonly proposed?: CustomFieldType | null;
}

export interface Problem {
  readonly row: number | null;
  readonly externalId: string | null;
  readonly field: string | null;
  readonly message: string;
}

export interface KeptThing {
  readonly kind: string;
  readonly id: string;
  readonly tid: string | null;
  readonly reason: string;
}

/** What an import comes to, or would come to. */
export interface ImportReport {
  readonly counts: Counts;
  readonly people: readonly ReportedPerson[];
  readonly statuses: readonly ReportedStatus[];
  readonly priorities: readonly ReportedPriority[];
  readonly fields: readonly ReportedField[];
  readonly problems: readonly Problem[];
  readonly problemsTotal: number;
  readonly kept: readonly KeptThing[];
}

const MOST_PROBLEMS = 1_000;
const LONGEST_MESSAGE = 500;

function noCounts(): Counts {
  return Object.fromEntries(
    COUNTED.map((thing) => [thing, Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0]))]),
  ) as Counts;
}

/** What has come of a part of an import so far. A part that is rolled back leaves no trace: it is added when it is done. */
export class Tally {
  readonly counts = noCounts();
  readonly problems: Problem[] = [];
  problemsTotal = 0;

  static of(report: ImportReport | null): Tally {
    const tally = new Tally();
    if (report) tally.add(report);
    return tally;
  }

  count(thing: Counted, outcome: Outcome, number = 1): void {
    this.counts[thing][outcome] += number;
  }

  problem(problem: Problem): void {
    this.problemsTotal += 1;
    if (this.problems.length < MOST_PROBLEMS) {
      this.problems.push({ ...problem, message: problem.message.slice(0, LONGEST_MESSAGE) });
    }
  }

  add(other: Pick<ImportReport, 'counts' | 'problems' | 'problemsTotal'>): void {
    for (const thing of COUNTED) {
      for (const outcome of OUTCOMES) this.counts[thing][outcome] += other.counts[thing][outcome];
    }
    this.problems.push(...other.problems.slice(0, MOST_PROBLEMS - this.problems.length));
    this.problemsTotal += other.problemsTotal;
  }
}
