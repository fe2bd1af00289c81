import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { ProjectAccess } from './project-access.service.js';
import { ProjectWatchResponse, WatchProject } from './project.dto.js';

/** How much of a project users want to be told. */
@Injectable()
export class ProjectWatches {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly outbox: Outbox,
  ) {}

  /** The caller's own. */
  async findLevel(context: RequestContext, projectId: string): Promise<ProjectWatchResponse['level']> {
    const text = 'SELECT level FROM project_watches WHERE company_id = $1 AND project_id = $2 AND user_id = $3';
    const values = [context.companyId, projectId, context.userId];
    return (await this.database.row<ProjectWatchResponse>(context, { text }, values))?.level ?? 'participating';
  }

  /** @throws NotFoundError of the project */
  set(context: RequestContext, projectId: string, { level }: WatchProject): Promise<ProjectWatchResponse> {
    return this.outbox.commit(context, async (tx) => {
      await this.access.ensureReachable(tx, [projectId]);
      const text = `INSERT INTO project_watches AS w (company_id, project_id, user_id, level, since) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (company_id, project_id, user_id) DO UPDATE SET level = excluded.level,
          since = CASE WHEN w.level = excluded.level THEN w.since ELSE excluded.since END`;
      const values = [tx.companyId, projectId, tx.userId, level, new Date().toISOString()];
      await this.database.execute(tx, { text }, values);
      return unannounced({ level });
    });
  }
}
