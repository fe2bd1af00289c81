import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { isActiveSprint } from '#schema/sprints.js';
import { scopeOf } from '../rules/role-rules.js';
import { IS_BLOCKED, MOMENT, OWNER, URGENCY } from '../rules/rule.js';
import type { VirtualColleague } from '../virtual-colleague.entity.js';
import { VirtualColleaguesRepository } from '../virtual-colleagues.repository.js';

/** More tasks would cost more than they tell. */
const MOST_TASKS = 200;
/** Characters of a description that are read. */
const DESCRIPTION = 300;

/** An open task as an AI check reads it. */
export interface CheckedTask {
  id: string;
  project: string;
  title: string;
  description: string | null;
  status: string;
  priority: string;
  dueDate: string | null;
  isBlocked: boolean;
  assignee: string | null;
  estimatedHours: number | null;
  loggedHours: number | null;
  /** Its sprint, if that is active. */
  sprint: string | null;
  epic: string | null;
  updatedAt: string;
}

const COLUMNS = `t.id, p.name AS project, t.title, left(t.description, ${DESCRIPTION}) AS description, t.status, t.priority,
  t.due_date AS "dueDate", ${IS_BLOCKED} AS "isBlocked", u.name AS assignee, t.estimated_hours AS "estimatedHours",
  t.logged_hours AS "loggedHours", s.name AS sprint, e.name AS epic, t.updated_at AS "updatedAt"`;

const MOST_URGENT = `coalesce(t.due_date < ${MOMENT}, false) DESC,
  ${URGENCY}, t.due_date, t.created_at, t.id`;

/** Reads the tasks of AI checks. */
@Injectable()
export class AiCheckTasks {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly colleagues: VirtualColleaguesRepository,
  ) {}

  /** The tasks that a scan would look at and that the caller reaches, the most urgent first. */
  async find(context: RequestContext, colleague: VirtualColleague, moment: string): Promise<CheckedTask[]> {
    const { isScanned } = scopeOf(colleague.role);
    // $2 is the caller; $3 to $5 are as in rules. Some roles do not use the owner: naming it gives it a type.
    const text = `WITH parameters AS (SELECT ${OWNER}) SELECT ${COLUMNS} FROM tasks t
      JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id
      LEFT JOIN users u ON u.company_id = t.company_id AND u.id = t.assignee_id
      LEFT JOIN sprints s ON s.company_id = t.company_id AND s.id = t.sprint_id AND ${isActiveSprint('s')}
      LEFT JOIN epics e ON e.company_id = t.company_id AND e.id = t.epic_id
      WHERE ${isScanned} AND ${this.access.conditionOnMany(context, 't.project_id')}
      ORDER BY ${MOST_URGENT} LIMIT ${MOST_TASKS}`;
    const projectIds = await this.colleagues.findProjects(context, colleague);
    const values = [...this.access.parameters(context), moment, colleague.ownerId, projectIds];
    return this.database.rows(context, { text }, values);
  }
}
