import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { GroupCommit } from '#core/concurrency-limits/group-commit.js';
import { ReadyTasksRepository } from './ready-tasks.repository.js';

/** What is ready for an agent. */
@Injectable()
export class ReadyCounts {
  private readonly groups: GroupCommit<RequestContext, number>;

  constructor(
    private readonly tasks: ReadyTasksRepository,
    concurrency: ConcurrencyLimits,
  ) {
    const turns = concurrency.create('work-counts', { slots: Infinity, most: 1 });
    this.groups = new GroupCommit(turns, (contexts, longestWait) => this.countTogether(contexts, longestWait));
  }

  /** How many tasks are ready. Calls that come while a count is under way share the next one. */
  countReady(context: RequestContext): Promise<number> {
    const { companyId, userId, role, agent, grant } = context;
    const caller = [companyId, userId, role, agent?.id, agent?.userRole, agent?.isFenced, grant?.id].join(' ');
    return this.groups.join(caller, context);
  }

  /** What was committed before any of the calls is counted. */
  private async countTogether(contexts: readonly RequestContext[], longestWait: number): Promise<number[]> {
    const context = { ...(contexts[0] as RequestContext), longestWait };
    const count = await this.tasks.countReady(context);
    return contexts.map(() => count);
  }
}
