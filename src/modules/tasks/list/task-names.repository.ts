import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';

const SELECT_ID: Statement = {
  name: 'task-id-by-tid',
  text: 'SELECT id FROM tasks WHERE company_id = $1 AND tid = upper($2)',
};

/** In one statement: a task may come back to its former tid meanwhile. */
const SELECT_FORMER: Statement = {
  name: 'task-id-by-former-tid',
  text: `SELECT id FROM tasks WHERE company_id = $1 AND tid = upper($2)
    UNION ALL SELECT ft.task_id FROM task_former_tids ft WHERE ft.company_id = $1 AND ft.tid = upper($2)`,
};

/** Tasks by the names that people give them. */
@Injectable()
export class TaskNamesRepository {
  constructor(private readonly database: Database) {}

  /** The id of the task that has or had that tid, whether the caller reaches it or not. */
  async findId(context: RequestContext, tid: string): Promise<string | undefined> {
    const values = [context.companyId, tid];
    const find = (statement: Statement) => this.database.rowByKey<{ id: string }>(context, statement, values);
    return ((await find(SELECT_ID)) ?? (await find(SELECT_FORMER)))?.id;
  }
}
