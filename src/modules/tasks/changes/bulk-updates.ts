import { setImmediate } from 'node:timers/promises';
import { Injectable, StreamableFile } from '@nestjs/common';
import { JsonArray } from '../../../common/http/json-array.js';
import { JSON_TYPE } from '../../../common/http/json-bytes.js';
import type { RequestContext } from '../../../core/company-scope/request-context.js';
import type { FairShare } from '../../../core/shares/fair-share.js';
import { Shares } from '../../../core/shares/shares.js';
import type { BulkUpdateTasks } from '../task-input.dto.js';
import type { BulkUpdateResponse } from '../task.dto.js';
import { TaskUpdates } from './task-updates.js';

/** Bulk updates under way at once: each may hold 40 MB until its client has read the answer. */
const PLACES = 4;
/** Tasks in memory at a time: each may have the longest description. */
const BATCH = 10;

/** Bulk updates and their answers. Memory limits how many run at once; companies share the places (extensions 1.4 and 1.6). */
@Injectable()
export class BulkUpdates {
  private readonly places: FairShare;

  constructor(
    private readonly updates: TaskUpdates,
    shares: Shares,
  ) {
    this.places = shares.create('bulk-updates', { places: PLACES });
  }

  /** The answer is a stream: as one text it would hold up the event loop (extensions 1.1). */
  async update(context: RequestContext, input: BulkUpdateTasks): Promise<StreamableFile> {
    const release = await this.places.take(context.share);
    try {
      const answer = answerOf(await this.updates.bulkUpdate(context, input));
      answer.once('close', release);
      return new StreamableFile(answer, { type: JSON_TYPE });
    } catch (error) {
      release();
      throw error;
    }
  }
}

function answerOf({ updated, tasks }: BulkUpdateResponse): JsonArray {
  let from = 0;
  const read = async () => {
    await setImmediate();
    from += BATCH;
    return tasks.slice(from - BATCH, from);
  };
  return new JsonArray({ read }, { before: `{"updated":${updated},"tasks":`, after: '}' });
}
