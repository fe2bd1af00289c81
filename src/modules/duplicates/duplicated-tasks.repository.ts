import { Injectable } from '@nestjs/common';
import type { NamedReference } from '#common/http/named-reference.dto.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import type { TaskResponse } from '#modules/tasks/task.dto.js';
import { LABELS_OF_TASK, selectFields } from '#schema/tasks.js';

export type DuplicatedTask = TaskResponse & { readonly labels: readonly NamedReference[] };

/** Tasks that are duplicated. */
@Injectable()
export class DuplicatedTasksRepository {
  constructor(private readonly database: Database) {}

  /** The task, then all below it where that is asked for: parents before their subtasks, these by rank; `most` at most. */
  findTasks(tx: TransactionContext, id: string, areBelow: boolean, most: number): Promise<DuplicatedTask[]> {
    const text = `WITH RECURSIVE below AS (
        SELECT t.id, 0 AS depth FROM tasks t WHERE t.company_id = $1 AND t.id = $2
        UNION ALL SELECT c.id, below.depth + 1 FROM tasks c JOIN below ON c.company_id = $1 AND c.parent_id = below.id
        WHERE $3::boolean)
      SELECT ${selectFields()}, ${LABELS_OF_TASK} AS labels FROM below JOIN tasks t ON t.company_id = $1 AND t.id = below.id
      ORDER BY below.depth, t.rank LIMIT ${most}`;
    return this.database.rows<DuplicatedTask>(tx, { text }, [tx.companyId, id, areBelow]);
  }
}
