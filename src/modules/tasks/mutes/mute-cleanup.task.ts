import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { HourlyCleanup } from '#core/processes/hourly-cleanup.js';
import { TaskMutesRepository } from './task-mutes.repository.js';

/** Deletes mutes whose time is over. */
@Injectable()
export class MuteCleanupTask extends HourlyCleanup {
  constructor(
    private readonly mutes: TaskMutesRepository,
    configuration: Configuration,
  ) {
    super(configuration);
  }

  protected async cleanUp(): Promise<void> {
    await this.mutes.deleteExpired();
  }
}
