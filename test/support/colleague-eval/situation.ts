/** Who is there: the assignee, a colleague of theirs, two leads, and who owns the colleagues. */
export const PEOPLE = ['max', 'mia', 'lea', 'xenia', 'olga'] as const;

export type Person = (typeof PEOPLE)[number];

/** A task as it stands on the first day; days count from then. */
export interface SituatedTask {
  readonly title?: string;
  readonly due?: number;
  readonly assignee?: Person;
  readonly creator?: Person;
  readonly status?: string;
  readonly priority?: string;
  readonly hours?: number;
  readonly inSprint?: true;
  /** Days since it was changed last; 9 unless it says otherwise. */
  readonly unchanged?: number;
  /** The places of the tasks that block it. */
  readonly blockedBy?: readonly number[];
}

/** What happens before the scan of a day. */
export interface Act {
  readonly day: number;
  readonly by: Person;
  readonly comments?: string;
  /** The task, by its place; the first unless it says otherwise. */
  readonly task?: number;
  readonly sets?: Readonly<Record<string, unknown>>;
  readonly assigns?: Person | null;
  /** Days from that day on; null takes the date away. */
  readonly dueIn?: number | null;
  readonly mutes?: true;
  readonly away?: number;
}

/** What stands in a project, what happens in it, and what colleagues must say of it. */
export interface Situation {
  readonly name: string;
  readonly tasks: readonly SituatedTask[];
  readonly acts?: readonly Act[];
  readonly leads?: readonly Person[];
  /** Days on which the colleague scans, from 0 on; ten unless it says otherwise. */
  readonly days?: number;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly owner?: Person;
  /** Whether an ended or a running sprint is there, by the day of its end. */
  readonly sprintEnds?: number;
  /** Of each role all that it says but for digests: `rule to person: days`; to nobody without a person. */
  readonly says: Readonly<Record<string, readonly string[]>>;
  /** Two colleagues of the role scan one after the other, and speak with one voice. */
  readonly isTwice?: true;
}
