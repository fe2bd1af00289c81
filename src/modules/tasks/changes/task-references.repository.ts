import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { isGivenTo } from '#schema/colleagues.js';

/** A sprint or an epic; an epic has no status. */
export interface PlanningReference {
  readonly projectId: string;
  readonly status: string | null;
}

/** A colleague, and whether it works in the project that is asked about. */
interface Delegate {
  readonly role: string;
  readonly active: boolean;
  readonly isGiven: boolean;
}

const SELECT_PLANNING = {
  sprintId: `SELECT r.project_id AS "projectId", r.status FROM sprints r`,
  epicId: `SELECT r.project_id AS "projectId", NULL AS status FROM epics r`,
};

/** What tasks refer to. */
@Injectable()
export class TaskReferencesRepository {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /** Keeps the colleague until the transaction ends. */
  findDelegate(tx: TransactionContext, projectId: string | null, delegateId: string): Promise<Delegate | undefined> {
    const text = `SELECT vd.role, vd.active, ${isGivenTo('vd.id', 'p')} AS "isGiven"
          FROM virtual_colleagues vd LEFT JOIN projects p ON p.company_id = $1 AND p.id = $3
          WHERE vd.company_id = $1 AND vd.id = $2 FOR KEY SHARE OF vd`;
    return this.database.row<Delegate>(tx, { text }, [tx.companyId, delegateId, projectId]);
  }

  /** Of a project that the caller reaches. */
  findPlanning(
    tx: TransactionContext,
    reference: keyof typeof SELECT_PLANNING,
    id: string,
  ): Promise<PlanningReference | undefined> {
    const text = `${SELECT_PLANNING[reference]} WHERE r.company_id = $1 AND r.id = $3 AND ${this.access.conditionOn(tx, 'r.project_id')}`;
    return this.database.row<PlanningReference>(tx, { text }, [...this.access.parametersOf(tx), id]);
  }

  /** Whether one of the tasks is the descendant, or stands above it. */
  async isAmongAncestors(tx: TransactionContext, taskIds: readonly string[], descendantId: string): Promise<boolean> {
    const text = `WITH RECURSIVE ancestors AS (
            SELECT id, parent_id FROM tasks WHERE company_id = $1 AND id = $2
            UNION SELECT t.id, t.parent_id FROM tasks t JOIN ancestors ON t.company_id = $1 AND t.id = ancestors.parent_id
          ) SELECT 1 FROM ancestors WHERE id = ANY ($3::uuid[])`;
    return (await this.database.row(tx, { text }, [tx.companyId, descendantId, taskIds])) !== undefined;
  }
}
