import { Injectable, Logger } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { Configuration } from '../../config/configuration.js';
import { KeptAnswers } from './kept-answers.js';

/** Clears kept answers away once they are a day old (extensions 3.1). */
@Injectable()
export class KeptAnswerCleanupTask {
  private readonly logger = new Logger(KeptAnswerCleanupTask.name);

  constructor(
    private readonly answers: KeptAnswers,
    private readonly configuration: Configuration,
  ) {}

  @Cron(CronExpression.EVERY_HOUR)
  async run(): Promise<void> {
    if (!this.configuration.processRoles.has('scheduler')) return;
    try {
      await this.answers.deleteOld();
    } catch (error) {
      this.logger.warn(`Old answers are not cleared away: ${(error as Error).message}`);
    }
  }
}
