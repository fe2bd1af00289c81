import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { restoreAuditGuard } from '#core/audit/audit-guard.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Metrics } from '#core/metrics/metrics.js';
import { EveryHour } from '#core/processes/hourly-work.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';

const HELP = 'Places where the audit log could be changed when the service last looked. It has protected them again.';

/** Sees to it that nobody changes the audit log: at the start, and every hour. */
@Injectable()
export class AuditGuardTask extends RepeatedTask implements OnApplicationBootstrap {
  private missing = 0;

  constructor(
    configuration: Configuration,
    private readonly database: Database,
    metrics: Metrics,
  ) {
    super(configuration, {
      role: 'scheduler',
      complaint: 'The protection of the audit log was not checked, the next look is in an hour',
    });
    metrics.addGauge('audit_guard_missing', HELP, () => this.missing);
  }

  onApplicationBootstrap(): Promise<void> {
    return this.run();
  }

  @EveryHour({ role: 'scheduler' })
  run(): Promise<void> {
    return this.alone(async () => {
      this.missing = await restoreAuditGuard((text, values) => this.database.rows(OWN_WORK_CONTEXT, { text }, values));
      if (this.missing === 0) return;
      this.logger.error(
        `The audit log could be changed in ${this.missing} places. They are protected again: find out who did it`,
      );
    });
  }
}
