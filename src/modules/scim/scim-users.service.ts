import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ConflictError, ForbiddenError, NotFoundError } from '../../common/errors/app-error.js';
import { UserNameTakenError } from '../../common/errors/scim-errors.js';
import { Configuration } from '../../config/configuration.js';
import type { RequestContext, TransactionContext } from '../../core/company-scope/request-context.js';
import type { Role } from '../../core/company-scope/role.js';
import { Database } from '../../core/database/database.js';
import { audited, unannounced } from '../../core/events/domain-event.js';
import { Outbox } from '../../core/events/outbox.js';
import { defaultRoleOf } from '../sso/sso.sql.js';
import { type UserCredentials, UserCredentialsService } from '../users/user-credentials.service.js';
import { UsersService } from '../users/users.service.js';
import { users } from '../users/users.sql.js';
import type { Attributes } from './scim-input.js';
import { readOperations } from './scim-patch.js';
import { listOf, readListQuery, type ScimList, shaped } from './scim-query.js';
import { type ScimUserResource, toUserResource, type UserRow } from './scim-resources.js';
import { patchUser, readUser, type UserInput } from './scim-user-input.js';

const FILTERS = ['userName', 'externalId', 'emails.value', 'displayName'];

const CONDITIONS: Readonly<Record<string, string>> = {
  username: 'lower(u.email) = lower($2)',
  'emails.value': 'lower(u.email) = lower($2)',
  externalid: 's.external_id = $2',
  displayname: 'lower(u.name) = lower($2)',
};

/** Without those whom the directory has deleted. */
const FROM_USERS = `FROM ${users('u')} LEFT JOIN scim_users s ON s.company_id = u.company_id AND s.user_id = u.id
  WHERE u.company_id = $1 AND (u.active OR s.removed_at IS NULL)`;

const COLUMNS = `u.id, u.email, u.name, u.role, u.active, u.created_at AS "createdAt", u.updated_at AS "updatedAt",
  s.external_id AS "externalId"`;

/** The users of a company as its directory keeps them (identity 5). */
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
    const { startIndex, count, filter } = readListQuery(query, FILTERS);
    const condition = filter ? `AND ${CONDITIONS[filter.attribute]}` : '';
    const values = [context.companyId, ...(filter ? [filter.value] : [])];
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
    const { userName, externalId = null, active = true } = input;
    return this.outbox.commit(context, async (tx) => {
      const known = await this.credentials.findByEmail(tx, userName);
      const { id, records } = known ? await this.activate(tx, known, input) : await this.add(tx, input);
      await this.remember(tx, id, { externalId, isRemoved: false });
      if (!known && !active) await this.users.update(tx, id, { active });
      return audited(unannounced(this.resourceOf(await this.getRow(tx, id))), ...records);
    });
  }

  /** What the directory does not send stays. */
  replace(context: RequestContext, id: string, body: Attributes): Promise<ScimUserResource> {
    return this.change(context, id, () => readUser(body));
  }

  patch(context: RequestContext, id: string, body: Attributes): Promise<ScimUserResource> {
    const operations = readOperations(body);
    return this.change(context, id, ({ name }) => patchUser(operations, name));
  }

  /** Deactivates the user, who then does not exist for the directory. */
  remove(context: RequestContext, id: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      const { externalId } = await this.getChangeable(tx, id);
      await this.users.update(tx, id, { active: false });
      await this.remember(tx, id, { externalId, isRemoved: true });
      return unannounced(undefined);
    });
  }

  private change(context: RequestContext, id: string, read: (row: UserRow) => UserInput): Promise<ScimUserResource> {
    return this.outbox.commit(context, async (tx) => {
      const before = await this.getChangeable(tx, id);
      const { userName: email, name, active, externalId = before.externalId } = read(before);
      await this.users.update(tx, id, { email, name, active }).catch(ofTakenName);
      if (externalId !== before.externalId) await this.remember(tx, id, { externalId, isRemoved: false });
      return unannounced(this.resourceOf(await this.getRow(tx, id)));
    });
  }

  private async activate(
    tx: TransactionContext,
    { id, companyId, role, active }: UserCredentials,
    { name, active: becomesActive = true }: UserInput,
  ): Promise<{ id: string; records: [] }> {
    if (companyId !== tx.companyId || active) throw new UserNameTakenError();
    ensureNoOwner(role);
    await this.users.update(tx, id, { name, active: becomesActive });
    return { id, records: [] };
  }

  private async add(tx: TransactionContext, { userName: email = '', name = localPart(email) }: UserInput) {
    const id = uuidv7();
    const role = await this.roleOfNew(tx);
    return { id, records: [await this.users.provision(tx, { id, email, name, role }).catch(ofTakenName)] };
  }

  private async roleOfNew(tx: TransactionContext): Promise<Role> {
    const text = `SELECT coalesce(${defaultRoleOf('$1')}, 'MEMBER') AS role`;
    return (await this.database.row<{ role: Role }>(tx, { text }, [tx.companyId]))?.role ?? 'MEMBER';
  }

  private async remember(
    tx: TransactionContext,
    id: string,
    { externalId, isRemoved }: { externalId: string | null; isRemoved: boolean },
  ): Promise<void> {
    const text = `INSERT INTO scim_users (company_id, user_id, external_id, removed_at)
      VALUES ($1, $2, $3, $4::timestamptz)
      ON CONFLICT (company_id, user_id) DO UPDATE SET external_id = excluded.external_id, removed_at = excluded.removed_at`;
    const removedAt = isRemoved ? new Date().toISOString() : null;
    await this.database.execute(tx, { text }, [tx.companyId, id, externalId, removedAt]);
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
