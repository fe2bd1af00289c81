import { isSameText } from '#common/text/folded.js';
import { OWN_RULE } from '#schema/colleagues.js';
import type { ActionType } from './action-types.js';

/** Whom a rule of one's own may speak to, in place of one chosen user. */
export const ADDRESSEES = ['assignee', 'creator', 'leads', 'owner', 'watchers', 'nobody'] as const;

export type Addressee = (typeof ADDRESSEES)[number] | `user:${string}`;

/** Most rules of one's own that a colleague has. */
export const MOST_OWN_RULES = 50;

/** A rule that people wrote, as it is stored. */
export interface OwnRule {
  readonly id: string;
  readonly name: string;
  /** The stored text of its filter, with ids in place of names. */
  readonly filter: string;
  readonly type: ActionType;
  readonly to: Addressee;
  /** A template; null: a sentence from type and tone. */
  readonly message: string | null;
  readonly repeatHours: number;
  readonly enabled: boolean;
}

/** The name of the rule in actions. */
export function ownRuleName({ name }: Pick<OwnRule, 'name'>): string {
  return `${OWN_RULE}${name}`;
}

/** The key under which a rule is remembered: its name, or the id of one of `rules`; undefined when that is deleted. */
export function keyOfRule(name: string, own: readonly OwnRule[]): string | undefined {
  if (!name.startsWith(OWN_RULE)) return name;
  return own.find((rule) => isSameText(ownRuleName(rule), name))?.id;
}

const USER = 'user:';

/** The id of the one user that a rule speaks to, if it does. */
export function userOf(to: Addressee): string | undefined {
  return to.startsWith(USER) ? to.slice(USER.length) : undefined;
}
