import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { MailTokensService } from './mail-tokens.service.js';

/** Clears expired tokens away. Every instance does; what one has deleted, the others do not find. */
@Injectable()
export class MailTokenCleanupTask {
  constructor(private readonly tokens: MailTokensService) {}

  @Cron(CronExpression.EVERY_HOUR)
  async run(): Promise<void> {
    await this.tokens.deleteExpired();
  }
}
