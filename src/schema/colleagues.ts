/** The roles whose colleagues have keys and take work. */
const AGENT_ROLES: readonly string[] = ['agent', 'agent_orchestrator'];

export function isAgentRole(role: string): boolean {
  return AGENT_ROLES.includes(role);
}

/** Whether the row `colleague` has such a role. */
export function hasAgentRole(colleague: string): string {
  return `${colleague}.role IN (${AGENT_ROLES.map((role) => `'${role}'`).join(', ')})`;
}

/** Whether the colleague, an id in SQL, was given the project of the row `project`, or all of them. `$1` is the company. */
export function isGivenTo(colleagueId: string, project: string): string {
  return `(EXISTS (SELECT 1 FROM virtual_colleagues vc
      WHERE vc.company_id = $1 AND vc.id = ${colleagueId} AND vc.all_projects)
    OR EXISTS (SELECT 1 FROM virtual_colleague_projects vp
      WHERE vp.company_id = $1 AND vp.colleague_id = ${colleagueId} AND vp.project_id = ${project}.id))`;
}

/** Begins the rule in actions of a rule that people make; its name follows. */
export const OWN_RULE = 'custom:';

/** Whether the row `colleague` is enabled and watches a project, an id in SQL; `$1` is the company. */
export function watchesProject(colleague: string, projectId: string): string {
  return `${colleague}.active AND (${colleague}.all_projects OR EXISTS (SELECT 1 FROM virtual_colleague_projects wp
    WHERE wp.company_id = $1 AND wp.colleague_id = ${colleague}.id AND wp.project_id = ${projectId}))`;
}

/** Whether the colleague of the row has run; `$1` is the company. */
export function hasWorked(colleague: string): string {
  return `EXISTS (SELECT 1 FROM virtual_colleague_runs vr WHERE vr.company_id = $1 AND vr.colleague_id = ${colleague}.id)`;
}

/** How much an agent may work. */
export interface WorkLimits {
  /** Works at once. */
  readonly concurrent: number;
  /** Works begun on a day, in UTC. */
  readonly perDay: number;
  readonly maxMinutes: number;
  readonly maxAttempts: number;
  readonly maxCostUsd: number | null;
  /** Whether all pull requests of its task must be merged before a work is accepted. */
  readonly requireMerged: boolean;
}

export const WORK_LIMITS: WorkLimits = {
  concurrent: 1,
  perDay: 100,
  maxMinutes: 240,
  maxAttempts: 3,
  maxCostUsd: null,
  requireMerged: false,
};

/** The limits of an agent with these stored settings. */
export function workLimits({ work }: { readonly work?: Partial<WorkLimits> | null }): WorkLimits {
  return { ...WORK_LIMITS, ...work };
}

/** The limit of attempts of the row `colleague`, in SQL. */
export function maxAttempts(colleague: string): string {
  return `coalesce((${colleague}.settings -> 'work' ->> 'maxAttempts')::integer, ${WORK_LIMITS.maxAttempts})`;
}
