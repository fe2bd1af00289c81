import type { Priority } from '../../tasks/tasks.sql.js';
import type { Category } from './records.js';

/** What trackers call the priorities. */
const PRIORITY_WORDS: readonly (readonly [RegExp, Priority])[] = [
  [/^(?:highest|urgent|blocker|critical|p0|p1|immediate|showstopper)$/i, 'Urgent'],
  [/^(?:high|major|important|p2)$/i, 'High'],
  [/^(?:medium|normal|moderate|default|p3)$/i, 'Medium'],
  [/^(?:low|lowest|minor|trivial|p4|p5)$/i, 'Low'],
];

const CANCELLED =
  /^(?:won'?t (?:do|fix)|wont ?fix|duplicate|not[ _]planned|cancell?ed|cannot reproduce|invalid|declined|rejected|abandoned|obsolete)$/i;
const DONE = /^(?:done|closed|complete|completed|resolved|finished|released|shipped|merged|fixed)$/i;
const STARTED = /progress|doing|review|started|testing|\bqa\b|develop|active|blocked|verify/i;

/** The priority that a name means; None for a name that says nothing. */
export function priorityOf(name: string): Priority {
  return PRIORITY_WORDS.find(([pattern]) => pattern.test(name.trim()))?.[1] ?? 'None';
}

/** Whether a resolution or a status says that nobody will do it (moving 1.4). */
export function meansCancelled(name: string): boolean {
  return CANCELLED.test(name.trim().replaceAll('’', "'"));
}

/** The category of a status that comes without one, by its name. */
export function categoryOf(status: string): Category {
  if (meansCancelled(status)) return 'cancelled';
  if (DONE.test(status.trim())) return 'done';
  return STARTED.test(status) ? 'started' : 'todo';
}

/** A number as a cell has it; undefined when it is none. */
export function numberOf(text: string): number | undefined {
  const number = Number(text.replace(/(?<=\d),(?=\d{3}\b)/g, ''));
  return text.trim() !== '' && Number.isFinite(number) ? number : undefined;
}

/** The number of `WEB-12`. */
export function numberOfKey(key: string): number | undefined {
  const [, digits] = /^[A-Za-z][A-Za-z0-9_]*-([1-9]\d{0,8})$/.exec(key) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
