import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { ConflictError, ForbiddenError, NotFoundError } from '#common/errors/app-error.js';
import { UserNameTakenError } from '#common/errors/scim-errors.js';
import { Configuration } from '#config/configuration.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import type { Role } from '#core/company-scope/role.js';
import { Database } from '#core/database/database.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { defaultRoleOf } from '#schema/sso.js';
import { type UserCredentials, UserCredentialsService } from '#modules/users/user-credentials.service.js';
import { BeforeErasure, type ErasedUser } from '#modules/users/user.hooks.js';
import { UsersService } from '#modules/users/users.service.js';
import { type Comparisons, readFilter } from './scim-filter.js';
import type { Attributes } from './scim-input.js';
import { hasNames, type SentNames, shownName } from './scim-names.js';
import { readOperations } from './scim-patch.js';
import { listOf, readListQuery, type ScimList, shaped } from './scim-query.js';
import { type ScimUserResource, sentNames, toUserResource, type UserRow } from './scim-resources.js';
import { patchUser, readUser, type UserInput, type WholeUserInput } from './scim-user-input.js';

const EMAIL = { type: 'text', sql: 'lower(u.email) = lower($)' } as const;

/** The name that is answered: the one that was sent, else what people see. */
const DISPLAY_NAME = `CASE WHEN s.shown_name = u.name THEN s.display_name ELSE u.name END`;

const FILTERS: Comparisons = {
  id: { type: 'id', sql: 'u.id = $::uuid' },
  username: EMAIL,
  emails: EMAIL,
  'emails.value': EMAIL,
  externalid: { type: 'text', sql: 's.external_id = $' },
  displayname: { type: 'text', sql: `lower(${DISPLAY_NAME}) = lower($)` },
  active: { type: 'flag', sql: 'u.active = $' },
};

/** Without those whom the directory has deleted, or who are erased. */
const FROM_USERS = `FROM users u LEFT JOIN scim_users s ON s.company_id = u.company_id AND s.user_id = u.id
  WHERE u.company_id = $1 AND u.email <> '' AND (u.active OR s.removed_at IS NULL)`;

const COLUMNS = `u.id, u.email, u.name, u.role, u.active, u.created_at AS "createdAt", u.updated_at AS "updatedAt",
  s.external_id AS "externalId", s.shown_name AS "shownName", s.display_name AS "displayName", s.formatted,
  s.given_name AS "givenName", s.family_name AS "familyName"`;

/** The users of a company as its directory keeps them. */
@Injectable()
export class ScimUsersService {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly configuration: Configuration,
    private readonly credentials: UserCredentialsService,
    private readonly users: UsersService,
  ) {}

  async findAll(context: RequestContext, query: Attributes): Promise<ScimList<Partial<ScimUserResource>>> {
    const { startIndex, count } = readListQuery(query);
    const { condition, values: filtered } = readFilter(query['filter'], 'User', FILTERS, 2);
    const values = [context.companyId, ...filtered];
    const counted = { text: `SELECT count(*) AS total ${FROM_USERS} ${condition}` };
    const total = (await this.database.row<{ total: number }>(context, counted, values))?.total ?? 0;
    const text = `SELECT ${COLUMNS} ${FROM_USERS} ${condition}
      ORDER BY u.created_at, u.id LIMIT ${count} OFFSET ${startIndex - 1}`;
    const rows = count === 0 ? [] : await this.database.rows<UserRow>(context, { text }, values);
    const resources = rows.map((row) => shaped(this.resourceOf(row), query));
    return listOf(resources, total, startIndex);
  }

  async findOne(context: RequestContext, id: string, query: Attributes = {}): Promise<Partial<ScimUserResource>> {
    return shaped(this.resourceOf(await this.getRow(context, id)), query);
  }

  /** Makes a user, or activates one of the company who is not active. @throws UserNameTakenError */
  create(context: RequestContext, body: Attributes): Promise<ScimUserResource> {
    const input = readUser(body);
    const { userName, externalId = null, active = true, names } = input;
    return this.outbox.commit(context, async (tx) => {
      const known = await this.credentials.findByEmail(tx, userName);
      const { id, records } = known ? await this.activate(tx, known, input) : await this.add(tx, input);
      const row = await this.getRow(tx, id);
      await this.remember(tx, { ...rowAfter(row, names, false), externalId });
      if (!known && !active) await this.users.update(tx, id, { active });
      return audited(unannounced(this.resourceOf(await this.getRow(tx, id))), ...records);
    });
  }

  /** What the directory does not send stays, except names. */
  replace(context: RequestContext, id: string, body: Attributes): Promise<ScimUserResource> {
    return this.change(context, id, () => readUser(body));
  }

  patch(context: RequestContext, id: string, body: Attributes): Promise<ScimUserResource> {
    const operations = readOperations(body);
    return this.change(context, id, (row) => patchUser(operations, sentNames(row), row.name));
  }

  /** Deactivates the user, who then does not exist for the directory. */
  remove(context: RequestContext, id: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      const row = await this.getChangeable(tx, id);
      await this.users.update(tx, id, { active: false });
      await this.remember(tx, row, new Date().toISOString());
      return unannounced(undefined);
    });
  }

  /** Takes away what the directory calls an erased user. */
  @BeforeErasure()
  async forget(tx: TransactionContext, { id }: ErasedUser): Promise<void> {
    const text = 'DELETE FROM scim_users WHERE company_id = $1 AND user_id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, id]);
  }

  private change(context: RequestContext, id: string, read: (row: UserRow) => UserInput): Promise<ScimUserResource> {
    return this.outbox.commit(context, async (tx) => {
      const before = await this.getChangeable(tx, id);
      const { userName: email, names, active, externalId = before.externalId } = read(before);
      const name = names && shownName(names);
      await this.users.update(tx, id, { email, name, active }).catch(ofTakenName);
      if (names !== undefined || externalId !== before.externalId) {
        const row = await this.getRow(tx, id);
        await this.remember(tx, { ...rowAfter(row, names, sentNames(before) !== undefined), externalId });
      }
      return unannounced(this.resourceOf(await this.getRow(tx, id)));
    });
  }

  private async activate(
    tx: TransactionContext,
    { id, companyId, role, active }: UserCredentials,
    { names, active: becomesActive = true }: WholeUserInput,
  ): Promise<{ id: string; records: [] }> {
    if (companyId !== tx.companyId || active) throw new UserNameTakenError();
    ensureNoOwner(role);
    await this.users.update(tx, id, { name: shownName(names), active: becomesActive });
    return { id, records: [] };
  }

  private async add(tx: TransactionContext, { userName: email, names }: WholeUserInput) {
    const id = uuidv7();
    const name = shownName(names) ?? localPart(email);
    const role = await this.roleOfNew(tx);
    return { id, records: [await this.users.provision(tx, { id, email, name, role }).catch(ofTakenName)] };
  }

  private async roleOfNew(tx: TransactionContext): Promise<Role> {
    const text = `SELECT coalesce(${defaultRoleOf('$1')}, 'MEMBER') AS role`;
    return (await this.database.row<{ role: Role }>(tx, { text }, [tx.companyId]))?.role ?? 'MEMBER';
  }

  private async remember(tx: TransactionContext, row: UserRow, removedAt: string | null = null): Promise<void> {
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

  private async getRow(context: RequestContext, id: string, lock = ''): Promise<UserRow> {
    const text = `SELECT ${COLUMNS} ${FROM_USERS} AND u.id = $2 ${lock}`;
    const row = await this.database.row<UserRow>(context, { text }, [context.companyId, id]);
    if (!row) throw new NotFoundError('User');
    return row;
  }

  /** Nobody else changes the user until the transaction ends. @throws NotFoundError, ForbiddenError for an OWNER */
  private async getChangeable(tx: TransactionContext, id: string): Promise<UserRow> {
    const row = await this.getRow(tx, id, 'FOR NO KEY UPDATE OF u');
    ensureNoOwner(row.role);
    return row;
  }

  private resourceOf(row: UserRow): ScimUserResource {
    return toUserResource(row, this.configuration.publicUrl);
  }
}

/** Who never had names of the directory has none either once it sends none. */
function rowAfter(row: UserRow, names: SentNames | undefined, hadNames: boolean): UserRow {
  if (!names) return row;
  return { ...row, ...names, shownName: hadNames || hasNames(names) ? row.name : null };
}

/** Somebody else has the address; another conflict is that there are as many users as there may be. */
function ofTakenName(error: unknown): never {
  if (error instanceof ConflictError && error.message.startsWith('The e-mail')) throw new UserNameTakenError();
  throw error;
}

function localPart(email: string): string {
  return email.slice(0, email.lastIndexOf('@'));
}

function ensureNoOwner(role: Role): void {
  if (role === 'OWNER') throw new ForbiddenError('The directory cannot change an OWNER');
}
