import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import type { Role } from '#core/company-scope/role.js';
import { Database } from '#core/database/database.js';
import { defaultRoleOf } from '#schema/sso.js';
import { BeforeErasure, type ErasedUser } from '#modules/users/user.hooks.js';
import { type Comparisons, readFilter } from './scim-filter.js';
import type { ScimListQuery } from './scim-query.js';
import type { UserRow } from './scim-resources.js';

const EMAIL = { type: 'text', sql: 'lower(u.email) = lower($)' } as const;

/** The name that is answered: the one that was sent, else what people see. */
const DISPLAY_NAME = `CASE WHEN s.shown_name = u.name THEN s.display_name ELSE u.name END`;

const FILTERS: Comparisons = {
  id: { type: 'id', sql: 'u.id = $::uuid' },
  username: EMAIL,
  emails: EMAIL,
  'emails.value': EMAIL,
  externalid: { type: 'text', sql: 's.external_id = $' },
  displayname: { type: 'text', sql: `folded(${DISPLAY_NAME}) = folded($)` },
  active: { type: 'flag', sql: 'u.active = $' },
};

/** Without those whom the directory has deleted, or who are erased. */
const FROM_USERS = `FROM users u LEFT JOIN scim_users s ON s.company_id = u.company_id AND s.user_id = u.id
  WHERE u.company_id = $1 AND u.email <> '' AND (u.active OR s.removed_at IS NULL)`;

const COLUMNS = `u.id, u.email, u.name, u.role, u.active, u.created_at AS "createdAt", u.updated_at AS "updatedAt",
  s.external_id AS "externalId", s.shown_name AS "shownName", s.display_name AS "displayName", s.formatted,
  s.given_name AS "givenName", s.family_name AS "familyName"`;

/** The users of a company, without those whom its directory has deleted, or who are erased. */
@Injectable()
export class ScimUsersRepository {
  constructor(private readonly database: Database) {}

  async findPage(
    context: RequestContext,
    filter: unknown,
    { startIndex, count }: ScimListQuery,
  ): Promise<{ rows: UserRow[]; total: number }> {
    const { condition, values: filtered } = readFilter(filter, 'User', FILTERS, 2);
    const values = [context.companyId, ...filtered];
    const counted = { text: `SELECT count(*) AS total ${FROM_USERS} ${condition}` };
    const total = (await this.database.row<{ total: number }>(context, counted, values))?.total ?? 0;
    const text = `SELECT ${COLUMNS} ${FROM_USERS} ${condition}
      ORDER BY u.created_at, u.id LIMIT ${count} OFFSET ${startIndex - 1}`;
    return { rows: count === 0 ? [] : await this.database.rows<UserRow>(context, { text }, values), total };
  }

  /** Takes away what the directory calls an erased user. */
  @BeforeErasure()
  async forgetUser(tx: TransactionContext, { id }: ErasedUser): Promise<void> {
    const text = 'DELETE FROM scim_users WHERE company_id = $1 AND user_id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, id]);
  }

  async findRoleOfNew(tx: TransactionContext): Promise<Role> {
    const text = `SELECT coalesce(${defaultRoleOf('$1')}, 'MEMBER') AS role`;
    return (await this.database.row<{ role: Role }>(tx, { text }, [tx.companyId]))?.role ?? 'MEMBER';
  }

  async rememberUser(tx: TransactionContext, row: UserRow, removedAt: string | null = null): Promise<void> {
    const text = `INSERT INTO scim_users (company_id, user_id, external_id, removed_at, shown_name, display_name, formatted,
        given_name, family_name)
      VALUES ($1, $2, $3, $4::timestamptz, $5, $6, $7, $8, $9)
      ON CONFLICT (company_id, user_id) DO UPDATE SET external_id = excluded.external_id, removed_at = excluded.removed_at,
        shown_name = excluded.shown_name, display_name = excluded.display_name, formatted = excluded.formatted,
        given_name = excluded.given_name, family_name = excluded.family_name`;
    const { id, externalId, shownName, displayName, formatted, givenName, familyName } = row;
    const names = [shownName, displayName, formatted, givenName, familyName];
    await this.database.execute(tx, { text }, [tx.companyId, id, externalId, removedAt, ...names]);
  }

  async getOne(context: RequestContext, id: string, lock = ''): Promise<UserRow> {
    const text = `SELECT ${COLUMNS} ${FROM_USERS} AND u.id = $2 ${lock}`;
    const row = await this.database.row<UserRow>(context, { text }, [context.companyId, id]);
    if (!row) throw new NotFoundError('User');
    return row;
  }

  getOneForUpdate(tx: TransactionContext, id: string): Promise<UserRow> {
    return this.getOne(tx, id, 'FOR NO KEY UPDATE OF u');
  }
}
