import { Injectable } from '@nestjs/common';
import { RateLimitExceededError } from '#common/errors/app-error.js';
import { Configuration } from '#config/configuration.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';

const SECONDS_A_DAY = 86_400;

/** Another instance may be in the next day already: the day never goes back. */
const COUNT_ONE = `INSERT INTO ai_check_counts AS counted (company_id, day, count)
  VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 1)
  ON CONFLICT (company_id) DO UPDATE SET day = greatest(counted.day, excluded.day),
    count = CASE WHEN counted.day < excluded.day THEN 1 ELSE counted.count + 1 END
  WHERE counted.day < excluded.day OR counted.count < $2`;

/** How many AI checks a company may make on a day in UTC, over all instances. */
@Injectable()
export class AiCheckQuota {
  constructor(
    private readonly database: Database,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Counts a check that begins. It counts however it ends.
   *
   * @throws RateLimitExceededError until the day is over
   */
  async take(tx: TransactionContext): Promise<void> {
    const { aiChecksPerDay } = this.configuration.limits;
    const counted = await this.database.execute(tx, { text: COUNT_ONE }, [tx.companyId, aiChecksPerDay]);
    if (counted === 0)
      throw new RateLimitExceededError(SECONDS_A_DAY - (Math.floor(Date.now() / 1_000) % SECONDS_A_DAY));
  }
}
