import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { isMuted } from '#schema/tasks.js';
import { AI_CHECK } from '../settings/rule-names.js';
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
  tid: string;
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

const COLUMNS = `t.id, t.tid, p.name AS project, t.title, left(t.description, ${DESCRIPTION}) AS description, t.status, t.priority,
  t.due_date AS "dueDate", ${IS_BLOCKED} AS "isBlocked", u.name AS assignee, t.estimated_hours AS "estimatedHours",
  t.logged_hours AS "loggedHours", s.name AS sprint, e.name AS epic, t.updated_at AS "updatedAt"`;

const MOST_URGENT = `coalesce(t.due_date < ${MOMENT}, false) DESC,
  ${URGENCY}, t.due_date, t.created_at, t.id`;

/** What a check knows of a task and does not send to the model. */
export interface TaskFacts {
  readonly projectId: string;
  /** Null when no person created it here. */
  readonly creator: string | null;
  readonly isMuted: boolean;
  /** The severities of its findings in the log since the task last changed. */
  readonly written: readonly string[];
}

/** Reads the tasks of AI checks. */
@Injectable()
export class AiCheckTasksRepository {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly colleagues: VirtualColleaguesRepository,
  ) {}

  /** The facts of the tasks that a model has looked at, by id. */
  async findFacts(
    { companyId, ...context }: RequestContext,
    { id, ids, moment }: { id: string; ids: readonly string[]; moment: string },
  ): Promise<Map<string, TaskFacts>> {
    const written = (severity: string) => `EXISTS (SELECT 1 FROM virtual_colleague_activity a
      WHERE a.company_id = $1 AND a.colleague_id = $2 AND a.rule = '${AI_CHECK}' AND a.task_id = t.id
        AND a.severity = ${severity} AND a.created_at >= t.updated_at)`;
    const text = `SELECT t.id, t.project_id AS "projectId", c.name AS creator,
        ${isMuted('t.id', { colleague: '$2', rule: `'${AI_CHECK}'`, moment: '$4::timestamptz' })} AS "isMuted",
        ARRAY(SELECT severity FROM unnest(ARRAY['info', 'warning', 'critical']) AS known (severity)
          WHERE ${written('known.severity')}) AS written
      FROM tasks t LEFT JOIN users c ON c.company_id = t.company_id AND c.id = t.created_by_id
      WHERE t.company_id = $1 AND t.id = ANY ($3::uuid[])`;
    const rows = await this.database.rows<TaskFacts & { id: string }>(context, { text }, [companyId, id, ids, moment]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The names of all people of the company. */
  async findPeople({ companyId, ...context }: RequestContext): Promise<string[]> {
    const text = 'SELECT DISTINCT u.name FROM users u WHERE u.company_id = $1';
    return (await this.database.rows<{ name: string }>(context, { text }, [companyId])).map(({ name }) => name);
  }

  /** The tasks that a scan would look at and that the caller reaches, the most urgent first. */
  async findTasks(context: RequestContext, colleague: VirtualColleague, moment: string): Promise<CheckedTask[]> {
    const { isScanned } = scopeOf(colleague.role);
    // $2 is the caller; $3 to $5 are as in rules. Some roles do not use the owner, so it is named here to give it a type.
    const text = `WITH parameters AS (SELECT ${OWNER}) SELECT ${COLUMNS} FROM tasks t
      JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id
      LEFT JOIN users u ON u.company_id = t.company_id AND u.id = t.assignee_id
      LEFT JOIN sprints s ON s.company_id = t.company_id AND s.id = t.sprint_id AND ${isActiveSprint('s')}
      LEFT JOIN epics e ON e.company_id = t.company_id AND e.id = t.epic_id
      WHERE ${isScanned} AND ${this.access.conditionOnMany(context, 't.project_id')}
      ORDER BY ${MOST_URGENT} LIMIT ${MOST_TASKS}`;
    const projectIds = await this.colleagues.findProjects(context, colleague);
    const values = [...this.access.parametersOf(context), moment, colleague.ownerId, projectIds];
    return this.database.rows(context, { text }, values);
  }
}
