import type { ColleagueRole } from './colleague-roles.js';

/** The built-in rules, in the order of docs/colleagues.md. */
export const RULE_NAMES = [
  'task.overdue',
  'task.due_soon',
  'task.promise_broken',
  'task.escalated',
  'task.slipping',
  'task.blocked',
  'task.unassigned',
  'task.unestimated',
  'task.review_waiting',
  'task.stale_backlog',
  'sprint.at_risk',
  'epic.at_risk',
  'user.overloaded',
  'task.delegate',
  'digest',
] as const;

/** Those about the work of agents: an `agent_orchestrator` alone has them. */
export const WORK_RULE_NAMES = ['work.review_waiting', 'work.stuck'] as const;

/** What a model has found is no rule, but is named like one. */
export const AI_CHECK = 'ai_check';

/** What follows up promises that were not kept. */
export const PROMISE_BROKEN = 'task.promise_broken';

/** The one that comes with every scan. */
export const DIGEST = 'digest';

type CommonRuleName = (typeof RULE_NAMES)[number];
type WorkRuleName = (typeof WORK_RULE_NAMES)[number];
export type RuleName = CommonRuleName | WorkRuleName;

/** The rules of each role, in the order of their messages. */
const ROLE_RULE_NAMES: Record<ColleagueRole, readonly RuleName[]> = {
  scrum_master: [
    'sprint.at_risk',
    'task.blocked',
    'task.slipping',
    'task.promise_broken',
    'task.overdue',
    'task.due_soon',
    'task.unestimated',
    'digest',
  ],
  project_lead: [
    'task.promise_broken',
    'task.overdue',
    'task.escalated',
    'task.slipping',
    'task.unassigned',
    'epic.at_risk',
    'digest',
  ],
  product_owner: ['task.stale_backlog', 'task.unestimated', 'task.unassigned', 'epic.at_risk', 'digest'],
  manager: ['user.overloaded', 'task.promise_broken', 'task.overdue', 'task.escalated', 'task.slipping', 'digest'],
  member: ['task.promise_broken', 'task.overdue', 'task.due_soon', 'task.review_waiting', 'digest'],
  myself: ['task.promise_broken', 'task.overdue', 'task.due_soon', 'task.review_waiting', 'digest'],
  customer: ['epic.at_risk', 'digest'],
  agent_orchestrator: ['task.delegate', 'task.blocked', 'task.review_waiting', ...WORK_RULE_NAMES, 'digest'],
  agent: ['task.due_soon', 'task.promise_broken', 'task.overdue', 'task.blocked', 'digest'],
};

/** Which rules are on. */
export type RuleSwitches = Record<CommonRuleName, boolean> & Partial<Record<WorkRuleName, boolean>>;

/** The switches of a role that sets none itself. */
export function switchesOf(role: ColleagueRole): RuleSwitches {
  const own = ROLE_RULE_NAMES[role];
  const names = new Set([...RULE_NAMES, ...own]);
  return Object.fromEntries([...names].map((name) => [name, own.includes(name)])) as unknown as RuleSwitches;
}

/** The rules that are on, in the order of their messages: those of the role first, the digest last. */
export function rulesThatAreOn(role: ColleagueRole, switches: RuleSwitches): RuleName[] {
  const names = new Set(
    [...ROLE_RULE_NAMES[role], ...RULE_NAMES].filter((name) => switches[name] && name !== 'digest'),
  );
  return switches.digest ? [...names, 'digest'] : [...names];
}
