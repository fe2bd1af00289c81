import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../core/company-scope/request-context.js';
import type { KeptThing } from '../import-report.js';
import type { Import } from '../import.entity.js';
import { type Lease, ImportQueue } from './import-queue.js';
import { ReferenceRows } from './reference-rows.js';
import { UndoneComments } from './undone-comments.js';
import { UndoneProjects } from './undone-projects.js';
import { UndoneTasks } from './undone-tasks.js';
import { UndoneThings } from './undone-things.js';

/** References of one transaction. */
const BATCH = 100;
/** Projects of one archive. */
const MOST_PROJECTS = 10_000;
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
    private readonly projects: UndoneProjects,
  ) {}

  /** What stays, and why. */
  async undo(context: RequestContext, lease: Lease, row: Import): Promise<KeptThing[]> {
    const kept: KeptThing[] = [];
    const projectIds = await this.projectsOf(context, row);
    const reopened = await this.projects.reopen(context, projectIds);
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
    for (const id of projectIds) {
      const reason = await this.projects.remove(context, id);
      if (reason === null) continue;
      kept.push({ kind: 'project', id, tid: null, reason });
      if (reopened.has(id)) await this.projects.close(context, id);
    }
    return kept;
  }

  /** Those that it has made. */
  private async projectsOf(context: RequestContext, row: Import): Promise<string[]> {
    if (row.project !== null) return row.projectId === null ? [] : [row.projectId];
    const made = await this.references.findMade(context, row.id, 'project', FIRST, MOST_PROJECTS);
    return made.map(({ thingId }) => thingId);
  }
}
