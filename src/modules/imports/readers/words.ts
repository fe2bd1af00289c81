import type { Priority } from '#schema/tasks.js';
import { wordsOf } from './languages/plain.js';
import {
  CANCELLED_NAMES,
  DENYING_WORDS,
  EPIC_NAMES,
  FINISHED_NAMES,
  FINISHED_WORDS,
  OPEN_NAMES,
  PRIORITY_NAMES,
  STARTED_WORDS,
  STATUS_CATEGORIES,
  SUBTASK_NAMES,
  TOWARDS_WORDS,
  UNRESOLVED_NAMES,
} from './languages/word-lists.js';
import type { Category, TaskRecord } from './records.js';

type Names = readonly (string | readonly string[])[];

const DONE = 'Done';
/** Words before one that deny it are looked for as far as this. */
const REACH = 2;

const namesOf = (names: Names): Set<string> => new Set(names.flat().map((name) => wordsOf(name).join(' ')));

const CATEGORIES = Object.entries(STATUS_CATEGORIES).map(
  ([category, names]) => [category as keyof typeof STATUS_CATEGORIES, namesOf(names)] as const,
);
const PRIORITIES = Object.entries(PRIORITY_NAMES).map(
  ([priority, names]) => [priority as Priority, namesOf(names)] as const,
);
const OPEN = namesOf([...STATUS_CATEGORIES.todo, ...OPEN_NAMES]);
const [FINISHED, FINISHED_ALONE] = [namesOf(FINISHED_WORDS), namesOf(FINISHED_NAMES)];
const [STARTED, CANCELLED, UNRESOLVED] = [namesOf(STARTED_WORDS), namesOf(CANCELLED_NAMES), namesOf(UNRESOLVED_NAMES)];
const [DENYING, TOWARDS] = [namesOf(DENYING_WORDS), namesOf(TOWARDS_WORDS)];
const [EPICS, SUBTASKS] = [namesOf(EPIC_NAMES), namesOf(SUBTASK_NAMES)];

/** What a file says of where a task is, besides the name of its status. */
export interface Facts {
  readonly status: string | undefined;
  readonly statusCategory?: string | undefined;
  readonly resolution?: string | undefined;
  /** Filled when it is finished, whatever it says. */
  readonly completedAt?: string | null | undefined;
  /** Filled when it was given up. */
  readonly cancelledAt?: string | null | undefined;
}

/** Where a task is; `isStated` when a status category says it, not a word. */
export interface Standing {
  readonly category: Category;
  readonly isStated: boolean;
}

/** The first of what the file says counts, its words only where it says nothing. */
export function standingOf({ status = '', statusCategory, resolution, completedAt, cancelledAt }: Facts): Standing {
  const stated = statedCategory(statusCategory);
  const ended = meansCancelled(resolution ?? '') || meansCancelled(status) ? 'cancelled' : 'done';
  if (stated !== undefined) return { category: stated === 'done' ? ended : stated, isStated: true };
  if (resolution && !UNRESOLVED.has(nameOf(resolution))) return { category: ended, isStated: false };
  if (cancelledAt) return { category: 'cancelled', isStated: false };
  if (completedAt) return { category: ended, isStated: false };
  return { category: categoryOf(status), isStated: false };
}

/** The status of a task, and what it means: without one, `Done` for what is finished. */
export function statusOf(facts: Facts): Pick<TaskRecord, 'status' | 'category' | 'statusIs'> {
  const { category, isStated } = standingOf(facts);
  const isEnded = category === 'done' || category === 'cancelled';
  if (facts.status) return { status: facts.status, category, ...(isStated && { statusIs: 'stated' }) };
  return isEnded ? { status: DONE, category } : {};
}

/** The priority that a name means; None for a name that says nothing. */
export function priorityOf(name: string): Priority {
  const given = nameOf(name);
  return PRIORITIES.find(([, names]) => names.has(given))?.[0] ?? 'None';
}

/** Whether a resolution or a status says that nobody will do it: `Closed - Won't do`, too. */
function meansCancelled(name: string): boolean {
  const words = wordsOf(name);
  return CANCELLED.has(words.join(' ')) || CANCELLED.has(words.filter((word) => !FINISHED.has(word)).join(' '));
}

/** The category of a status that comes without one, by its name. */
export function categoryOf(status: string): Category {
  if (meansCancelled(status)) return 'cancelled';
  const words = wordsOf(status);
  if (FINISHED_ALONE.has(words.join(' ')) || isSaid(words, FINISHED)) return 'done';
  return isSaid(words, STARTED) ? 'started' : 'todo';
}

/** Whether a name is of work that is still to be done. */
export function meansOpen(name: string): boolean {
  return OPEN.has(nameOf(name)) || categoryOf(name) === 'started';
}

/** The category that a name of one means, in whatever language; undefined when it is none. */
function statedCategory(name = ''): keyof typeof STATUS_CATEGORIES | undefined {
  const given = nameOf(name);
  const known = CATEGORIES.find(([, names]) => names.has(given))?.[0];
  if (known !== undefined) return known;
  const byWords = categoryOf(name);
  return byWords === 'done' || byWords === 'started' ? byWords : undefined;
}

export function typeOf(name: string): 'epic' | 'subtask' | undefined {
  const given = nameOf(name);
  return EPICS.has(given) ? 'epic' : SUBTASKS.has(given) ? 'subtask' : undefined;
}

/** The number of `WEB-12`. */
export function numberOfKey(key: string): number | undefined {
  const [, digits] = /^[A-Za-z][A-Za-z0-9_]*-([1-9]\d{0,8})$/.exec(key) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function nameOf(name: string): string {
  return wordsOf(name).join(' ');
}

/** Whether one of the words, or a pair of them, stands there, and nothing beside it takes it back. */
function isSaid(words: readonly string[], meant: ReadonlySet<string>): boolean {
  return words.some((word, at) => {
    const next = words[at + 1] ?? '';
    const isPair = meant.has(`${word} ${next}`);
    if (!isPair && !meant.has(word)) return false;
    const isDenied = words.slice(Math.max(0, at - REACH), at).some((before) => DENYING.has(before));
    return !isDenied && !TOWARDS.has(words[at + (isPair ? 2 : 1)] ?? '');
  });
}
