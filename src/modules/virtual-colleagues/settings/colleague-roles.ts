/** In the order of service.md. */
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
