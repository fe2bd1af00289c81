import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import { ScimRequestError } from '#common/errors/scim-errors.js';
import { Configuration } from '#config/configuration.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { TeamMembersService } from '#modules/teams/team-members.service.js';
import { TeamsService } from '#modules/teams/teams.service.js';
import { type GroupInput, patchGroup, readGroup, without } from './scim-group-input.js';
import { type Comparisons, readFilter } from './scim-filter.js';
import type { Attributes } from './scim-input.js';
import { readOperations } from './scim-patch.js';
import { listOf, readListQuery, type ScimList, shaped, shows } from './scim-query.js';
import { type GroupRow, type ScimGroupResource, toGroupResource } from './scim-resources.js';

const HAS_MEMBER = {
  type: 'id',
  sql: `EXISTS (SELECT 1 FROM team_members fm JOIN users fu ON fu.company_id = fm.company_id AND fu.id = fm.user_id
    LEFT JOIN scim_users fs ON fs.company_id = fu.company_id AND fs.user_id = fu.id
    WHERE fm.company_id = $1 AND fm.team_id = t.id AND fm.user_id = $::uuid AND (fu.active OR fs.removed_at IS NULL))`,
} as const;

const FILTERS: Comparisons = {
  id: { type: 'id', sql: 't.id = $::uuid' },
  displayname: { type: 'text', sql: 'lower(t.name) = lower($)' },
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

/** The teams of a company as its directory keeps them. */
@Injectable()
export class ScimGroupsService {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly configuration: Configuration,
    private readonly teams: TeamsService,
    private readonly members: TeamMembersService,
  ) {}

  async findAll(context: RequestContext, query: Attributes): Promise<ScimList<Partial<ScimGroupResource>>> {
    const { startIndex, count } = readListQuery(query);
    const { condition, values: filtered } = readFilter(query['filter'], 'Group', FILTERS, 2);
    const hasMembers = shows(query, 'members');
    const values = [context.companyId, ...filtered];
    const counted = { text: `SELECT count(*) AS total ${FROM_GROUPS} ${condition}` };
    const total = (await this.database.row<{ total: number }>(context, counted, values))?.total ?? 0;
    const page = `SELECT ${COLUMNS}, ${hasMembers ? SIZE : '0'} AS size ${FROM_GROUPS} ${condition}
      ORDER BY t.created_at, t.id LIMIT ${count} OFFSET ${startIndex - 1}`;
    const text = `SELECT p.*, ${hasMembers ? MEMBERS : `'[]'::json`} AS members FROM (
        SELECT q.*, sum(q.size) OVER (ORDER BY q."createdAt", q.id) - q.size AS before FROM (${page}) q
      ) p WHERE p.before < ${MEMBERS_IN_PAGE} ORDER BY p."createdAt", p.id`;
    const rows = count === 0 ? [] : await this.database.rows<GroupRow>(context, { text }, values);
    const resources = rows.map((row) => shaped(this.resourceOf(row), query));
    return listOf(resources, total, startIndex);
  }

  async findOne(context: RequestContext, id: string, query: Attributes = {}): Promise<Partial<ScimGroupResource>> {
    return shaped(this.resourceOf(await this.getRow(context, id)), query);
  }

  create(context: RequestContext, body: Attributes): Promise<ScimGroupResource> {
    const input = readGroup(body);
    return this.outbox.commit(context, async (tx) => {
      const { id } = await this.teams.create(tx, { name: input.displayName });
      await this.apply(tx, id, { displayName: input.displayName, externalId: null, members: new Set() }, input);
      return unannounced(this.resourceOf(await this.getRow(tx, id)));
    });
  }

  /** What the directory does not send stays. */
  replace(context: RequestContext, id: string, body: Attributes): Promise<ScimGroupResource> {
    return this.change(context, id, (present) => readGroup(body, present));
  }

  patch(context: RequestContext, id: string, body: Attributes): Promise<ScimGroupResource> {
    const operations = readOperations(body);
    return this.change(context, id, (present) => patchGroup(operations, present));
  }

  /** Deletes the team. */
  remove(context: RequestContext, id: string): Promise<void> {
    return this.teams.remove(context, id);
  }

  private change(
    context: RequestContext,
    id: string,
    read: (present: GroupInput) => GroupInput,
  ): Promise<ScimGroupResource> {
    return this.outbox.commit(context, async (tx) => {
      await this.lock(tx, id);
      const { name, externalId, members } = await this.getRow(tx, id);
      const present = { displayName: name, externalId, members: new Set(members.map(({ value }) => value)) };
      await this.apply(tx, id, present, read(present));
      return unannounced(this.resourceOf(await this.getRow(tx, id)));
    });
  }

  /** Read after the lock, not with it: otherwise a change that waited for another would read the members of before. */
  private async lock(tx: TransactionContext, id: string): Promise<void> {
    const text = `SELECT 1 FROM teams t WHERE t.company_id = $1 AND t.id = $2 FOR NO KEY UPDATE`;
    if (!(await this.database.row(tx, { text }, [tx.companyId, id]))) throw new NotFoundError('Group');
  }

  private async apply(tx: TransactionContext, id: string, before: GroupInput, after: GroupInput): Promise<void> {
    if (after.displayName !== before.displayName) await this.teams.update(tx, id, { name: after.displayName });
    if (after.externalId !== before.externalId) await this.remember(tx, id, after.externalId);
    for (const userId of without(before.members, after.members)) await this.members.remove(tx, id, userId);
    for (const userId of without(after.members, before.members)) await this.addMember(tx, id, userId);
  }

  private async addMember(tx: TransactionContext, id: string, userId: string): Promise<void> {
    try {
      await this.members.add(tx, id, userId);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      throw new ScimRequestError('invalidValue', `There is no active user ${userId}`);
    }
  }

  private async remember(tx: TransactionContext, id: string, externalId: string | null): Promise<void> {
    const text = `INSERT INTO scim_groups (company_id, team_id, external_id) VALUES ($1, $2, $3)
      ON CONFLICT (company_id, team_id) DO UPDATE SET external_id = excluded.external_id`;
    await this.database.execute(tx, { text }, [tx.companyId, id, externalId]);
  }

  private async getRow(context: RequestContext, id: string): Promise<GroupRow> {
    const text = `SELECT p.*, ${MEMBERS} AS members FROM (SELECT ${COLUMNS} ${FROM_GROUPS} AND t.id = $2) p`;
    const row = await this.database.row<GroupRow>(context, { text }, [context.companyId, id]);
    if (!row) throw new NotFoundError('Group');
    return row;
  }

  private resourceOf(row: GroupRow): ScimGroupResource {
    return toGroupResource(row, this.configuration.publicUrl);
  }
}
