import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { ApiKeysService } from '#modules/api-keys/api-keys.service.js';
import { TaskDelegates } from '#modules/tasks/changes/task-delegates.service.js';
import { BeforeColleagueRemoval } from '#modules/virtual-colleagues/virtual-colleague.hooks.js';

/** What agents have that are deleted: keys, and tasks that are theirs. */
@Injectable()
export class RemovedColleagues {
  constructor(
    private readonly apiKeys: ApiKeysService,
    private readonly delegates: TaskDelegates,
  ) {}

  @BeforeColleagueRemoval()
  async release(tx: TransactionContext, colleagueId: string): Promise<void> {
    await this.apiKeys.revokeAllOf(tx, colleagueId);
    await this.delegates.releaseTasks(tx, colleagueId);
  }
}
