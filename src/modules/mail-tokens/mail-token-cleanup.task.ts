import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { HourlyCleanup } from '#core/processes/hourly-cleanup.js';
import { MailTokensService } from './mail-tokens.service.js';

/** Clears expired tokens away. */
@Injectable()
export class MailTokenCleanupTask extends HourlyCleanup {
  constructor(
    private readonly tokens: MailTokensService,
    configuration: Configuration,
  ) {
    super(configuration);
  }

  protected cleanUp(): Promise<void> {
    return this.tokens.deleteExpired();
  }
}
