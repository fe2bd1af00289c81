import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../core/company-scope/request-context.js';
import type { KeptThing } from '../import-report.js';
import type { Import } from '../import.entity.js';
import { type Lease, ImportQueue } from './import-queue.js';
import { ReferenceRows } from './reference-rows.js';
import { UndoneComments } from './undone-comments.js';
import { UndoneProject } from './undone-project.js';
import { UndoneTasks } from './undone-tasks.js';
import { UndoneThings } from './undone-things.js';

/** References of one transaction. */
const BATCH = 100;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Deletes what an import has made and nobody has changed or used since (moving 1.7). */
@Injectable()
export class ImportUndoing {
  constructor(
    private readonly queue: ImportQueue,
    private readonly references: ReferenceRows,
    private readonly tasks: UndoneTasks,
    private readonly comments: UndoneComments,
    private readonly things: UndoneThings,
    private readonly project: UndoneProject,
  ) {}

  /** What stays, and why. */
  async undo(context: RequestContext, lease: Lease, row: Import): Promise<KeptThing[]> {
    const kept: KeptThing[] = [];
    await this.tasks.remove(context, lease, row, kept);
    await this.comments.remove(context, lease, row);
    for (const kind of ['epic', 'sprint', 'label', 'person'] as const) {
      for (let after = FIRST; ;) {
        const made = await this.references.findMade(context, row.id, kind, after, BATCH);
        for (const reference of made) {
          await this.queue.renew(context, lease);
          const reason = await this.things.remove(context, kind, reference);
          if (reason !== null) kept.push({ kind, id: reference.thingId, tid: null, reason });
        }
        const last = made.at(-1);
        if (!last) break;
        after = last.id;
      }
    }
    const reason = await this.project.remove(context, row);
    if (reason !== null && row.projectId !== null) kept.push({ kind: 'project', id: row.projectId, tid: null, reason });
    return kept;
  }
}
