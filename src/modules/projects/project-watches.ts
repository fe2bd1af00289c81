import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { ProjectAccess } from './project-access.service.js';
import { ProjectWatchResponse, WatchProject } from './project.dto.js';
import { ProjectWatchesRepository } from './project-watches.repository.js';

/** How much of a project users want to be told. */
@Injectable()
export class ProjectWatches {
  constructor(
    private readonly watches: ProjectWatchesRepository,
    private readonly access: ProjectAccess,
    private readonly outbox: Outbox,
  ) {}

  /** The caller's own. */
  findLevel(context: RequestContext, projectId: string): Promise<ProjectWatchResponse['level']> {
    return this.watches.findLevel(context, projectId);
  }

  /** @throws NotFoundError of the project */
  setWatch(context: RequestContext, projectId: string, { level }: WatchProject): Promise<ProjectWatchResponse> {
    return this.outbox.commit(context, async (tx) => {
      await this.access.ensureReachable(tx, [projectId]);
      await this.watches.writeLevel(tx, projectId, level);
      return unannounced({ level });
    });
  }
}
