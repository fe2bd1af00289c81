import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { type SpeakingRun, Voice } from '#modules/voice/voice.service.js';
import { namesAbsences } from '../rules/rule.js';
import type { Limits } from '../settings/limits.js';
import { ownRuleName } from '../settings/own-rule.js';
import { withinLimits } from './budgets.js';
import type { FoundAction } from './found-action.js';

/** How a run may speak. */
interface Manner {
  readonly limits: Limits;
  /** The time zone of the schedule. */
  readonly timezone: string;
  /** Whether someone is away. */
  readonly isAway: (userId: string) => boolean;
}

/** An action that asks somebody about a task. */
type Asking = FoundAction & { readonly taskId: string; readonly userId: string };

const OWN = ownRuleName({ name: '' });

const LATER_ESCALATIONS: readonly string[] = ['task.promise_broken', 'task.blocked'];

/** Of several actions about one task to one person, the one whose kind comes first here is said. */
const ORDER: readonly ((action: FoundAction) => boolean)[] = [
  ({ type, rule }) => type === 'escalation' && !LATER_ESCALATIONS.includes(rule),
  ({ rule }) => rule === 'task.promise_broken',
  ({ rule }) => rule === 'task.overdue',
  ({ type, rule }) => type === 'chase' && rule.startsWith(OWN),
  ({ rule }) => rule === 'task.blocked',
  ({ rule }) => rule === 'task.review_waiting',
  ({ rule }) => rule === 'work.review_waiting',
  ({ rule }) => rule === 'task.due_soon',
  () => true,
];

/** Holds actions that others have said already, that are for people who are away, or that are over a limit. */
@Injectable()
export class Holds {
  constructor(private readonly voice: Voice) {}

  /** Actions that are held already stay held. Take the colleague's turn before, unless nothing will be said. */
  async holdActions(
    context: RequestContext,
    run: SpeakingRun,
    { limits, timezone, isAway }: Manner,
    actions: readonly FoundAction[],
  ): Promise<FoundAction[]> {
    const { heard, waited } = await this.findHeard(context, run, actions);
    const held = actions.map((action): FoundAction => {
      if (action.held !== null || !isAsking(action)) return action;
      if (heard.has(action)) return { ...action, held: 'said' };
      if (!namesAbsences(action.type) && isAway(action.userId)) return { ...action, held: 'away' };
      return waited.has(action) ? { ...action, hasWaited: true } : action;
    });
    const looksBack = limits.perDay !== null || limits.perPersonPerDay !== null;
    const counts = looksBack ? await this.voice.findCounts(context, run, timezone) : new Map<string, never>();
    return oneOfEach(held, (some) => withinLimits(some, limits, counts));
  }

  private async findHeard(
    context: RequestContext,
    run: SpeakingRun,
    actions: readonly FoundAction[],
  ): Promise<Record<'heard' | 'waited', ReadonlySet<FoundAction>>> {
    const asking = actions.filter(({ held }) => held === null).filter(isAsking);
    const sayings = asking.map((action) => ({
      taskId: action.taskId,
      subjectId: action.subjectId,
      personId: action.userId,
      key: action.key,
      isEscalation: action.type === 'escalation',
      action,
    }));
    const { heard, waited } = await this.voice.findHeard(context, run, sayings);
    const actionsOf = (some: ReadonlySet<(typeof sayings)[number]>) => new Set([...some].map(({ action }) => action));
    return { heard: actionsOf(heard), waited: actionsOf(waited) };
  }
}

/** Whether it asks somebody about a task; reports ask nobody. */
function isAsking(action: FoundAction): action is Asking {
  return action.type !== 'report' && action.taskId !== null && action.userId !== null;
}

/**
 * Of several actions about one task to one person, keeps the first that no limit holds; the others are held as said. `limit`
 * holds actions over a limit.
 */
export function oneOfEach(
  actions: readonly FoundAction[],
  limit: (actions: readonly FoundAction[]) => FoundAction[],
): FoundAction[] {
  let decided = [...actions];
  for (;;) {
    const others = othersOf(decided);
    const candidates = decided.map((action, index): FoundAction =>
      others.has(index) ? { ...action, held: 'said' } : action,
    );
    const limited = limit(candidates);
    const isLimited = (index: number) => limited[index]?.held === 'budget' && decided[index]?.held === null;
    const freed = decided.map((action, index): FoundAction =>
      isLimited(index) ? { ...action, held: 'budget' } : action,
    );
    const hasFreed = freed.some((action, index) => action !== decided[index]);
    if (!hasFreed || others.size === 0) return withoutHeard(limited);
    decided = freed;
  }
}

/** The places of the actions that give way to another one. */
function othersOf(actions: readonly FoundAction[]): Set<number> {
  const first = new Map<string, number>();
  const others = new Set<number>();
  for (const [index, action] of actions.entries()) {
    if (action.held !== null || !isAsking(action)) continue;
    const key = `${action.taskId} ${action.userId}`;
    const before = first.get(key);
    if (before === undefined) first.set(key, index);
    else if (rankOf(action) < rankOf(actions[before] as FoundAction)) {
      others.add(before);
      first.set(key, index);
    } else others.add(index);
  }
  return others;
}

/** An action that is held for an absence counts as said when the person hears of the task all the same. */
function withoutHeard(actions: readonly FoundAction[]): FoundAction[] {
  const keyOf = ({ taskId, userId }: FoundAction) => `${taskId} ${userId}`;
  const said = new Set(actions.filter((action) => action.held === null && isAsking(action)).map(keyOf));
  return actions.map((action) =>
    action.held === 'away' && said.has(keyOf(action)) ? { ...action, held: 'said' } : action,
  );
}

/** An escalation that has waited for a day goes first. */
function rankOf(action: FoundAction): number {
  return action.hasWaited === true ? -1 : ORDER.findIndex((isOfKind) => isOfKind(action));
}
