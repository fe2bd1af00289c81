import { Injectable, StreamableFile } from '@nestjs/common';
import { JsonArray } from '#common/http/json-array.js';
import { JSON_TYPE } from '#common/http/json-bytes.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import type { ConcurrencyLimit } from '#core/concurrency-limits/concurrency-limit.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { TaskQueries } from '../list/task-queries.service.js';
import type { BulkCreateTasks, BulkUpdateTasks } from '../task-input.dto.js';
import { TaskCreation } from './task-creation.service.js';
import { TaskUpdates } from './task-updates.js';
import type { BulkTransferTasks } from '../transfers/task-transfers.dto.js';
import { TaskTransfers } from '../transfers/task-transfers.js';

/** Bulk changes under way at once: each may hold 40 MB until it is committed. */
const SLOTS = 4;
/** Tasks in memory at a time: each may have the longest description. */
const BATCH = 10;

/** What is kept of a bulk request: the tasks are read when it is answered. */
export interface BulkOutcome {
  readonly updated?: number;
  readonly transferred?: number;
  readonly ids: readonly string[];
}

/**
 * Bulk requests and their answers. A bulk change holds a slot until it is committed; companies share the slots. Answers hold none: the tasks are read batch by batch, as fast as the client reads.
 */
@Injectable()
export class BulkAnswers {
  private readonly slots: ConcurrencyLimit;

  constructor(
    private readonly updates: TaskUpdates,
    private readonly creation: TaskCreation,
    private readonly transfers: TaskTransfers,
    private readonly queries: TaskQueries,
    concurrency: ConcurrencyLimits,
  ) {
    this.slots = concurrency.create('bulk-updates', { slots: SLOTS });
  }

  async update(context: RequestContext, input: BulkUpdateTasks): Promise<StreamableFile> {
    const change = () => this.slots.inTurn(context, () => this.updates.bulkUpdate(context, input));
    return this.answer(context, keptOutcome(context) ?? (await change()));
  }

  async create(context: RequestContext, input: BulkCreateTasks): Promise<StreamableFile> {
    return this.answer(context, keptOutcome(context) ?? (await this.creation.createAll(context, input)));
  }

  async transferTasks(context: RequestContext, input: BulkTransferTasks): Promise<StreamableFile> {
    const transfer = () => this.slots.inTurn(context, () => this.transfers.transferAll(context, input));
    return this.answer(context, keptOutcome(context) ?? (await transfer()));
  }

  private answer(context: RequestContext, { ids, ...counts }: BulkOutcome): StreamableFile {
    let from = 0;
    const read = async (): Promise<unknown[]> => {
      while (from < ids.length) {
        from += BATCH;
        const tasks = await this.queries.findByIds(context, ids.slice(from - BATCH, from));
        if (tasks.length > 0) return tasks;
      }
      return [];
    };
    const [begun] = JSON.stringify({ ...counts, tasks: [] }).split('[]');
    return new StreamableFile(new JsonArray({ read }, { before: begun ?? '', after: '}' }), { type: JSON_TYPE });
  }
}

/** That of the first request, when this one repeats it. */
function keptOutcome({ replayed }: RequestContext): BulkOutcome | undefined {
  return replayed as BulkOutcome | undefined;
}
