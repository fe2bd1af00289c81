import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import { OWN_WORK_CONTEXT, type RequestContext, type TransactionContext } from '#core/company-scope/request-context.js';
import type { Role } from '#core/company-scope/role.js';
import { columnName, columnsOf } from '#core/database/schema/columns.js';
import { Database, type Statement } from '#core/database/database.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Lists } from '#core/database/lists/lists.js';
import { NOW_HERE } from '#core/processes/due-work.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import type { TaskResponse } from '#modules/tasks/task.dto.js';
import { BeforeErasure, DeclaresNamingTables, type ErasedUser, type NamingTable } from '#modules/users/user.hooks.js';
import { isActiveCompany } from '#schema/companies.js';
import { selectFromLeads } from '#schema/projects.js';
import { type RecurrenceResponse, type RecurrencesQuery, toRecurrenceResponse } from './recurrence.dto.js';
import { Recurrence } from './recurrence.entity.js';
import type { Progress } from './recurrence-progress.js';

/** Why it makes nothing, when nobody is there to make it for. */
export const PERSON_GONE = 'The person it acts for is gone';

const COLUMNS = columnsOf(Recurrence, 'e');

/** Whether the recurrence `e` is due at a moment, and may make tasks. */
const isDue = (now: string, companyId: string) => `e.due_at <= ${now} AND ${isActiveCompany(companyId)}`;

/** The companies with due recurrences, by the clock of this process. */
export const DUE_RECURRENCES = `SELECT e.company_id FROM recurrences e WHERE ${isDue(NOW_HERE, 'e.company_id')}`;

/** Most companies of one look; the next one finds others. */
const MOST_COMPANIES = 256;

export const DUE_COMPANIES: Statement = {
  name: 'companies-with-due-recurrences',
  text: `SELECT e.company_id AS "companyId" FROM recurrences e WHERE ${isDue('$1', 'e.company_id')}
    GROUP BY e.company_id ORDER BY min(e.due_at) LIMIT ${MOST_COMPANIES}`,
};

export const LOCK_DUE: Statement = {
  name: 'lock-due-recurrence',
  text: `SELECT ${COLUMNS} FROM recurrences e WHERE e.company_id = $1 AND ${isDue('$2', '$1')}
    ORDER BY e.due_at LIMIT 1 FOR NO KEY UPDATE OF e SKIP LOCKED`,
};

/** A task, and the recurrence that made it. */
export type RecurringTask = Pick<TaskResponse, 'id' | 'recurrenceId'>;

/** A person that a recurrence acts for. */
interface Person {
  readonly role: Role;
  readonly active: boolean;
}

/** Recurrences, and who has to do with them. */
@Injectable()
export class RecurrencesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly access: ProjectAccess,
  ) {}

  @DeclaresNamingTables()
  namingTables(): NamingTable[] {
    return [
      {
        table: 'recurrences',
        columns: {
          name: { type: 'text', hand: 'typed' },
          task: { type: 'jsonb', hand: 'typed' },
          subtasks: { type: 'jsonb', hand: 'typed' },
        },
      },
    ];
  }

  /** Those that made tasks for a person who is erased make none until somebody else changes them. */
  @BeforeErasure()
  async leaveToNobody(tx: TransactionContext, { id }: ErasedUser): Promise<void> {
    const text = `UPDATE recurrences SET created_by_id = NULL, active = false, next_at = NULL, due_at = NULL,
        failing_since = NULL, error = $3, updated_at = $4
      WHERE company_id = $1 AND created_by_id = $2`;
    await this.database.execute(tx, { text }, [tx.companyId, id, PERSON_GONE, new Date().toISOString()]);
  }

  findPage(
    context: RequestContext,
    { projectId, active, ...page }: RecurrencesQuery,
  ): Promise<List<RecurrenceResponse>> {
    const conditions = this.visible(context)
      .in('e.project_id', 'uuid', projectId)
      .equals('e.active', 'boolean', active);
    return this.lists.find<Recurrence, RecurrenceResponse>(context, page, {
      select: selectRecurrences(conditions),
      values: conditions.values,
      orderBy: 'e.name COLLATE alphabet, e.id',
      toItem: toRecurrenceResponse,
    });
  }

  /** @throws NotFoundError when the caller does not see it */
  async getVisible(context: RequestContext, id: string): Promise<Recurrence> {
    const conditions = this.visible(context);
    conditions.add(`e.id = ${conditions.parameter(id)}`);
    const statement = { text: selectRecurrences(conditions) };
    const row = await this.database.row<Recurrence>(context, statement, conditions.values);
    if (!row) throw new NotFoundError('Recurrence');
    return row;
  }

  /** Nobody else changes it until the transaction ends. @throws NotFoundError */
  async lockRecurrence(tx: TransactionContext, id: string): Promise<Recurrence> {
    const text = `SELECT ${COLUMNS} FROM recurrences e WHERE e.company_id = $1 AND e.id = $2 FOR NO KEY UPDATE`;
    const row = await this.database.row<Recurrence>(tx, { text }, [tx.companyId, id]);
    if (!row) throw new NotFoundError('Recurrence');
    tx.precondition?.see(toRecurrenceResponse(row));
    return row;
  }

  async countAll(tx: TransactionContext): Promise<number> {
    const text = 'SELECT count(*) AS count FROM recurrences WHERE company_id = $1';
    return (await this.database.row<{ count: number }>(tx, { text }, [tx.companyId]))?.count ?? 0;
  }

  /** The recurrence of whose tasks the task is the last one, locked. */
  lockOfLast(tx: TransactionContext, id: string, taskId: string): Promise<Recurrence | undefined> {
    const text = `SELECT ${COLUMNS} FROM recurrences e
      WHERE e.company_id = $1 AND e.id = $2 AND e.last_task_id = $3 FOR NO KEY UPDATE`;
    return this.database.row<Recurrence>(tx, { text }, [tx.companyId, id, taskId]);
  }

  /** The last tasks, still open, of recurrences of other projects that are nowhere but in a project that is being deleted. */
  findLastOfRemoved(tx: TransactionContext, projectId: string): Promise<RecurringTask[]> {
    const text = `SELECT e.last_task_id AS id, e.id AS "recurrenceId" FROM recurrences e
      WHERE e.company_id = $1 AND e.project_id <> $2 AND e.last_task_id IS NOT NULL AND e.last_ended_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM tasks t
          WHERE t.company_id = $1 AND t.id = e.last_task_id AND t.project_id <> $2)`;
    return this.database.rows<RecurringTask>(tx, { text }, [tx.companyId, projectId]);
  }

  /** When a task became Done; null while it is open. */
  async findEnd(tx: TransactionContext, taskId: string): Promise<string | null> {
    const text = 'SELECT t.completed_at AS "endedAt" FROM tasks t WHERE t.company_id = $1 AND t.id = $2';
    const row = await this.database.row<{ endedAt: string | null }>(tx, { text }, [tx.companyId, taskId]);
    return row?.endedAt ?? null;
  }

  /** Nobody has changed it: `updatedAt` stays. */
  async saveProgress(tx: TransactionContext, id: string, progress: Progress): Promise<void> {
    const fields = Object.entries(progress);
    const assignments = fields.map(([field], index) => `${columnName(field)} = $${index + 3}`);
    const text = `UPDATE recurrences SET ${assignments.join(', ')} WHERE company_id = $1 AND id = $2`;
    await this.database.execute(tx, { text }, [tx.companyId, id, ...fields.map(([, value]) => value)]);
  }

  /** The first of the company's that are due and that nobody else holds, locked; undefined when there is none. */
  lockDue(tx: TransactionContext, now: string): Promise<Recurrence | undefined> {
    return this.database.row<Recurrence>(tx, LOCK_DUE, [tx.companyId, now]);
  }

  /** One that was due, locked, if nobody has moved it since. */
  lockUnmoved(tx: TransactionContext, { id, nextAt, dueAt }: Recurrence): Promise<Recurrence | undefined> {
    const text = `SELECT ${COLUMNS} FROM recurrences e
      WHERE e.company_id = $1 AND e.id = $2 AND e.next_at = $3 AND e.due_at = $4 FOR NO KEY UPDATE`;
    return this.database.row<Recurrence>(tx, { text }, [tx.companyId, id, nextAt, dueAt]);
  }

  /** Some companies with due recurrences; those that have waited longest come first. */
  async findDueCompanies(now: string): Promise<string[]> {
    const rows = await this.database.rows<{ companyId: string }>(OWN_WORK_CONTEXT, DUE_COMPANIES, [now]);
    return rows.map(({ companyId }) => companyId);
  }

  findPerson(tx: TransactionContext, userId: string): Promise<Person | undefined> {
    const text = 'SELECT u.role, u.active FROM users u WHERE u.company_id = $1 AND u.id = $2';
    return this.database.row<Person>(tx, { text }, [tx.companyId, userId]);
  }

  /** The ids of the active leads of its project. */
  async findLeads(tx: TransactionContext, id: string): Promise<string[]> {
    const leads = selectFromLeads('l.id', 'e');
    const text = `SELECT x.id FROM recurrences e, LATERAL (${leads}) x WHERE e.company_id = $1 AND e.id = $2`;
    return (await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, id])).map((lead) => lead.id);
  }

  private visible(context: RequestContext): Conditions {
    return new Conditions(this.access.parametersOf(context))
      .add('e.company_id = $1')
      .add(this.access.conditionOnMany(context, 'e.project_id'));
  }
}

function selectRecurrences(conditions: Conditions): string {
  return `SELECT ${COLUMNS} FROM recurrences e WHERE ${conditions.where}`;
}
