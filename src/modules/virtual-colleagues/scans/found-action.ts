import type { ActionType } from '../settings/action-types.js';
import type { HeldCounts, HeldReason } from '../runs/colleague-run.entity.js';
import type { GivenTask } from '../rules/task-delegate.rule.js';

/** Something that a colleague has to say. */
export interface FoundAction {
  readonly type: ActionType;
  readonly rule: string;
  /** What the rule is remembered by. */
  readonly key: string;
  readonly subjectId: string;
  readonly taskId: string | null;
  readonly tid: string | null;
  readonly userId: string | null;
  /** All projects that the message tells of. */
  readonly projectIds: readonly string[];
  readonly message: string;
  readonly why: Record<string, unknown>;
  /** Why it is not said; null: it is said. */
  readonly held: HeldReason | null;
  /** Of the task: the place of its priority, and for how many hours it is overdue. */
  readonly priority: number | null;
  readonly overdueHours: number | null;
}

/** What a look at a colleague's projects has found. */
export interface Found {
  readonly tasksScanned: number;
  readonly actions: readonly FoundAction[];
  readonly held: HeldCounts;
  /** What could not be looked at, for the error of the run. */
  readonly problem: string | null;
  /** What the scan gives to agents; its actions say so. */
  readonly given: readonly GivenTask[];
}

/** How many actions of each rule are said. */
export function countByRule(actions: readonly FoundAction[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { rule, held } of actions) if (held === null) counts[rule] = (counts[rule] ?? 0) + 1;
  return counts;
}
