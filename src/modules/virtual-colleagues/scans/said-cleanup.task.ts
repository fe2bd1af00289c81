import { Injectable, Logger } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { Configuration } from '../../../config/configuration.js';
import { OWN_WORK_CONTEXT } from '../../../core/company-scope/request-context.js';
import { Database } from '../../../core/database/database.js';

/** The longest that `repeatHours` can be (decisions 10). */
const LONGEST_MEMORY = '8760 hours';

/** Forgets what scans have said when it decides nothing any more. */
@Injectable()
export class SaidCleanupTask {
  private readonly logger = new Logger(SaidCleanupTask.name);

  constructor(
    private readonly database: Database,
    private readonly configuration: Configuration,
  ) {}

  @Cron(CronExpression.EVERY_HOUR)
  async run(): Promise<void> {
    if (!this.configuration.processRoles.has('scheduler')) return;
    const text = `DELETE FROM virtual_colleague_said WHERE at < now() - interval '${LONGEST_MEMORY}'`;
    try {
      await this.database.execute(OWN_WORK_CONTEXT, { text });
    } catch (error) {
      this.logger.warn(`What colleagues said long ago is not cleared away: ${(error as Error).message}`);
    }
  }
}
