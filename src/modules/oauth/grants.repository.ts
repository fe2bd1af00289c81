import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { OAuthSetting } from '#core/access/grants/grant.js';
import type { StoredGrant } from '#core/access/grants/grants.js';
import type {
  DatabaseContext,
  InTransaction,
  RequestContext,
  TransactionContext,
} from '#core/company-scope/request-context.js';
import type { Role } from '#core/company-scope/role.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import type { CompanyGrantResponse, GrantResponse } from './grant.dto.js';

/** What decides whether a person may connect programs now. */
export interface ConnectingUser {
  readonly role: Role;
  readonly isActive: boolean;
  readonly credentialVersion: number;
  readonly oauth: OAuthSetting;
}

type NewGrant = Omit<StoredGrant, 'lastUsedAt'>;

/** A person whose grants they are. */
interface UserKey {
  readonly companyId: string;
  readonly userId: string;
}

/** Days that a grant can go on without use. */
const DAYS_UNUSED = 30;

const FIELDS = `g.id, json_build_object('id', g.client_id, 'name', g.client_name) AS client, g.scope,
    g.project_ids AS "projectIds", g.colleague_id AS "colleagueId", g.resource, g.created_at AS "createdAt",
    g.last_used_at AS "lastUsedAt"`;

/** What people have granted to programs, and the tokens of these. */
@Injectable()
export class GrantsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  findOwn(context: RequestContext, query: PageQuery): Promise<List<GrantResponse>> {
    const { where, values } = new Conditions([context.companyId, context.userId])
      .add('g.company_id = $1 AND g.user_id = $2')
      .add('g.expires_at > now()');
    return this.lists.find<GrantResponse>(context, query, {
      select: `SELECT ${FIELDS} FROM oauth_grants g WHERE ${where}`,
      values,
      orderBy: 'g.created_at, g.id',
    });
  }

  findAll(context: RequestContext, query: PageQuery): Promise<List<CompanyGrantResponse>> {
    return this.lists.find<CompanyGrantResponse>(context, query, {
      select: `SELECT ${FIELDS}, json_build_object('id', u.id, 'name', u.name) AS "user" FROM oauth_grants g
        JOIN users u ON u.company_id = g.company_id AND u.id = g.user_id
        WHERE g.company_id = $1 AND g.expires_at > now()`,
      values: [context.companyId],
      orderBy: 'g.created_at, g.id',
    });
  }

  /** The user whose grant it is. */
  async findUserId(context: RequestContext, id: string): Promise<string | undefined> {
    const text = 'SELECT user_id AS "userId" FROM oauth_grants WHERE company_id = $1 AND id = $2';
    return (await this.database.row<{ userId: string }>(context, { text }, [context.companyId, id]))?.userId;
  }

  findUser(context: DatabaseContext, { companyId, userId }: UserKey): Promise<ConnectingUser | undefined> {
    const text = `SELECT u.role, u.active AND c.active AS "isActive", u.credential_version AS "credentialVersion", c.oauth
      FROM users u JOIN companies c ON c.id = u.company_id WHERE u.company_id = $1 AND u.id = $2`;
    return this.database.row<ConnectingUser>(context, { text }, [companyId, userId]);
  }

  /** No grant of the user joins or ends until the transaction ends. */
  async lockUser(tx: InTransaction<DatabaseContext>, { companyId, userId }: UserKey): Promise<void> {
    const text = 'SELECT FROM users WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE';
    await this.database.execute(tx, { text }, [companyId, userId]);
  }

  /** Nobody else goes on with the grant until the transaction ends. */
  async lockGrant(tx: InTransaction<DatabaseContext>, companyId: string, id: string): Promise<void> {
    const text = 'SELECT FROM oauth_grants WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE';
    await this.database.execute(tx, { text }, [companyId, id]);
  }

  /** The grants of the user beyond the `kept` that were used last. */
  async findUnusedLongest(tx: TransactionContext, kept: number): Promise<string[]> {
    const text = `SELECT id FROM oauth_grants WHERE company_id = $1 AND user_id = $2
      ORDER BY coalesce(last_used_at, created_at) DESC, id DESC OFFSET $3`;
    const rows = await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, tx.userId, kept]);
    return rows.map(({ id }) => id);
  }

  async insertGrant(tx: TransactionContext, grant: NewGrant): Promise<void> {
    const text = `INSERT INTO oauth_grants (company_id, id, user_id, credential_version, colleague_id, client_id, client_name,
        resource, scope, project_ids, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now(), now() + interval '${DAYS_UNUSED} days')`;
    const { companyId, id, userId, credentialVersion, colleagueId, clientId, clientName, ...given } = grant;
    const { resource, scope, projectIds } = given;
    const person = [companyId, id, userId, credentialVersion, colleagueId];
    await this.database.execute(tx, { text }, [...person, clientId, clientName, resource, scope, projectIds]);
  }

  async extendGrant(tx: TransactionContext, id: string): Promise<void> {
    const text = `UPDATE oauth_grants SET expires_at = now() + interval '${DAYS_UNUSED} days' WHERE company_id = $1 AND id = $2`;
    await this.database.execute(tx, { text }, [tx.companyId, id]);
  }

  /** Whether there is such a colleague, and its role; it is not deleted until the transaction ends. */
  lockColleague(tx: TransactionContext, id: string): Promise<{ role: string } | undefined> {
    const text = `SELECT vc.role FROM virtual_colleagues vc WHERE vc.company_id = $1 AND vc.id = $2 FOR NO KEY UPDATE`;
    return this.database.row(tx, { text }, [tx.companyId, id]);
  }
}
