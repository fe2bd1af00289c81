import { Logger } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import type { Configuration } from '../../config/configuration.js';

/** Deletes every hour, in processes with the role scheduler, what nobody needs any longer. */
export abstract class HourlyCleanup {
  private readonly logger = new Logger(this.constructor.name);

  protected constructor(private readonly configuration: Configuration) {}

  protected abstract cleanUp(): Promise<void>;

  @Cron(CronExpression.EVERY_HOUR)
  async run(): Promise<void> {
    if (!this.configuration.processRoles.has('scheduler')) return;
    try {
      await this.cleanUp();
    } catch (error) {
      this.logger.warn(`Nothing was cleared away, the next try is in an hour: ${(error as Error).message}`);
    }
  }
}
