import { Injectable } from '@nestjs/common';
import { InsufficientRoleError, InvalidTokenError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '../company-scope/request-context.js';
import type { Role } from '../company-scope/role.js';
import { Database } from '../database/database.js';
import type { Change } from '../events/domain-event.js';
import { Outbox } from '../events/outbox.js';
import { roleOfAgent } from './agent.js';
import { Grants } from './grants/grants.js';
import { hasPermission, type Permission } from './permissions.js';
import { Sessions } from './sessions/sessions.js';

interface CallerNow {
  readonly role: Role;
  readonly credentialVersion: number;
  /** The user and the company are active, and the key is not revoked. */
  readonly isActive: boolean;
}

/**
 * CallerCheck as they are when they change something, not as they were when the request came in: a request
 * may have waited meanwhile.
 */
@Injectable()
export class CallerCheck {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly sessions: Sessions,
    private readonly grants: Grants,
  ) {}

  /**
   * As `Outbox.commit`, but it first locks the caller, and the other users whose rows or keys `work` changes, in one
   * order for all requests. `work` gets the caller's role of now. The service's own work has no caller.
   *
   * @throws InvalidTokenError when the caller was deactivated meanwhile, the password changed, or the key or session
   *   ended; InsufficientRoleError when the caller lost the permission that the route requires.
   */
  commit<Result>(
    context: RequestContext,
    work: (tx: TransactionContext) => Promise<Change<Result>>,
    changedUserIds: readonly string[] = [],
  ): Promise<Result> {
    return this.outbox.commit(context, async (tx) => {
      if (context.permission === undefined) return work(tx);
      await this.lock(tx, changedUserIds);
      return work(await this.asOfNow(tx, context.permission));
    });
  }

  /** In the order of their ids. No shared lock: requests of a user could then delay the user's own deactivation. */
  private async lock(tx: TransactionContext, changedUserIds: readonly string[]): Promise<void> {
    const text = 'SELECT FROM users WHERE company_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE';
    await this.database.execute(tx, { text }, [tx.companyId, [tx.userId, ...changedUserIds]]);
  }

  /** Reads after the lock, not with it, so that the company and the key are current, too. */
  private async asOfNow(tx: TransactionContext, permission: Permission): Promise<TransactionContext> {
    const { companyId, userId, apiKeyId = null, credentialVersion } = tx;
    const caller = await this.database.row<CallerNow>(
      tx,
      {
        text: `SELECT u.role, u.credential_version AS "credentialVersion", u.active AND c.active AND ($3::uuid IS NULL
            OR EXISTS (SELECT FROM api_keys WHERE company_id = $1 AND id = $3 AND revoked_at IS NULL)) AS "isActive"
          FROM users u JOIN companies c ON c.id = u.company_id WHERE u.company_id = $1 AND u.id = $2`,
      },
      [companyId, userId, apiKeyId],
    );
    const isCurrent = credentialVersion === undefined || credentialVersion === caller?.credentialVersion;
    if (!caller?.isActive || !isCurrent || !(await this.isStanding(tx))) throw new InvalidTokenError();
    if (!hasPermission(caller.role, permission)) throw new InsufficientRoleError();
    return { ...tx, role: tx.agent ? roleOfAgent(caller.role) : caller.role };
  }

  private async isStanding(tx: TransactionContext): Promise<boolean> {
    return (await this.sessions.isStanding(tx)) && (await this.grants.isStanding(tx));
  }
}
