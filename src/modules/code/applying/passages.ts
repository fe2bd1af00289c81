import type { Phase } from '../forges/forge-event.js';
import type { CodeRules } from '../connections/code-rules.js';

/** Where a pull request was at a moment. */
export type Fact = readonly [at: string, phase: Phase];

/** A change of a pull request that people are told of. */
export type PassageKind = 'opened' | 'reopened' | 'review_asked' | 'closed' | 'merged';

export interface Passage {
  readonly at: string;
  readonly kind: PassageKind;
}

/** Facts of one pull request; the oldest of more are forgotten. */
const MOST_FACTS = 100;

/** The facts with one more, by their moments: of equal moments the later to arrive is last. */
export function withFact(facts: readonly Fact[], [at, phase]: Fact): readonly Fact[] {
  if (facts.some(([otherAt, otherPhase]) => otherAt === at && otherPhase === phase)) return facts;
  const later = facts.findIndex(([otherAt]) => otherAt > at);
  const place = later < 0 ? facts.length : later;
  return facts.toSpliced(place, 0, [at, phase]).slice(-MOST_FACTS);
}

/** What the facts come to, in whatever order they came: merged is final. */
export function passagesOf(facts: readonly Fact[]): Passage[] {
  const passages: Passage[] = [];
  let before: Phase | undefined;
  for (const [at, phase] of facts) {
    if (before === 'merged') break;
    if (phase !== before) passages.push(...kindsOf(before, phase).map((kind) => ({ at, kind })));
    before = phase;
  }
  return passages;
}

function kindsOf(before: Phase | undefined, phase: Phase): PassageKind[] {
  if (phase === 'merged' || phase === 'closed') return [phase];
  if (before === 'closed') return ['reopened'];
  const opened: PassageKind[] = before === undefined ? ['opened'] : [];
  return phase === 'review' ? [...opened, 'review_asked'] : opened;
}

/** Where a pull request leads, and what else decides whether its tasks move. */
export interface Way {
  readonly targetBranch: string;
  readonly defaultBranches: readonly string[];
  readonly isFork: boolean;
}

/** A passage that gives a task a status. */
interface Move {
  readonly passage: Passage;
  readonly status: string;
}

/** The last passage that gives a task a status; reopening gives one where something has given one before. */
export function lastMove(passages: readonly Passage[], way: Way, rules: CodeRules): Move | undefined {
  let last: Move | undefined;
  for (const passage of passages) {
    const status = statusOf(passage.kind, way, rules);
    if (status !== null && (last || passage.kind !== 'reopened')) last = { passage, status };
  }
  return last;
}

/** What a pull request that closes a task has come to, and what it has done to the task. */
interface Standing {
  readonly facts: readonly Fact[];
  /** The facts without the event that is applied. */
  readonly before: readonly Fact[];
  readonly isClosed: boolean;
  readonly moved: Passage | null;
  readonly given: string | null;
}

/** The move of a task that is due. */
export interface DueMove extends Move {
  /** Only while the task has what the pull request gave it. */
  readonly needsGiven: boolean;
}

/** What an event moves a task to, so that all events come to the same in whatever order they come. */
export function dueMove(
  { facts, before, isClosed, moved, given }: Standing,
  way: Way,
  rules: CodeRules,
): DueMove | undefined {
  const move = lastMove(passagesOf(facts), way, rules);
  if (!move || isSame(move.passage, moved)) return undefined;
  const known = lastMove(passagesOf(before), way, rules);
  const comesOnlyNow = !isSame(move.passage, known?.passage ?? null);
  // Nothing of before moves a task once it is closed.
  if (isClosed && !comesOnlyNow) return undefined;
  // What moved the task was taken for the first of its kind, for want of the events before it.
  const isLate = moved !== null && moved.at > move.passage.at;
  if (isLate && (!comesOnlyNow || moved.kind === move.passage.kind)) return undefined;
  const isReopened = move.passage.kind === 'reopened' && (given !== null || known !== undefined);
  return { ...move, needsGiven: isLate || isReopened };
}

function statusOf(kind: PassageKind, way: Way, rules: CodeRules): string | null {
  if (kind === 'merged') return isMeant(way.targetBranch, way.defaultBranches, rules.branches) ? rules.onMerge : null;
  if (way.isFork || kind === 'closed') return null;
  return kind === 'review_asked' ? rules.onReview : rules.onOpen;
}

/** Whether a branch is one of those that are named, by a pattern with one `*`, or as the repository's default. */
export function isMeant(branch: string, defaultBranches: readonly string[], patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    if (pattern === 'default') return defaultBranches.includes(branch);
    const [start = '', end] = pattern.split('*');
    if (end === undefined) return branch === pattern;
    return branch.length >= start.length + end.length && branch.startsWith(start) && branch.endsWith(end);
  });
}

function isSame(one: Passage, other: Passage | null): boolean {
  return other !== null && one.at === other.at && one.kind === other.kind;
}
