import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { HourlyCleanup } from '#core/processes/hourly-cleanup.js';
import { CodeFactsRepository } from '../applying/code-facts.repository.js';
import { CodeDeliveriesRepository } from './code-deliveries.repository.js';

/** Forgets deliveries and checks of long ago. */
@Injectable()
export class CodeCleanupTask extends HourlyCleanup {
  constructor(
    private readonly deliveries: CodeDeliveriesRepository,
    private readonly facts: CodeFactsRepository,
    configuration: Configuration,
  ) {
    super(configuration);
  }

  protected async cleanUp(): Promise<void> {
    await this.deliveries.deleteOld();
    await this.facts.deleteOldChecks();
  }
}
