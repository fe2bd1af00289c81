import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { HourlyCleanup } from '../processes/hourly-cleanup.js';
import { StoredResponses } from './stored-responses.js';

/** Clears kept answers away once they are a day old. */
@Injectable()
export class StoredResponseCleanupTask extends HourlyCleanup {
  constructor(
    private readonly answers: StoredResponses,
    configuration: Configuration,
  ) {
    super(configuration);
  }

  protected cleanUp(): Promise<void> {
    return this.answers.deleteOld();
  }
}
