import { Injectable } from '@nestjs/common';
import { OWN_WORK_CONTEXT, type RequestContext, type TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import type { CheckState } from '#schema/code.js';
import { AfterErasure, type ErasedUser } from '#modules/users/user.hooks.js';
import type { Account, CheckSeen } from '../forges/forge-event.js';

/** Locks of things of forges, apart from other advisory locks. */
const CODE_LOCKS = 1_668_244_581;
const MOST_ACCOUNTS = 50;
const CHECKS_KEPT = `interval '30 days'`;

/** A task that a text means. */
export interface MeantTask {
  /** The tid that names it, in upper case: it may be a former one. */
  readonly named: string;
  readonly id: string;
}

/** What is known of tids, accounts and checks. */
@Injectable()
export class CodeFactsRepository {
  constructor(private readonly database: Database) {}

  /** Until the transaction ends, nobody else applies what tells of the same thing. */
  async lockThing(tx: TransactionContext, key: string): Promise<void> {
    const text = `SELECT pg_advisory_xact_lock(${CODE_LOCKS}, hashtext($1))`;
    await this.database.execute(tx, { name: 'code-lock', text }, [`${tx.companyId} ${key}`]);
  }

  /** The tasks that have the tids, or had them, in the projects; of every project when none is named. */
  async findMeant(
    tx: TransactionContext,
    tids: readonly string[],
    projectIds: readonly string[],
  ): Promise<MeantTask[]> {
    if (tids.length === 0) return [];
    const isKnown = (project: string) => `(cardinality($3::uuid[]) = 0 OR ${project} = ANY ($3::uuid[]))`;
    const text = `SELECT t.tid AS named, t.id FROM tasks t
        WHERE t.company_id = $1 AND t.tid = ANY ($2::text[]) AND ${isKnown('t.project_id')}
      UNION ALL SELECT ft.tid, ft.task_id FROM task_former_tids ft
        WHERE ft.company_id = $1 AND ft.tid = ANY ($2::text[]) AND ${isKnown('ft.project_id')}`;
    return this.database.rows<MeantTask>(tx, { name: 'code-meant', text }, [tx.companyId, tids, projectIds]);
  }

  /** The active user of each account, by its e-mail address in this event or an earlier one. */
  async findUsers(
    context: RequestContext,
    connectionId: string,
    accounts: readonly Account[],
  ): Promise<(account: Account) => string | null> {
    const logins = accounts.flatMap(({ login }) => login ?? []);
    const seen = `SELECT login, email FROM code_accounts WHERE company_id = $1 AND connection_id = $2 AND login = ANY ($3::text[])`;
    const known = await this.database.rows<{ login: string; email: string }>(
      context,
      { name: 'code-accounts', text: seen },
      [context.companyId, connectionId, logins],
    );
    const emailsOf = ({ login, email }: Account) => [
      ...(email === null ? [] : [email.toLowerCase()]),
      ...known.filter((one) => one.login === login).map((one) => one.email),
    ];
    const emails = [...new Set(accounts.flatMap((account) => emailsOf(account)))];
    const users = emails.length === 0 ? [] : await this.findActive(context, emails);
    const byEmail = new Map(users.map(({ email, id }) => [email.toLowerCase(), id]));
    return (account) =>
      emailsOf(account)
        .map((email) => byEmail.get(email))
        .find(Boolean) ?? null;
  }

  private async findActive(
    context: RequestContext,
    emails: readonly string[],
  ): Promise<{ id: string; email: string }[]> {
    const found = await this.database.rows<{ id: string; email: string }>(
      context,
      {
        name: 'code-user-emails',
        text: 'SELECT e.user_id AS id, e.email FROM user_emails e WHERE e.company_id = $1 AND e.email = ANY ($2::text[])',
      },
      [context.companyId, emails],
    );
    const active = await this.database.rows<{ id: string }>(
      context,
      {
        name: 'code-active-users',
        text: 'SELECT u.id FROM users u WHERE u.company_id = $1 AND u.id = ANY ($2::uuid[]) AND u.active',
      },
      [context.companyId, found.map(({ id }) => id)],
    );
    return found.filter(({ id }) => active.some((user) => user.id === id));
  }

  /** Remembers the e-mail addresses of accounts: most events have none. */
  async rememberAccounts(tx: TransactionContext, connectionId: string, accounts: readonly Account[]): Promise<void> {
    const known = accounts.filter(({ login, email }) => login !== null && email !== null).slice(0, MOST_ACCOUNTS);
    if (known.length === 0) return;
    const text = `INSERT INTO code_accounts (company_id, connection_id, login, email)
      SELECT DISTINCT $1::uuid, $2::uuid, a.login, lower(a.email) FROM unnest($3::text[], $4::text[]) a (login, email)
      ON CONFLICT DO NOTHING`;
    const columns = [known.map(({ login }) => login?.slice(0, 200)), known.map(({ email }) => email?.slice(0, 320))];
    await this.database.execute(tx, { name: 'code-remember-accounts', text }, [tx.companyId, connectionId, ...columns]);
  }

  /** Keeps the newest outcome of a check; of equal moments the later to arrive. */
  async keepCheck(tx: TransactionContext, connectionId: string, check: CheckSeen): Promise<void> {
    const text = `INSERT INTO code_checks AS c (company_id, connection_id, sha, name, state, at) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (company_id, connection_id, sha, name) DO UPDATE SET state = excluded.state, at = excluded.at
      WHERE c.at <= excluded.at`;
    const { sha, name, state, at } = check;
    await this.database.execute(tx, { name: 'code-keep-check', text }, [
      tx.companyId,
      connectionId,
      sha.slice(0, 100),
      name.slice(0, 300),
      state,
      at,
    ]);
  }

  /** What the checks of a commit come to: `failed` before `pending` before `passed`. */
  async findChecks(tx: TransactionContext, sha: string): Promise<CheckState | null> {
    const text = `SELECT c.state FROM code_checks c WHERE c.company_id = $1 AND c.sha = $2
      ORDER BY array_position(ARRAY['failed', 'pending', 'passed'], c.state) LIMIT 1`;
    const found = await this.database.row<{ state: CheckState }>(tx, { name: 'code-checks', text }, [
      tx.companyId,
      sha,
    ]);
    return found?.state ?? null;
  }

  /** Whether a person has changed the status of a task after a moment. */
  async isChangedByPerson(tx: TransactionContext, taskId: string, moment: string): Promise<boolean> {
    const text = `SELECT 1 FROM task_activity ta WHERE ta.company_id = $1 AND ta.task_id = $2 AND ta.at > $3
      AND ta.actor_colleague IS NULL AND ta.changes -> 'status' IS NOT NULL LIMIT 1`;
    const values = [tx.companyId, taskId, moment];
    return (await this.database.row(tx, { name: 'code-changed-by-person', text }, values)) !== undefined;
  }

  async deleteOldChecks(): Promise<void> {
    const text = `DELETE FROM code_checks WHERE at < now() - ${CHECKS_KEPT}`;
    await this.database.execute(OWN_WORK_CONTEXT, { text });
  }

  /** Nobody is found by the address of who is erased, and what they made at a forge names them no more. */
  @AfterErasure()
  async forgetPerson(context: RequestContext, { id, email }: ErasedUser): Promise<void> {
    const isTheirs = `a.company_id = $1 AND a.email = lower($2)`;
    const links = `UPDATE code_links l SET author_name = NULL WHERE l.company_id = $1 AND (l.author_user_id = $3 OR EXISTS (
      SELECT FROM code_accounts a WHERE ${isTheirs} AND a.connection_id = l.connection_id AND a.login = l.author_name))`;
    await this.database.execute(context, { text: links }, [context.companyId, email, id]);
    const accounts = `DELETE FROM code_accounts a WHERE ${isTheirs}`;
    await this.database.execute(context, { text: accounts }, [context.companyId, email]);
  }
}
