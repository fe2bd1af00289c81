import { Injectable } from '@nestjs/common';
import { RateLimitExceededError } from '#common/errors/app-error.js';
import { Configuration } from '#config/configuration.js';
import type { DatabaseContext } from '../../company-scope/request-context.js';
import { Database } from '../../database/database.js';

interface User {
  readonly companyId: string;
  readonly id: string;
}

/** 15 minutes, in milliseconds. */
const WINDOW = 900_000;

const COUNT = `INSERT INTO code_failures AS f (company_id, user_id, count, ends_at) VALUES ($1, $2, 1, $4)
  ON CONFLICT (company_id, user_id) DO UPDATE
    SET count = CASE WHEN f.ends_at <= $3 THEN 1 ELSE f.count + 1 END,
      ends_at = CASE WHEN f.ends_at <= $3 THEN excluded.ends_at ELSE f.ends_at END
    WHERE f.ends_at <= $3 OR f.count < $5`;

const SELECT_END = `SELECT ends_at AS "endsAt" FROM code_failures WHERE company_id = $1 AND user_id = $2`;

/**
 * Counts the wrong codes of a user. An attempt is counted as a failure before its code is compared, in a transaction
 * of its own. So however many attempts come at once, no more than the limit learn anything. A right code takes its
 * failure back; a refused attempt does not count.
 */
@Injectable()
export class CodeAttempts {
  constructor(
    private readonly database: Database,
    private readonly configuration: Configuration,
  ) {}

  /** Returns whether `compare` finds the code right. @throws RateLimitExceededError after too many wrong ones */
  async guard(context: DatabaseContext, user: User, compare: () => Promise<boolean>): Promise<boolean> {
    const { transaction: _, ...outside } = context;
    await this.count(outside, user);
    const isRight = await compare();
    if (isRight) await this.takeBack(outside, user);
    return isRight;
  }

  private async count(context: DatabaseContext, { companyId, id }: User): Promise<void> {
    const now = Date.now();
    const moments = [now, now + WINDOW].map((moment) => new Date(moment).toISOString());
    const values = [companyId, id, ...moments, this.configuration.limits.codeFailures];
    if ((await this.database.execute(context, { text: COUNT }, values)) > 0) return;
    const row = await this.database.row<{ endsAt: string }>(context, { text: SELECT_END }, [companyId, id]);
    const left = row ? Date.parse(row.endsAt) - now : 0;
    throw new RateLimitExceededError(Math.max(1, Math.ceil(left / 1_000)));
  }

  private async takeBack(context: DatabaseContext, { companyId, id }: User): Promise<void> {
    const values = [companyId, id];
    await this.database.transaction(context, async (tx) => {
      const text = 'UPDATE code_failures SET count = count - 1 WHERE company_id = $1 AND user_id = $2';
      await this.database.execute(tx, { text }, values);
      const clear = 'DELETE FROM code_failures WHERE company_id = $1 AND user_id = $2 AND count <= 0';
      await this.database.execute(tx, { text: clear }, values);
    });
  }
}
