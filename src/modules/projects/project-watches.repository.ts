import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { ProjectWatchResponse } from './project.dto.js';

/** How much of a project each user wants to be told. */
@Injectable()
export class ProjectWatchesRepository {
  constructor(private readonly database: Database) {}

  async findLevel(context: RequestContext, projectId: string): Promise<ProjectWatchResponse['level']> {
    const text = 'SELECT level FROM project_watches WHERE company_id = $1 AND project_id = $2 AND user_id = $3';
    const values = [context.companyId, projectId, context.userId];
    return (await this.database.row<ProjectWatchResponse>(context, { text }, values))?.level ?? 'participating';
  }

  async writeLevel(tx: TransactionContext, projectId: string, level: ProjectWatchResponse['level']): Promise<void> {
    const text = `INSERT INTO project_watches AS w (company_id, project_id, user_id, level, since) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (company_id, project_id, user_id) DO UPDATE SET level = excluded.level,
          since = CASE WHEN w.level = excluded.level THEN w.since ELSE excluded.since END`;
    const values = [tx.companyId, projectId, tx.userId, level, new Date().toISOString()];
    await this.database.execute(tx, { text }, values);
  }
}
