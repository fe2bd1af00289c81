import { Injectable } from '@nestjs/common';
import { TaskImports } from '#modules/tasks/imports/task-imports.service.js';
import type { TaskRecord } from '../readers/records.js';
import type { Batch } from './scope.js';

/** A task of an archive, and what it is here. */
interface WrittenTask {
  readonly record: TaskRecord;
  readonly taskId: string;
}

/** Lets tasks of an archive be found by the tids that they had before, where these are free. */
@Injectable()
export class FormerTidWriter {
  constructor(private readonly tasks: TaskImports) {}

  async writeFormerTids({ tx, run, tally }: Batch, written: readonly WrittenTask[]): Promise<void> {
    const wanted = written.flatMap(({ record, taskId }) =>
      [...new Set(record.formerTids)].map((tid) => ({ record, taskId, tid })),
    );
    if (wanted.length === 0) return;
    const claimed = wanted.filter(({ tid }) => run.claimedTids.isOfOne(tid));
    const taken = await this.tasks.addFormerTids(tx, claimed);
    for (const { record, tid } of wanted) {
      if (taken.has(tid)) continue;
      const { row, externalId } = record;
      tally.problem({ row, externalId, field: 'formerTids', message: `${tid} is the tid of another task here` });
    }
  }
}
