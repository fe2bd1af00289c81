import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { HourlyCleanup } from '#core/processes/hourly-cleanup.js';

/** The longest that `repeatHours` can be. */
const LONGEST_MEMORY = '8760 hours';

/** Forgets what scans have said once it decides nothing. */
@Injectable()
export class SaidCleanupTask extends HourlyCleanup {
  constructor(
    private readonly database: Database,
    configuration: Configuration,
  ) {
    super(configuration);
  }

  protected async cleanUp(): Promise<void> {
    const text = `DELETE FROM virtual_colleague_said WHERE at < now() - interval '${LONGEST_MEMORY}'`;
    await this.database.execute(OWN_WORK_CONTEXT, { text });
  }
}
