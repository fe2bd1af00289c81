import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { type Comparisons, readFilter } from './scim-filter.js';
import type { ScimListQuery } from './scim-query.js';
import type { GroupRow } from './scim-resources.js';

const HAS_MEMBER = {
  type: 'id',
  sql: `EXISTS (SELECT 1 FROM team_members fm JOIN users fu ON fu.company_id = fm.company_id AND fu.id = fm.user_id
    LEFT JOIN scim_users fs ON fs.company_id = fu.company_id AND fs.user_id = fu.id
    WHERE fm.company_id = $1 AND fm.team_id = t.id AND fm.user_id = $::uuid AND (fu.active OR fs.removed_at IS NULL))`,
} as const;

const FILTERS: Comparisons = {
  id: { type: 'id', sql: 't.id = $::uuid' },
  displayname: { type: 'text', sql: 'folded(t.name) = folded($)' },
  externalid: { type: 'text', sql: 'g.external_id = $' },
  members: HAS_MEMBER,
  'members.value': HAS_MEMBER,
};

const FROM_GROUPS = `FROM teams t LEFT JOIN scim_groups g ON g.company_id = t.company_id AND g.team_id = t.id
  WHERE t.company_id = $1`;

const COLUMNS = `t.id, t.name, t.created_at AS "createdAt", t.updated_at AS "updatedAt", g.external_id AS "externalId"`;

/** The members of the group `p`, without those whom the directory has deleted, or who are erased. */
const MEMBERS = `(SELECT coalesce(json_agg(json_build_object('value', u.id, 'display', u.name) ORDER BY u.name, u.id), '[]')
  FROM team_members tm JOIN users u ON u.company_id = tm.company_id AND u.id = tm.user_id
  LEFT JOIN scim_users s ON s.company_id = u.company_id AND s.user_id = u.id
  WHERE tm.company_id = $1 AND tm.team_id = p.id AND u.email <> '' AND (u.active OR s.removed_at IS NULL))`;

const SIZE = `(SELECT count(*) FROM team_members tm WHERE tm.company_id = $1 AND tm.team_id = t.id)`;

/** A page ends with the group that reaches so many members: it may have fewer groups than were asked for. */
const MEMBERS_IN_PAGE = 20_000;

/** The teams of a company with their members, without those whom its directory has deleted, or who are erased. */
@Injectable()
export class ScimGroupsRepository {
  constructor(private readonly database: Database) {}

  async findPage(
    context: RequestContext,
    filter: unknown,
    { startIndex, count }: ScimListQuery,
    hasMembers: boolean,
  ): Promise<{ rows: GroupRow[]; total: number }> {
    const { condition, values: filtered } = readFilter(filter, 'Group', FILTERS, 2);
    const values = [context.companyId, ...filtered];
    const counted = { text: `SELECT count(*) AS total ${FROM_GROUPS} ${condition}` };
    const total = (await this.database.row<{ total: number }>(context, counted, values))?.total ?? 0;
    const page = `SELECT ${COLUMNS}, ${hasMembers ? SIZE : '0'} AS size ${FROM_GROUPS} ${condition}
      ORDER BY t.created_at, t.id LIMIT ${count} OFFSET ${startIndex - 1}`;
    const text = `SELECT p.*, ${hasMembers ? MEMBERS : `'[]'::json`} AS members FROM (
        SELECT q.*, sum(q.size) OVER (ORDER BY q."createdAt", q.id) - q.size AS before FROM (${page}) q
      ) p WHERE p.before < ${MEMBERS_IN_PAGE} ORDER BY p."createdAt", p.id`;
    return { rows: count === 0 ? [] : await this.database.rows<GroupRow>(context, { text }, values), total };
  }

  /** Read after the lock, not with it: otherwise a change that waited for another would read the members of before. */
  async lockTeam(tx: TransactionContext, id: string): Promise<void> {
    const text = `SELECT 1 FROM teams t WHERE t.company_id = $1 AND t.id = $2 FOR NO KEY UPDATE`;
    if (!(await this.database.row(tx, { text }, [tx.companyId, id]))) throw new NotFoundError('Group');
  }

  async rememberExternalId(tx: TransactionContext, id: string, externalId: string | null): Promise<void> {
    const text = `INSERT INTO scim_groups (company_id, team_id, external_id) VALUES ($1, $2, $3)
      ON CONFLICT (company_id, team_id) DO UPDATE SET external_id = excluded.external_id`;
    await this.database.execute(tx, { text }, [tx.companyId, id, externalId]);
  }

  async getOne(context: RequestContext, id: string): Promise<GroupRow> {
    const text = `SELECT p.*, ${MEMBERS} AS members FROM (SELECT ${COLUMNS} ${FROM_GROUPS} AND t.id = $2) p`;
    const row = await this.database.row<GroupRow>(context, { text }, [context.companyId, id]);
    if (!row) throw new NotFoundError('Group');
    return row;
  }
}
