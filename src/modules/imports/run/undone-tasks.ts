import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { changed } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { TaskImports } from '#modules/tasks/imports/task-imports.service.js';
import { TrashService } from '#modules/trash/trash.service.js';
import type { KeptThing } from '../import-report.js';
import type { Import } from '../import.entity.js';
import { type Lease, ImportsRepository } from '../imports.repository.js';
import { ImportReferencesRepository } from '../import-references.repository.js';
import { UndoneThingsRepository } from './undone-things.repository.js';

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Deletes the tasks that an import has made and nobody has changed or used since. */
@Injectable()
export class UndoneTasks {
  constructor(
    private readonly things: UndoneThingsRepository,
    private readonly outbox: Outbox,
    private readonly queue: ImportsRepository,
    private readonly references: ImportReferencesRepository,
    private readonly tasks: TaskImports,
    private readonly trash: TrashService,
  ) {}

  /** It adds to `kept` what stays, and why. What is in the trash goes, too. */
  async remove(context: RequestContext, lease: Lease, { id }: Import, kept: KeptThing[]): Promise<void> {
    await this.outbox.commit(context, async (tx) => {
      await this.trash.removeForGood(tx, await this.things.findTrashed(tx, id));
      return changed(undefined);
    });
    for (let after = FIRST; ;) {
      const made = await this.outbox.commit(context, async (tx) => {
        await this.queue.renewLease(tx, lease);
        const found = await this.things.findTasks(tx, id, after);
        const going = found.filter(({ reason }) => reason === null);
        await this.tasks.remove(
          tx,
          going.map((task) => task.id),
        );
        await this.references.removeReferences(
          tx,
          going.map(({ referenceId }) => referenceId),
        );
        return changed(found);
      });
      for (const task of made) {
        if (task.reason !== null) kept.push({ kind: 'task', id: task.id, tid: task.tid, reason: task.reason });
      }
      const last = made.at(-1);
      if (!last) return;
      after = last.referenceId;
    }
  }
}
