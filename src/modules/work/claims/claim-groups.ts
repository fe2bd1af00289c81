import { Injectable } from '@nestjs/common';
import type { Answer, RequestContext } from '#core/company-scope/request-context.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { waitLeft } from '#core/concurrency-limits/concurrency-limit.js';
import { GroupCommit, mayBeOfOne } from '#core/concurrency-limits/group-commit.js';
import { Outbox } from '#core/events/outbox.js';
import { type Filter, Filters } from '#modules/filters/filters.service.js';
import type { WorkResponse } from '../work.dto.js';
import { type Claim, WorkClaims } from './work-claims.js';
import { WorkWaits } from './work-waits.js';
import { type NextRequest } from './work-claims.repository.js';

/** A call that waits for its group. */
interface GroupedRequest extends NextRequest {
  readonly filter: Filter | undefined;
  /** Aborts when the client has hung up. */
  readonly gone: AbortSignal;
}

const NOTHING: Claim = { work: null, limit: null };

/**
 * Takes next work in groups. Calls of one agent that come while a claim is under way share the next transaction, and
 * each gets its own work, lease and key. So a claim waits for one COMMIT, not for one of each claim before it.
 */
@Injectable()
export class ClaimGroups {
  private readonly groups: GroupCommit<GroupedRequest, Claim | undefined>;

  constructor(
    private readonly outbox: Outbox,
    private readonly filters: Filters,
    private readonly claims: WorkClaims,
    private readonly waits: WorkWaits,
    concurrency: ConcurrencyLimits,
  ) {
    const turns = concurrency.create('work-claim-groups', { slots: Infinity, most: 1 });
    this.groups = new GroupCommit(turns, (requests, longestWait) => this.takeTogether(requests, longestWait));
  }

  /** The next task that is ready for the agent, taken; nothing when the client has hung up in the meantime. */
  async takeNext(request: NextRequest, text: string | undefined, gone: AbortSignal): Promise<Claim> {
    const begin = performance.now();
    const { context } = request;
    const filter = text === undefined ? undefined : await this.filters.readFilter(context, text);
    const asked = { ...request, filter, gone };
    const claim = await this.groups.join(callerOf(context, text), asked);
    return claim ?? (await this.take([asked], waitLeft(begin)))[0] ?? NOTHING;
  }

  /** Undefined where a request is to be carried out alone: one of them has failed. */
  private async takeTogether(
    requests: readonly GroupedRequest[],
    longestWait: number,
  ): Promise<readonly (Claim | undefined)[]> {
    try {
      return await this.take(requests, longestWait);
    } catch (error) {
      if (requests.length > 1 && mayBeOfOne(error)) return requests.map(() => undefined);
      throw error;
    }
  }

  private async take(
    requests: readonly GroupedRequest[],
    longestWait: number,
  ): Promise<readonly (Claim | undefined)[]> {
    const [{ context, filter }] = requests as readonly [GroupedRequest];
    return this.waits.inTurn({ ...context, longestWait }, async (inTurn) => {
      const present = requests.filter(({ gone }) => !gone.aborted);
      if (present.length === 0) return requests.map(() => NOTHING);
      const contexts = present.map((request) => ({ ...request.context, longestWait: inTurn.longestWait }));
      const claims = await this.outbox.commitTogether(contexts, async (tx) => {
        const changes = await this.claims.takeNext(tx, present, filter);
        return changes.map((change) => ({ ...change, answer: answerOf(change.result) }));
      });
      const byRequest = new Map(present.map((request, index) => [request, claims[index]]));
      return requests.map((request) => byRequest.get(request) ?? NOTHING);
    });
  }
}

/** Whose calls can share a transaction: one user reaches the tasks, for one agent, with one filter. */
function callerOf({ companyId, userId, role, agent, grant }: RequestContext, filter = ''): string {
  return [companyId, userId, role, agent?.id, agent?.userRole, grant?.id, filter].join(' ');
}

function answerOf({ work }: Claim): Answer {
  return work ? keptAs(work) : 'later';
}

/** A repeated request reads the work anew. */
export function keptAs({ id }: WorkResponse): Answer {
  return { body: { workId: id } };
}
