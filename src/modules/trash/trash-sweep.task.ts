import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { EveryHour } from '#core/processes/hourly-work.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import { TrashRepository } from './trash.repository.js';

/** Deletes tasks for good whose days in the trash are over: at the start and every hour. */
@Injectable()
export class TrashSweepTask extends RepeatedTask implements OnApplicationBootstrap {
  constructor(
    private readonly trash: TrashRepository,
    configuration: Configuration,
  ) {
    super(configuration, { role: 'scheduler', complaint: 'The trash was not cleared, the next try is in an hour' });
  }

  onApplicationBootstrap(): void {
    void this.run();
  }

  @EveryHour({ role: 'scheduler' })
  async run(): Promise<void> {
    await this.alone(() => this.trash.removeOver(new Date().toISOString()));
  }
}
