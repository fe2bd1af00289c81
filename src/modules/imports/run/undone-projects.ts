import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { changed, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { ProjectsService } from '#modules/projects/projects.service.js';

/** Deletes projects that an import has made, unless something is in them. */
@Injectable()
export class UndoneProjects {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly projects: ProjectsService,
    private readonly access: ProjectAccess,
  ) {}

  /** Those that are archived can be written to until they are closed; their ids. */
  async reopen(context: RequestContext, ids: readonly string[]): Promise<Set<string>> {
    const reopened = new Set<string>();
    for (const id of ids) {
      if ((await this.access.findReachable(context, id))?.status !== 'archived') continue;
      await this.projects.unarchive(context, id);
      reopened.add(id);
    }
    return reopened;
  }

  /** Takes everybody out of those that are about to go: an invitation that is withdrawn leaves no member. */
  async empty(context: RequestContext, ids: readonly string[]): Promise<void> {
    const text = `DELETE FROM project_members m USING projects p WHERE m.company_id = $1 AND m.project_id = ANY ($2::uuid[])
      AND p.company_id = $1 AND p.id = m.project_id AND NOT ${isInUse('p')}`;
    await this.outbox.commit(context, async (tx) => {
      await this.database.execute(tx, { text }, [tx.companyId, ids]);
      return unannounced(undefined);
    });
  }

  async close(context: RequestContext, id: string): Promise<void> {
    await this.projects.archive(context, id);
  }

  /** Null when it is gone. */
  remove(context: RequestContext, projectId: string): Promise<string | null> {
    return this.outbox.commit(context, async (tx) => {
      if (!(await this.access.findReachable(tx, projectId))) return changed(null);
      const text = `SELECT ${isInUse('p')} AS "isUsed" FROM projects p WHERE p.company_id = $1 AND p.id = $2`;
      const found = await this.database.row<{ isUsed: boolean }>(tx, { text }, [tx.companyId, projectId]);
      if (found?.isUsed) return changed('It is used');
      await this.projects.remove(tx, projectId);
      return changed(null);
    });
  }
}

/** Whether something is in the project of the row `project`. */
export function isInUse(project: string): string {
  return `(EXISTS (SELECT 1 FROM tasks t WHERE t.company_id = $1 AND t.project_id = ${project}.id)
    OR EXISTS (SELECT 1 FROM epics e WHERE e.company_id = $1 AND e.project_id = ${project}.id)
    OR EXISTS (SELECT 1 FROM sprints s WHERE s.company_id = $1 AND s.project_id = ${project}.id))`;
}
