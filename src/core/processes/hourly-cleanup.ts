import type { Configuration } from '#config/configuration.js';
import { EveryHour } from './hourly-work.js';
import { RepeatedTask } from './repeated-task.js';

/** Deletes every hour, in processes with the role scheduler, what nobody needs any longer. */
export abstract class HourlyCleanup extends RepeatedTask {
  protected constructor(configuration: Configuration) {
    super(configuration, {
      role: 'scheduler',
      complaint: 'Nothing was cleared away, the next try is in an hour',
    });
  }

  protected abstract cleanUp(): Promise<void>;

  @EveryHour({ role: 'scheduler' })
  run(): Promise<void> {
    return this.alone(() => this.cleanUp());
  }
}
