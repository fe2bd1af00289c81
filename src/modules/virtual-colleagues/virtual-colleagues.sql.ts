import { NotFoundError } from '../../common/errors/app-error.js';
import { sharedTable } from '../../core/database/shared-table.js';

export const colleagues = sharedTable('virtual_colleagues');

/** The roles whose colleagues have keys and take work (agents 1.2). */
const AGENT_ROLES: readonly string[] = ['agent', 'agent_orchestrator'];

export function isAgentRole(role: string): boolean {
  return AGENT_ROLES.includes(role);
}

/** Answered flat (decisions 2.1). */
export class ColleagueNotFoundError extends NotFoundError {
  override readonly flat = true;
  constructor() {
    super('Virtual colleague');
  }
}

/** Whether the colleague, an id in SQL, was given the project of the row `project`, or all of them. `$1` is the company. */
export function isGivenTo(colleagueId: string, project: string): string {
  return `(EXISTS (SELECT 1 FROM virtual_colleagues vc
      WHERE vc.company_id = $1 AND vc.id = ${colleagueId} AND vc.all_projects)
    OR EXISTS (SELECT 1 FROM virtual_colleague_projects vp
      WHERE vp.company_id = $1 AND vp.colleague_id = ${colleagueId} AND vp.project_id = ${project}.id))`;
}
