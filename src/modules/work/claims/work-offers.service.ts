import { HttpStatus, Injectable } from '@nestjs/common';
import { bound, MOST_ANSWER_BYTES } from '#common/http/bounded-answer.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { WorkEnds } from '../calls/work-ends.js';
import type { WorkResponse } from '../work.dto.js';
import { WorkQueriesRepository } from '../work-queries.repository.js';
import type { NextWork, TakeWork } from '../work-input.dto.js';
import { ClaimGroups, keptAs } from './claim-groups.js';
import type { NextWorkResponse, TakenWorkResponse } from './work-brief.dto.js';
import { WorkBriefs } from './work-briefs.js';
import { type Claim, WorkClaims } from './work-claims.js';
import { WorkWaits } from './work-waits.js';

/** What an answer says beside the work and its brief is small. */
const MOST_BYTES = MOST_ANSWER_BYTES - 1_024;

/** Gives agents their work, with what they need to know of it. */
@Injectable()
export class WorkOffers {
  constructor(
    private readonly groups: ClaimGroups,
    private readonly claims: WorkClaims,
    private readonly waits: WorkWaits,
    private readonly briefs: WorkBriefs,
    private readonly ends: WorkEnds,
    private readonly queries: WorkQueriesRepository,
  ) {}

  /** `gone` aborts when the client has hung up: then nothing is taken. */
  async takeNext(context: RequestContext, input: NextWork, gone: AbortSignal): Promise<NextWorkResponse> {
    const { filter, leaseSeconds, wait = 0 } = input;
    const attempt = async () => {
      const claim = await this.groups.takeNext({ context, leaseSeconds }, filter, gone);
      return { result: claim, isFinal: claim.work !== null };
    };
    const replayed = await this.replayed(context);
    if (replayed) return this.shown(context, { work: replayed, limit: null });
    const claim = await this.waits.waitUntil<Claim>(context, wait, gone, attempt);
    // Nothing was taken: the same key may try again.
    if (!claim.work) await context.idempotentRequest?.fail();
    return this.shown(context, claim);
  }

  /** The work, and the status of the answer: 200 when this key held it before. */
  async takeTask(
    context: RequestContext,
    { taskId, leaseSeconds }: TakeWork,
  ): Promise<TakenWorkResponse & { status: number }> {
    const replayed = await this.replayed(context);
    if (replayed) return { ...(await this.withBrief(context, replayed)), status: HttpStatus.CREATED };
    const taken = await this.waits.inTurn(context, (inTurn) =>
      this.ends.performChange(inTurn, async (tx) => {
        const change = await this.claims.takeOne(tx, taskId, leaseSeconds);
        return { ...change, answer: keptAs(change.result.work) };
      }),
    );
    const status = taken.isHeld ? HttpStatus.OK : HttpStatus.CREATED;
    return { ...(await this.withBrief(context, taken.work)), status };
  }

  /** What a repeated request took, as it is now. */
  private async replayed(context: RequestContext): Promise<WorkResponse | undefined> {
    const { workId } = (context.replayed ?? {}) as { workId?: string };
    return workId === undefined ? undefined : this.queries.getOne(context, workId);
  }

  private async withBrief(context: RequestContext, work: WorkResponse): Promise<TakenWorkResponse> {
    return bound({ work, brief: await this.briefs.makeBrief(context, work.taskId) }, MOST_BYTES);
  }

  private async shown(context: RequestContext, { work, limit }: Claim): Promise<NextWorkResponse> {
    const ready = await this.claims.countReady(context);
    return work
      ? { ...(await this.withBrief(context, work)), ready, limit }
      : { work: null, brief: null, ready, limit };
  }
}
