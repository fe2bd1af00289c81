import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { HourlyCleanup } from '#core/processes/hourly-cleanup.js';
import { InboxUpkeepRepository } from './inbox-upkeep.repository.js';

/** Clears old entries away: at the start, and every hour. */
@Injectable()
export class InboxCleanupTask extends HourlyCleanup implements OnApplicationBootstrap {
  constructor(
    private readonly entries: InboxUpkeepRepository,
    configuration: Configuration,
  ) {
    super(configuration);
  }

  onApplicationBootstrap(): void {
    void this.run();
  }

  protected async cleanUp(): Promise<void> {
    await this.entries.deleteOld(new Date().toISOString());
    await this.entries.deleteSurplus();
  }
}
