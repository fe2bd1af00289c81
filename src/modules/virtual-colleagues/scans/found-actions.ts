import { type HeldCounts, NOTHING_HELD } from '#schema/voice.js';
import { DIGEST } from '../settings/rule-names.js';
import type { Found, FoundAction } from './found-action.js';

/** Most actions of a run that are said, and most that are held. */
const MOST_ACTIONS = 5_000;

/** What one rule has found. */
export interface FoundByRule {
  readonly actions: readonly FoundAction[];
  /** How many more things it found that are too early to say again. */
  readonly repeats: number;
  /** How many more things it found and does not speak of. */
  readonly left: number;
}

/** Gathers what the rules of a run find. Actions over the limit are only counted. */
export class FoundActions {
  readonly actions: FoundAction[] = [];
  private readonly uncounted: HeldCounts = { ...NOTHING_HELD };
  private readonly left = new Map<string, number>();
  private said = 0;
  private held = 0;

  add({ actions, repeats, left }: FoundByRule): void {
    this.uncounted.repeat += repeats;
    for (const action of actions) this.addOne(action);
    const [first] = actions;
    if (first && left > 0) this.left.set(first.key, left);
  }

  /** The actions, of which more may be held by now, and all counts. The last action of a rule says how many more there are. */
  end(actions: readonly FoundAction[]): Pick<Found, 'actions' | 'held'> {
    const held = { ...this.uncounted };
    for (const action of actions) if (action.held !== null && action.held !== 'repeat') held[action.held] += 1;
    const told = [...actions];
    for (const [key, left] of this.left) {
      const index = told.findLastIndex((action) => action.key === key && action.held === null);
      const last = told[index];
      if (last) told[index] = withMore(last, left);
    }
    return { actions: told, held };
  }

  private addOne(action: FoundAction): void {
    const { held, rule } = action;
    if (rule === DIGEST) this.actions.push(action);
    else if (held === null) {
      if (this.said < MOST_ACTIONS) this.actions.push(action);
      else this.uncounted.budget += 1;
      this.said += 1;
    } else {
      if (this.held < MOST_ACTIONS) this.actions.push(action);
      else if (held !== 'repeat') this.uncounted[held] += 1;
      this.held += 1;
    }
  }
}

function withMore(action: FoundAction, left: number): FoundAction {
  const more = ` And ${left} more.`;
  const lines = action.lines.map((line, index) => (index === action.lines.length - 1 ? [...line, more] : line));
  return { ...action, message: `${action.message}${more}`, lines };
}
