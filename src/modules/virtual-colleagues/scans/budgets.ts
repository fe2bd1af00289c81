import type { HeardCount } from '#modules/voice/voice.service.js';
import type { Limits } from '../settings/limits.js';
import { DIGEST } from '../settings/rule-names.js';
import type { FoundAction } from './found-action.js';

/** How many actions people have heard today, by person. */
export type HeardToday = ReadonlyMap<string, HeardCount>;

const NOTHING: HeardCount = { made: 0, own: 0, all: 0 };

/** Holds the least urgent actions over a limit. Digests and actions to nobody do not count. */
export function withinLimits(
  actions: readonly FoundAction[],
  { perRun, perDay, perPersonPerDay }: Limits,
  heardToday: HeardToday,
): FoundAction[] {
  const counting = actions.filter(({ held, rule, userId }) => held === null && rule !== DIGEST && userId !== null);
  const byPerson = new Map<string, number>();
  const before = [...heardToday.values()].reduce((sum, { made }) => sum + made, 0);
  const most = Math.min(perRun ?? Infinity, perDay === null ? Infinity : perDay - before);
  const said = new Set<FoundAction>();
  for (const action of counting.sort(byUrgency)) {
    const userId = action.userId as string;
    const heard = heardToday.get(userId) ?? NOTHING;
    const count = byPerson.get(userId) ?? 0;
    const already = isOfAll(action) ? heard.all : heard.own;
    if (said.size >= most || already + count >= (perPersonPerDay ?? Infinity)) continue;
    said.add(action);
    byPerson.set(userId, count + 1);
  }
  const heldBack = new Set(counting.filter((action) => !said.has(action)));
  return actions.map((action) => (heldBack.has(action) ? { ...action, held: 'budget' } : action));
}

/** Whether everything counts that any colleague has told the person, not only what this one has. */
function isOfAll({ type }: FoundAction): boolean {
  return type === 'chase' || type === 'reminder';
}

/** Escalations first, then what is overdue for the most days, then by priority; what is equal by tid. */
export function byUrgency(one: FoundAction, other: FoundAction): number {
  return (
    Number(other.type === 'escalation') - Number(one.type === 'escalation') ||
    overdueDays(other) - overdueDays(one) ||
    (other.priority ?? 0) - (one.priority ?? 0) ||
    compareTids(one.tid, other.tid)
  );
}

function overdueDays({ overdueHours }: FoundAction): number {
  return overdueHours === null ? -1 : Math.floor(overdueHours / 24);
}

const TIDS = new Intl.Collator('en', { numeric: true });

/** `WEB-9` goes before `WEB-10`; actions without a task come last. */
function compareTids(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return TIDS.compare(one, other);
}
