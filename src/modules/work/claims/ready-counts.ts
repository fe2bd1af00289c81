import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { GroupCommit } from '#core/concurrency-limits/group-commit.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database } from '#core/database/database.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { IS_NEXT_READY, isReadyFor } from './ready-tasks.js';

/** What is ready for an agent. */
@Injectable()
export class ReadyCounts {
  private readonly groups: GroupCommit<RequestContext, number>;

  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    concurrency: ConcurrencyLimits,
  ) {
    const turns = concurrency.create('work-counts', { slots: Infinity, most: 1 });
    this.groups = new GroupCommit(turns, (contexts, longestWait) => this.countTogether(contexts, longestWait));
  }

  /** How many tasks are ready. Calls that come while a count is under way share the next one. */
  count(context: RequestContext): Promise<number> {
    const { companyId, userId, role, agent } = context;
    return this.groups.join([companyId, userId, role, agent?.id, agent?.userRole, agent?.isFenced].join(' '), context);
  }

  /** The conditions of a statement that looks for the next one. */
  conditions(context: RequestContext): Conditions {
    return new Conditions(this.access.parameters(context))
      .add('t.company_id = $1')
      .equals('t.delegate_id', 'uuid', context.agent?.id)
      .add(this.access.condition(context))
      .add(IS_NEXT_READY);
  }

  /** What was committed before any of the calls is counted. */
  private async countTogether(contexts: readonly RequestContext[], longestWait: number): Promise<number[]> {
    const context = { ...(contexts[0] as RequestContext), longestWait };
    const text = `SELECT count(*) AS count FROM tasks t
      WHERE t.company_id = $1 AND ${isReadyFor('$3::uuid', this.access.condition(context))}`;
    const values = [...this.access.parameters(context), context.agent?.id];
    const row = await this.database.row<{ count: number }>(context, { text }, values);
    return contexts.map(() => row?.count ?? 0);
  }
}
