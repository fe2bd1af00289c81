import { Injectable } from '@nestjs/common';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';

/** Of which tasks virtual colleagues say nothing. */
@Injectable()
export class TaskMutesRepository {
  constructor(private readonly database: Database) {}

  async deleteOver(): Promise<void> {
    await this.database.execute(OWN_WORK_CONTEXT, { text: 'DELETE FROM task_mutes WHERE until < now()' });
  }
}
