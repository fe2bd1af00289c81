import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { HourlyCleanup } from '../processes/hourly-cleanup.js';
import { KeptAnswers } from './kept-answers.js';

/** Clears kept answers away once they are a day old (extensions 3.1). */
@Injectable()
export class KeptAnswerCleanupTask extends HourlyCleanup {
  constructor(
    private readonly answers: KeptAnswers,
    configuration: Configuration,
  ) {
    super(configuration);
  }

  protected cleanUp(): Promise<void> {
    return this.answers.deleteOld();
  }
}
