import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { forgetRecurrences, JOIN_RECURRENCE } from '#schema/recurrences.js';

/** Tasks that recurrences have made. */
@Injectable()
export class RecurringTasks {
  constructor(private readonly database: Database) {}

  /** The tasks are those of the recurrence. */
  async joinRecurrence(tx: TransactionContext, id: string, taskIds: readonly string[]): Promise<void> {
    if (taskIds.length > 0) await this.database.execute(tx, JOIN_RECURRENCE, [tx.companyId, id, taskIds]);
  }

  /** Before a recurrence is deleted: its tasks stay, and nobody is told. */
  async forgetRecurrence(tx: TransactionContext, id: string): Promise<void> {
    await this.database.execute(tx, { text: forgetRecurrences('r.id = $2') }, [tx.companyId, id]);
  }

  /** Before those of a project are deleted with it: tasks that have gone to another one stay. */
  async forgetRecurrencesOf(tx: TransactionContext, projectId: string): Promise<void> {
    await this.database.execute(tx, { text: forgetRecurrences('r.project_id = $2') }, [tx.companyId, projectId]);
  }
}
