import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';

/** The clock of another instance may show the next day already, so the day never goes back. */
const COUNT_ONE = `INSERT INTO ai_check_counts AS counted (company_id, day, count)
  VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 1)
  ON CONFLICT (company_id) DO UPDATE SET day = greatest(counted.day, excluded.day),
    count = CASE WHEN counted.day < excluded.day THEN 1 ELSE counted.count + 1 END
  WHERE counted.day < excluded.day OR counted.count < $2`;

/** How many AI checks companies have made today. */
@Injectable()
export class AiCheckCountsRepository {
  constructor(private readonly database: Database) {}

  /** Counts one more, unless the company has made as many as it may. Returns whether it was counted. */
  async countCheck(tx: TransactionContext, limit: number): Promise<boolean> {
    return (await this.database.execute(tx, { text: COUNT_ONE }, [tx.companyId, limit])) > 0;
  }
}
