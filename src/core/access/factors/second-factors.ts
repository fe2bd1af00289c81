import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { DatabaseContext, RequestContext, TransactionContext } from '../../company-scope/request-context.js';
import { Database } from '../../database/database.js';
import { Secrets } from '../../secrets/secrets.js';
import { CodeAttempts } from './code-attempts.js';
import { RecoveryCodes } from './recovery-codes.js';
import { base32, isTotpCode, matchingSteps } from './totp.js';

interface User {
  readonly companyId: string;
  readonly id: string;
}

type Client = Pick<RequestContext, 'clientNetwork'>;

interface StoredFactor {
  readonly secret: string;
  readonly isPending: boolean;
}

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const PENDING = '10 minutes';

const SELECT = `SELECT secret, pending_until IS NOT NULL AS "isPending" FROM totp_factors
  WHERE company_id = $1 AND id = $2 AND coalesce(pending_until > now(), true)`;

/** A step that nobody has used yet; those that no clock reaches any more are forgotten. */
const USE = `UPDATE totp_factors
  SET used_steps = array_append(used_steps[greatest(1, cardinality(used_steps) - 8) :], $3::bigint)
  WHERE company_id = $1 AND id = $2 AND secret = $4 AND NOT $3::bigint = ANY (used_steps)`;

/** The authenticators of users, and the codes that stand in for them. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly attempts: CodeAttempts,
    private readonly recoveryCodes: RecoveryCodes,
  ) {}

  /** Whether the user has an authenticator that is confirmed. */
  async hasTotp(context: DatabaseContext, user: User): Promise<boolean> {
    return (await this.find(context, user))?.isPending === false;
  }

  /** Whether the user has one that waits for its first code. */
  async hasPendingTotp(context: DatabaseContext, user: User): Promise<boolean> {
    return (await this.find(context, user))?.isPending === true;
  }

  /** Makes an authenticator that waits for its first code, in place of another that does. */
  async begin(tx: TransactionContext, userId: string): Promise<string> {
    const secret = randomBytes(SECRET_BYTES);
    const place = placeOf({ companyId: tx.companyId, id: userId });
    const text = `INSERT INTO totp_factors (company_id, id, secret, pending_until, used_steps)
      VALUES ($1, $2, $3, now() + interval '${PENDING}', '{}')
      ON CONFLICT (company_id, id) DO UPDATE
        SET secret = excluded.secret, pending_until = excluded.pending_until, used_steps = '{}'`;
    const sealed = this.secrets.encrypt(secret.toString('base64url'), place);
    await this.database.execute(tx, { text }, [tx.companyId, userId, sealed]);
    return base32(secret);
  }

  /** Whether the authenticator of a locked user waited for its first code, and has it now. */
  async confirm(tx: TransactionContext, userId: string): Promise<boolean> {
    const text = `UPDATE totp_factors SET pending_until = NULL, confirmed_at = $3
      WHERE company_id = $1 AND id = $2 AND pending_until > now()`;
    return (await this.database.execute(tx, { text }, [tx.companyId, userId, new Date().toISOString()])) > 0;
  }

  /** Takes the authenticator and its recovery codes away; whether there was a confirmed one. */
  async remove(tx: TransactionContext, userId: string): Promise<boolean> {
    await this.recoveryCodes.delete(tx, userId);
    const text = `DELETE FROM totp_factors WHERE company_id = $1 AND id = $2 RETURNING pending_until IS NULL AS "isConfirmed"`;
    const row = await this.database.row<{ isConfirmed: boolean }>(tx, { text }, [tx.companyId, userId]);
    return row?.isConfirmed === true;
  }

  /**
   * Uses up a code of the user's authenticator, or a recovery code; whether it was one.
   *
   * @throws RateLimitExceededError after too many wrong ones
   */
  isRightCode(context: DatabaseContext & Client, user: User, code: string): Promise<boolean> {
    return this.attempts.guard(context, user, async () => {
      if (isTotpCode(code.trim())) return this.useTotp(context, user, code.trim(), false);
      return (await this.hasTotp(context, user)) && this.recoveryCodes.redeem(context, user, code);
    });
  }

  /** As `isRightCode`, for the first code of an authenticator that waits for it. */
  isRightFirstCode(context: DatabaseContext, user: User, code: string): Promise<boolean> {
    return this.attempts.guard(context, user, () => this.useTotp(context, user, code.trim(), true));
  }

  private async useTotp(context: DatabaseContext, user: User, code: string, isPending: boolean): Promise<boolean> {
    const factor = await this.find(context, user);
    if (factor?.isPending !== isPending) return false;
    const secret = Buffer.from(this.secrets.decrypt(factor.secret, placeOf(user)), 'base64url');
    for (const step of matchingSteps(secret, code, Date.now() / 1_000)) {
      const values = [user.companyId, user.id, step, factor.secret];
      // Of two that come at once, the second waits for the row and finds the step used.
      if ((await this.database.execute(context, { text: USE }, values)) > 0) return true;
    }
    return false;
  }

  private find(context: DatabaseContext, { companyId, id }: User): Promise<StoredFactor | undefined> {
    return this.database.row<StoredFactor>(context, { text: SELECT }, [companyId, id]);
  }
}

function placeOf({ companyId, id }: User) {
  return { table: 'totp_factors', column: 'secret', companyId, id };
}
