import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';

const SELECT_ID: Statement = {
  name: 'task-id-by-tid',
  text: 'SELECT id FROM tasks WHERE company_id = $1 AND tid = upper($2)',
};

/** Tasks by the names that people give them. */
@Injectable()
export class TaskNamesRepository {
  constructor(private readonly database: Database) {}

  /** The id of the task of that tid, whether the caller reaches it or not. */
  async findId(context: RequestContext, tid: string): Promise<string | undefined> {
    return (await this.database.rowByKey<{ id: string }>(context, SELECT_ID, [context.companyId, tid]))?.id;
  }
}
