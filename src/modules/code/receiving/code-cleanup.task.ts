import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { HourlyCleanup } from '#core/processes/hourly-cleanup.js';
import { CodeFactsRepository } from '../applying/code-facts.repository.js';
import { CodeLinksRepository } from '../links/code-links.repository.js';
import { CodeDeliveriesRepository } from './code-deliveries.repository.js';

/** Forgets deliveries and checks of long ago, and the code of tasks that are gone. */
@Injectable()
export class CodeCleanupTask extends HourlyCleanup {
  constructor(
    private readonly deliveries: CodeDeliveriesRepository,
    private readonly facts: CodeFactsRepository,
    private readonly links: CodeLinksRepository,
    configuration: Configuration,
  ) {
    super(configuration);
  }

  protected async cleanUp(): Promise<void> {
    await this.deliveries.deleteOld();
    await this.facts.deleteOldChecks();
    await this.links.deleteGone();
  }
}
