import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import type { KeptThing } from '../import-report.js';
import type { Import } from '../import.entity.js';
import { type Lease, ImportsRepository } from '../imports.repository.js';
import { ImportReferencesRepository } from '../import-references.repository.js';
import { UndoneComments } from './undone-comments.js';
import { UndoneLinks } from './undone-links.js';
import { UndoneProjects } from './undone-projects.js';
import { UndoneTasks } from './undone-tasks.js';
import { UndoneThings } from './undone-things.js';

/** References of one transaction. */
const BATCH = 100;
/** In their order: what refers to others goes before them. */
const KINDS = [
  'epic',
  'sprint',
  'label',
  'view',
  'recurrence',
  'template',
  'colleague',
  'team',
  'lane',
  'field',
  'person',
] as const;

/** Deletes what an import has made and nobody has changed or used since. */
@Injectable()
export class ImportUndoing {
  constructor(
    private readonly queue: ImportsRepository,
    private readonly references: ImportReferencesRepository,
    private readonly tasks: UndoneTasks,
    private readonly comments: UndoneComments,
    private readonly things: UndoneThings,
    private readonly projects: UndoneProjects,
    private readonly links: UndoneLinks,
  ) {}

  /** What stays, and why. */
  async undoImport(context: RequestContext, lease: Lease, row: Import): Promise<KeptThing[]> {
    const kept: KeptThing[] = [];
    const projectIds = await this.projectsOf(context, row);
    const reopened = await this.projects.reopenProjects(context, projectIds);
    await this.tasks.remove(context, lease, row, kept);
    await this.comments.remove(context, lease, row);
    await this.links.remove(context, row);
    for (const kind of KINDS) {
      for (let after: string | undefined; ;) {
        const made = await this.references.findMade(context, row.id, kind, { ...(after && { after }), most: BATCH });
        for (const reference of made) {
          await this.queue.renewLease(context, lease);
          if (kind === 'person') await this.projects.emptyProjects(context, projectIds);
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
      if (reopened.has(id)) await this.projects.closeProject(context, id);
    }
    return kept;
  }

  /** Those that it has made. */
  private async projectsOf(context: RequestContext, row: Import): Promise<string[]> {
    if (row.project !== null) return row.projectId === null ? [] : [row.projectId];
    const made = await this.references.findMade(context, row.id, 'project');
    return made.map(({ thingId }) => thingId);
  }
}
