import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { ConflictError, ForbiddenError } from '#common/errors/app-error.js';
import { UserNameTakenError } from '#common/errors/scim-errors.js';
import { Configuration } from '#config/configuration.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import type { Role } from '#core/company-scope/role.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { type UserCredentials, UserCredentialsService } from '#modules/users/user-credentials.service.js';
import { UsersService } from '#modules/users/users.service.js';
import type { Attributes } from './scim-input.js';
import { hasNames, type SentNames, shownName } from './scim-names.js';
import { readOperations } from './scim-patch.js';
import { listOf, readListQuery, type ScimList, shaped } from './scim-query.js';
import { type ScimUserResource, sentNames, toUserResource, type UserRow } from './scim-resources.js';
import { patchUser, readUser, type UserInput, type WholeUserInput } from './scim-user-input.js';
import { ScimUsersRepository } from './scim-users.repository.js';

/** The users of a company as its directory keeps them. */
@Injectable()
export class ScimUsersService {
  constructor(
    private readonly rows: ScimUsersRepository,
    private readonly outbox: Outbox,
    private readonly configuration: Configuration,
    private readonly credentials: UserCredentialsService,
    private readonly users: UsersService,
  ) {}

  async findAll(context: RequestContext, query: Attributes): Promise<ScimList<Partial<ScimUserResource>>> {
    const { startIndex, count } = readListQuery(query);
    const { rows, total } = await this.rows.findPage(context, query['filter'], { startIndex, count });
    const resources = rows.map((row) => shaped(this.resourceOf(row), query));
    return listOf(resources, total, startIndex);
  }

  async findOne(context: RequestContext, id: string, query: Attributes = {}): Promise<Partial<ScimUserResource>> {
    return shaped(this.resourceOf(await this.rows.getOne(context, id)), query);
  }

  /** Makes a user, or activates one of the company who is not active. @throws UserNameTakenError */
  create(context: RequestContext, body: Attributes): Promise<ScimUserResource> {
    const input = readUser(body);
    const { userName, externalId = null, active = true, names } = input;
    return this.outbox.commit(context, async (tx) => {
      const known = await this.credentials.findByEmail(tx, userName);
      const { id, records } = known ? await this.activate(tx, known, input) : await this.add(tx, input);
      const row = await this.rows.getOne(tx, id);
      await this.rows.rememberUser(tx, { ...rowAfter(row, names, false), externalId });
      if (!known && !active) await this.users.update(tx, id, { active });
      return audited(unannounced(this.resourceOf(await this.rows.getOne(tx, id))), ...records);
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
      await this.rows.rememberUser(tx, row, new Date().toISOString());
      return unannounced(undefined);
    });
  }

  private change(context: RequestContext, id: string, read: (row: UserRow) => UserInput): Promise<ScimUserResource> {
    return this.outbox.commit(context, async (tx) => {
      const before = await this.getChangeable(tx, id);
      const { userName: email, names, active, externalId = before.externalId } = read(before);
      const name = names && shownName(names);
      await this.users.update(tx, id, { email, name, active }).catch(ofTakenName);
      if (names !== undefined || externalId !== before.externalId) {
        const row = await this.rows.getOne(tx, id);
        await this.rows.rememberUser(tx, { ...rowAfter(row, names, sentNames(before) !== undefined), externalId });
      }
      return unannounced(this.resourceOf(await this.rows.getOne(tx, id)));
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
    const role = await this.rows.findRoleOfNew(tx);
    return { id, records: [await this.users.provisionUser(tx, { id, email, name, role }).catch(ofTakenName)] };
  }

  /** Nobody else changes the user until the transaction ends. @throws NotFoundError, ForbiddenError for an OWNER */
  private async getChangeable(tx: TransactionContext, id: string): Promise<UserRow> {
    const row = await this.rows.getOneForUpdate(tx, id);
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
