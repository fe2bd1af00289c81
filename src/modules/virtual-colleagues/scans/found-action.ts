import type { ActionType } from '../settings/action-types.js';
import type { HeldCounts, HeldReason } from '#schema/voice.js';
import { type Piece, textOf } from '../rules/sentence.js';
import type { TaskLists } from '../rules/finding-statement.js';
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
  /** The message in lines, with its links. */
  readonly lines: readonly (readonly Piece[])[];
  /** The tid of the task where a person answers, when the action asks one. */
  readonly answerTid: string | null;
  /** Where the tasks of a report are listed. */
  readonly lists: TaskLists | null;
  /** Whether a chat tells it in the one line of its rule. */
  readonly isNews: boolean;
  /** Whether it goes to the leads of a project. */
  readonly isToLeads: boolean;
  /** What the rule counted. */
  readonly measure: number | null;
  readonly why: Record<string, unknown>;
  /** Why it is not said; null: it is said. */
  readonly held: HeldReason | null;
  /** Whether it is an escalation that was held as said on an earlier day. */
  readonly hasWaited?: true;
  /** The place of the task's priority, and for how many hours it is overdue. */
  readonly priority: number | null;
  readonly overdueHours: number | null;
}

/** An action that is written, with its place in the run. */
export type WrittenAction = FoundAction & { readonly id: string; readonly position: number };

/** What a look at a colleague's projects has found. */
export interface Found {
  readonly tasksScanned: number;
  readonly actions: readonly FoundAction[];
  readonly held: HeldCounts;
  /** What could not be looked at, for the error of the run. */
  readonly problem: string | null;
  /** The one line that a chat has of some rules, by rule. */
  readonly news: ReadonlyMap<string, NewsLine>;
  /** The things that a rule spoke of and no longer finds. It speaks of them again when they come back. */
  readonly passed: readonly Passed[];
  /** What the scan gives to agents; its actions say so. */
  readonly given: readonly GivenTask[];
}

/** The one line of a rule in a chat. */
export interface NewsLine {
  /** How many tasks there are. */
  readonly total: number;
  readonly one: string;
  readonly several: string;
  readonly filter: string;
}

interface Passed {
  readonly key: string;
  readonly subjectIds: readonly string[];
}

/** The message of some lines. */
export function messageOf(lines: FoundAction['lines']): string {
  return lines.map(textOf).join('\n');
}

/** How many actions of each rule are said. */
export function countByRule(actions: readonly FoundAction[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { rule, held } of actions) if (held === null) counts[rule] = (counts[rule] ?? 0) + 1;
  return counts;
}
