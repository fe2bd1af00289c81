import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository, type Moments } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { columnsOf } from '#core/database/schema/columns.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { type RowParts, wholeRows } from '#core/database/lists/row-parts.js';
import { TeamMemberResponse, TeamResponse, toTeamResponse } from './team.dto.js';
import { Team } from './team.entity.js';

export type TeamRow = Team & { members: TeamMemberResponse[] };

const MEMBER = "json_build_object('id', u.id, 'name', u.name, 'role', u.role)";
const MEMBER_ORDER = 'u.name, u.id';
const FROM_MEMBERS = `FROM team_members tm JOIN users u ON u.company_id = tm.company_id AND u.id = tm.user_id`;

const SELECT_TEAMS = `SELECT ${columnsOf(Team, 't')} FROM teams t WHERE t.company_id = $1`;

/** Members in one part of a team: at most 200 KB, with the longest names there are. */
const PART = 100;

/** A team with its members in parts: 10,000 with long names are 20 MB. */
const TEAM_PARTS: RowParts = {
  array: 'members',
  of: (teams) => `SELECT t.*, coalesce(p.part, 0) AS part, coalesce(p.members, '[]') AS members
    FROM (${teams}) t LEFT JOIN LATERAL (
      SELECT m.part, json_agg(m.member ORDER BY m.place) AS members FROM (
        SELECT ${MEMBER} AS member, row_number() OVER in_order AS place, (row_number() OVER in_order - 1) / ${PART} AS part
        ${FROM_MEMBERS} WHERE tm.company_id = $1 AND tm.team_id = t.id WINDOW in_order AS (ORDER BY ${MEMBER_ORDER})
      ) m GROUP BY m.part
    ) p ON TRUE ORDER BY t."createdAt", t.id, p.part`,
};

/** The rows of teams, each with its members. */
@Injectable()
export class TeamsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    @InjectCompanyScoped(Team) private readonly teams: CompanyScopedRepository<Team>,
  ) {}

  findAll(context: RequestContext, query: PageQuery): Promise<List<TeamResponse>> {
    return this.lists.find<TeamRow, TeamResponse>(context, query, {
      select: SELECT_TEAMS,
      values: [context.companyId],
      orderBy: 't.created_at, t.id',
      parts: TEAM_PARTS,
      toItem: toTeamResponse,
    });
  }

  /** @throws NotFoundError */
  async getOne(context: RequestContext, id: string): Promise<TeamRow> {
    const text = TEAM_PARTS.of(`${SELECT_TEAMS} AND t.id = $2`);
    const parts = await this.database.rows<TeamRow>(context, { text }, [context.companyId, id]);
    const [team] = wholeRows(parts, TEAM_PARTS);
    if (!team) throw new NotFoundError('Team');
    return team;
  }

  /** As `getOne`, and no one else changes the team or its members until the transaction ends. */
  async getOneForUpdate(tx: TransactionContext, id: string): Promise<TeamRow> {
    // Read after the lock, not with it: otherwise a transaction that waited for the lock would read old members.
    await this.lockTeam(tx, id, 'NO KEY UPDATE');
    const team = await this.getOne(tx, id);
    tx.precondition?.see(team);
    return team;
  }

  /** The team is not deleted until the transaction ends. @throws NotFoundError */
  async lockTeam(
    tx: TransactionContext,
    id: string,
    strength: 'KEY SHARE' | 'NO KEY UPDATE' | 'UPDATE',
  ): Promise<void> {
    const text = `SELECT 1 FROM teams WHERE company_id = $1 AND id = $2 FOR ${strength}`;
    if (!(await this.database.row(tx, { text }, [tx.companyId, id]))) throw new NotFoundError('Team');
  }

  async insertTeam(
    tx: TransactionContext,
    values: Pick<Team, 'name' | 'description'> & Partial<Moments>,
  ): Promise<TeamRow> {
    return { ...(await this.teams.insert(tx, values)), members: [] };
  }

  /** Puts users into a new team. */
  async addMembers(tx: TransactionContext, id: string, userIds: readonly string[]): Promise<void> {
    const text = `INSERT INTO team_members (company_id, team_id, user_id) SELECT $1, $2, unnest($3::uuid[])`;
    if (userIds.length > 0) await this.database.execute(tx, { text }, [tx.companyId, id, userIds]);
  }

  async addMember(tx: TransactionContext, id: string, userId: string): Promise<void> {
    const text = 'INSERT INTO team_members (company_id, team_id, user_id) VALUES ($1, $2, $3)';
    await this.database.execute(tx, { text }, [tx.companyId, id, userId]);
  }

  async removeMember(tx: TransactionContext, id: string, userId: string): Promise<void> {
    const text = 'DELETE FROM team_members WHERE company_id = $1 AND team_id = $2 AND user_id = $3';
    await this.database.execute(tx, { text }, [tx.companyId, id, userId]);
  }

  async hasTeam(context: RequestContext, id: string): Promise<boolean> {
    return (await this.teams.findOne(context, { id })) !== null;
  }

  /** The oldest team that is called so. */
  async findByName(context: RequestContext, name: string): Promise<string | undefined> {
    const text = `${SELECT_TEAMS} AND t.name = $2 ORDER BY t.created_at, t.id LIMIT 1`;
    return (await this.database.row<Team>(context, { text }, [context.companyId, name]))?.id;
  }

  /** Changes a team that `getOneForUpdate` has got, and moves its `updatedAt`; gives it with its members of now. */
  async updateTeam(tx: TransactionContext, team: TeamRow, changes: Partial<Team>): Promise<TeamRow> {
    await this.teams.update(tx, team, changes);
    return this.getOne(tx, team.id);
  }

  deleteTeam(tx: TransactionContext, id: string): Promise<void> {
    return this.teams.delete(tx, id);
  }
}
