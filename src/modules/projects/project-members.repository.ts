import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { ProjectMemberResponse } from './project.dto.js';

const OWN_MEMBERS = 'SELECT user_id, role FROM project_members WHERE company_id = $1 AND project_id = $2';

/** The members of projects, by name. */
@Injectable()
export class ProjectMembersRepository {
  constructor(private readonly database: Database) {}

  findWithTeam(context: RequestContext, projectId: string): Promise<ProjectMemberResponse[]> {
    const members = `${OWN_MEMBERS} UNION ALL SELECT tm.user_id, 'member'
        FROM projects p JOIN team_members tm ON tm.company_id = p.company_id AND tm.team_id = p.team_id
        WHERE p.company_id = $1 AND p.id = $2 AND tm.user_id NOT IN (SELECT user_id FROM (${OWN_MEMBERS}) own)`;
    return this.find(context, projectId, members);
  }

  findOwn(tx: TransactionContext, projectId: string): Promise<ProjectMemberResponse[]> {
    return this.find(tx, projectId, OWN_MEMBERS);
  }

  private find(context: RequestContext, projectId: string, members: string): Promise<ProjectMemberResponse[]> {
    return this.database.rows<ProjectMemberResponse>(
      context,
      {
        text: `SELECT u.id, u.name, m.role FROM (${members}) m JOIN users u ON u.company_id = $1 AND u.id = m.user_id
          ORDER BY u.name COLLATE alphabet, u.id`,
      },
      [context.companyId, projectId],
    );
  }

  writeMember(tx: TransactionContext, projectId: string, member: ProjectMemberResponse): Promise<number> {
    return this.database.execute(
      tx,
      {
        text: `INSERT INTO project_members (company_id, project_id, user_id, role) VALUES ($1, $2, $3, $4)
          ON CONFLICT (company_id, project_id, user_id) DO UPDATE SET role = excluded.role`,
      },
      [tx.companyId, projectId, member.id, member.role],
    );
  }

  async removeMember(tx: TransactionContext, projectId: string, userId: string): Promise<void> {
    const text = 'DELETE FROM project_members WHERE company_id = $1 AND project_id = $2 AND user_id = $3';
    await this.database.execute(tx, { text }, [tx.companyId, projectId, userId]);
  }
}
