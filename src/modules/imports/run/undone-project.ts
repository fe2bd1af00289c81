import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../core/company-scope/request-context.js';
import { Database } from '../../../core/database/database.js';
import { changed } from '../../../core/events/domain-event.js';
import { Outbox } from '../../../core/events/outbox.js';
import { epics } from '../../epics/epics.sql.js';
import { ProjectAccess } from '../../projects/project-access.service.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { sprints } from '../../sprints/sprints.sql.js';
import { tasks } from '../../tasks/tasks.sql.js';
import type { Import } from '../import.entity.js';

/** Deletes the project that an import has made, unless something is in it (moving 1.7). */
@Injectable()
export class UndoneProject {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly projects: ProjectsService,
    private readonly access: ProjectAccess,
  ) {}

  /** Null when there is no project of its own to delete, or it is gone. */
  remove(context: RequestContext, { project, projectId }: Import): Promise<string | null> {
    if (!project || projectId === null) return Promise.resolve(null);
    return this.outbox.commit(context, async (tx) => {
      if (!(await this.access.findReachable(tx, projectId))) return changed(null);
      const text = `SELECT EXISTS (SELECT 1 FROM ${tasks('t')} WHERE t.company_id = $1 AND t.project_id = $2)
        OR EXISTS (SELECT 1 FROM ${epics('e')} WHERE e.company_id = $1 AND e.project_id = $2)
        OR EXISTS (SELECT 1 FROM ${sprints('s')} WHERE s.company_id = $1 AND s.project_id = $2) AS "isUsed"`;
      const found = await this.database.row<{ isUsed: boolean }>(tx, { text }, [tx.companyId, projectId]);
      if (found?.isUsed) return changed('It is used');
      await this.projects.remove(tx, projectId);
      return changed(null);
    });
  }
}
