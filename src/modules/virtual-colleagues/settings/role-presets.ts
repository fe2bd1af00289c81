import { WORK_LIMITS } from '#schema/colleagues.js';
import { COLLEAGUE_ROLES, type ColleagueRole } from './colleague-roles.js';
import type { ColleagueSettings } from './colleague-settings.js';
import { NO_LIMITS } from './limits.js';
import { NO_QUIET } from './quiet.js';
import { switchesOf } from './rule-names.js';

export { COLLEAGUE_ROLES, type ColleagueRole };

export interface RolePreset {
  role: ColleagueRole;
  /** As people call it. */
  name: string;
  focus: string;
  settings: ColleagueSettings;
}

/** Every role has these, unless its preset says otherwise. */
const COMMON = {
  chase: { enabled: true, afterHours: 24, repeatHours: 24, backOff: true, activeHours: 24 },
  reminder: { enabled: true, beforeHours: 24, reviewHours: 24 },
  escalation: { enabled: true, afterChases: 2, blockedHours: 24, afterMoves: 3 },
  reporting: { enabled: true, staleDays: 30, overloadHours: 40 },
} as const;

const { chase, reminder, escalation, reporting } = COMMON;

const AI_CHECK = { withScan: false, speak: false } as const;

const OFF = { enabled: false } as const;

/** A part without rules in a role is off. docs/colleagues.md gives the reasons for the rest. */
const SETTINGS: Record<ColleagueRole, Omit<ColleagueSettings, 'rules' | 'quiet' | 'limits' | 'aiCheck'>> = {
  scrum_master: { chase, reminder, escalation, reporting: { ...reporting, digest: 'standup' }, tone: 'friendly' },
  project_lead: {
    chase,
    reminder: { ...reminder, ...OFF },
    escalation,
    reporting: { ...reporting, digest: 'delivery' },
    tone: 'direct',
  },
  product_owner: {
    chase: { ...chase, ...OFF },
    reminder: { ...reminder, ...OFF },
    escalation: { ...escalation, ...OFF },
    reporting: { ...reporting, digest: 'backlog' },
    tone: 'neutral',
  },
  manager: {
    chase: { ...chase, afterHours: 48 },
    reminder: { ...reminder, ...OFF },
    escalation,
    reporting: { ...reporting, digest: 'workload' },
    tone: 'formal',
  },
  member: {
    chase,
    reminder,
    escalation: { ...escalation, ...OFF },
    reporting: { ...reporting, digest: 'standup' },
    tone: 'friendly',
  },
  myself: {
    chase,
    reminder: { ...reminder, beforeHours: 48 },
    escalation: { ...escalation, ...OFF },
    reporting: { ...reporting, digest: 'personal' },
    tone: 'direct',
  },
  customer: {
    chase: { ...chase, ...OFF },
    reminder: { ...reminder, ...OFF },
    escalation: { ...escalation, ...OFF },
    reporting: { ...reporting, digest: 'customer' },
    tone: 'formal',
  },
  agent_orchestrator: {
    chase: { ...chase, ...OFF },
    reminder,
    escalation: { ...escalation, blockedHours: 4 },
    reporting: { ...reporting, digest: 'agents' },
    tone: 'direct',
    delegation: { enabled: false, agentIds: [], filter: null, perRun: 10 },
  },
  agent: {
    chase: { ...chase, afterHours: 0, activeHours: 4 },
    reminder,
    escalation: { ...escalation, blockedHours: 4 },
    reporting: { ...reporting, digest: 'agents' },
    tone: 'direct',
    work: WORK_LIMITS,
  },
};

const preset = (role: ColleagueRole, name: string, focus: string): RolePreset => {
  return { role, name, focus, settings: presetOf(role) };
};

/** The nine roles and how each behaves by default. */
export const ROLE_PRESETS: readonly RolePreset[] = [
  preset('scrum_master', 'Scrum Master', 'sprint health, blockers, standups'),
  preset('project_lead', 'Project Lead', 'milestones, resources, delivery'),
  preset('product_owner', 'Product Owner', 'backlog health, priorities, releases'),
  preset('manager', 'Manager', 'people, workload, performance'),
  preset('member', 'Member', 'own tasks, deadlines, reviews'),
  preset('myself', 'Myself', 'personal digest, focus, self-tracking'),
  preset('customer', 'Customer', 'external updates, milestones, delivery'),
  preset('agent_orchestrator', 'Agent Orchestrator', 'plans, delegates, reviews, coordinates agents'),
  preset('agent', 'Agent', 'executes assigned task or subtask work'),
];

export function presetOf(role: ColleagueRole): ColleagueSettings {
  return { ...SETTINGS[role], rules: switchesOf(role), quiet: NO_QUIET, limits: NO_LIMITS, aiCheck: AI_CHECK };
}
