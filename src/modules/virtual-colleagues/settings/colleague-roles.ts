/** In the order in which people see them. */
export const COLLEAGUE_ROLES = [
  'scrum_master',
  'project_lead',
  'product_owner',
  'manager',
  'member',
  'myself',
  'customer',
  'agent_orchestrator',
  'agent',
] as const;

export type ColleagueRole = (typeof COLLEAGUE_ROLES)[number];

/** What is wrong with a customer that names no projects: it sees those that it names, and no others. */
export const NO_PROJECTS = 'A customer colleague needs its projects';
