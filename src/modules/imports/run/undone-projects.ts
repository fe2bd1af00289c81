import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { changed, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { ProjectsService } from '#modules/projects/projects.service.js';
import { UndoneThingsRepository } from './undone-things.repository.js';

/** Deletes projects that an import has made, unless something is in them. */
@Injectable()
export class UndoneProjects {
  constructor(
    private readonly things: UndoneThingsRepository,
    private readonly outbox: Outbox,
    private readonly projects: ProjectsService,
    private readonly access: ProjectAccess,
  ) {}

  /** Those that are archived can be written to until they are closed; their ids. */
  async reopenProjects(context: RequestContext, ids: readonly string[]): Promise<Set<string>> {
    const reopened = new Set<string>();
    for (const id of ids) {
      if ((await this.access.findReachable(context, id))?.status !== 'archived') continue;
      await this.projects.unarchiveProject(context, id);
      reopened.add(id);
    }
    return reopened;
  }

  /** Takes everybody out of those that are about to go: an invitation that is withdrawn leaves no member. */
  async emptyProjects(context: RequestContext, ids: readonly string[]): Promise<void> {
    await this.outbox.commit(context, async (tx) => {
      await this.things.removeMembersOfUnused(tx, ids);
      return unannounced(undefined);
    });
  }

  async closeProject(context: RequestContext, id: string): Promise<void> {
    await this.projects.archiveProject(context, id);
  }

  /** Null when it is gone. */
  remove(context: RequestContext, projectId: string): Promise<string | null> {
    return this.outbox.commit(context, async (tx) => {
      if (!(await this.access.findReachable(tx, projectId))) return changed(null);
      if (await this.things.isUsedProject(tx, projectId)) return changed('It is used');
      await this.projects.remove(tx, projectId);
      return changed(null);
    });
  }
}
