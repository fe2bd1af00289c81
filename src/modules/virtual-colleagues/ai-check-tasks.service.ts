import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/company-scope/request-context.js';
import { Database } from '../../core/database/database.js';
import { ProjectAccess } from '../projects/project-access.service.js';

/** A longer prompt would cost more than it tells. */
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
  /** The active one that it is in. */
  sprint: string | null;
  epic: string | null;
  updatedAt: string;
  /** Whether the caller reaches it. */
  isWithinReach: boolean;
}

const COLUMNS = `t.id, p.name AS project, t.title, left(t.description, ${DESCRIPTION}) AS description, t.status, t.priority,
  t.due_date AS "dueDate", (t.status = 'Blocked' OR EXISTS (SELECT 1 FROM task_blockers b
    WHERE b.company_id = t.company_id AND b.task_id = t.id AND b.is_open)) AS "isBlocked",
  u.name AS assignee, t.estimated_hours AS "estimatedHours", t.logged_hours AS "loggedHours",
  s.name AS sprint, e.name AS epic, t.updated_at AS "updatedAt"`;

/** What a colleague looks at: the open tasks of its active projects, or of these its owner's own. */
const WATCHED = `virtual_colleagues c
  JOIN projects p ON p.company_id = c.company_id AND p.status = 'active' AND (c.all_projects OR EXISTS (
    SELECT 1 FROM virtual_colleague_projects cp
    WHERE cp.company_id = c.company_id AND cp.colleague_id = c.id AND cp.project_id = p.id))
  JOIN tasks t ON t.company_id = p.company_id AND t.project_id = p.id AND t.status <> 'Done' AND (
    c.role NOT IN ('myself', 'agent') OR t.assignee_id = c.owner_id OR (c.role = 'agent' AND EXISTS (
      SELECT 1 FROM tasks parent WHERE parent.company_id = t.company_id AND parent.id = t.parent_id
        AND parent.assignee_id = c.owner_id)))`;

const MOST_URGENT = `coalesce(t.due_date < now(), false) DESC,
  array_position(ARRAY['Urgent', 'High', 'Medium', 'Low', 'None'], t.priority), t.due_date, t.created_at, t.id`;

/** Reads the tasks of AI checks. */
@Injectable()
export class AiCheckTasks {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /** The most urgent of what the colleague looks at, also what is out of the caller's reach. */
  find(context: RequestContext, colleagueId: string): Promise<CheckedTask[]> {
    const text = `SELECT ${COLUMNS}, ${this.access.conditionOnMany(context, 't.project_id')} AS "isWithinReach"
      FROM ${WATCHED}
      LEFT JOIN users u ON u.company_id = t.company_id AND u.id = t.assignee_id
      LEFT JOIN sprints s ON s.company_id = t.company_id AND s.id = t.sprint_id AND s.status = 'active'
      LEFT JOIN epics e ON e.company_id = t.company_id AND e.id = t.epic_id
      WHERE c.company_id = $1 AND c.id = $3 ORDER BY ${MOST_URGENT} LIMIT ${MOST_TASKS}`;
    return this.database.rows(context, { text }, [...this.access.parameters(context), colleagueId]);
  }
}
