import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { HourlyCleanup } from '#core/processes/hourly-cleanup.js';

/** Forgets mutes that are over. */
@Injectable()
export class MuteCleanupTask extends HourlyCleanup {
  constructor(
    private readonly database: Database,
    configuration: Configuration,
  ) {
    super(configuration);
  }

  protected async cleanUp(): Promise<void> {
    await this.database.execute(OWN_WORK_CONTEXT, { text: 'DELETE FROM task_mutes WHERE until < now()' });
  }
}
