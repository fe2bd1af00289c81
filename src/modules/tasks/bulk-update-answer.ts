import { setImmediate } from 'node:timers/promises';
import { StreamableFile } from '@nestjs/common';
import { JsonArray } from '../../common/http/json-array.js';
import type { BulkUpdateResponse } from './task.dto.js';

/** Of tasks that may have the longest descriptions. */
const BATCH = 10;

/** The answer as a stream: its text may have 40 MB, and at once would hold up the event loop (extensions 1.1). */
export function bulkUpdateAnswer({ updated, tasks }: BulkUpdateResponse): StreamableFile {
  let from = 0;
  const read = async () => {
    await setImmediate();
    from += BATCH;
    return tasks.slice(from - BATCH, from);
  };
  const json = new JsonArray({ read }, { before: `{"updated":${updated},"tasks":`, after: '}' });
  return new StreamableFile(json, { type: 'application/json; charset=utf-8' });
}
