import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { HourlyCleanup } from '#core/processes/hourly-cleanup.js';
import { TaskMutesRepository } from './task-mutes.repository.js';

/** Forgets mutes that are over. */
@Injectable()
export class MuteCleanupTask extends HourlyCleanup {
  constructor(
    private readonly mutes: TaskMutesRepository,
    configuration: Configuration,
  ) {
    super(configuration);
  }

  protected async cleanUp(): Promise<void> {
    await this.mutes.deleteOver();
  }
}
