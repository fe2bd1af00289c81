import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { HourlyCleanup } from '#core/processes/hourly-cleanup.js';
import { VoiceRepository } from './voice.repository.js';

/** Forgets what colleagues have said once it decides nothing. */
@Injectable()
export class SaidCleanupTask extends HourlyCleanup {
  constructor(
    private readonly voice: VoiceRepository,
    configuration: Configuration,
  ) {
    super(configuration);
  }

  protected cleanUp(): Promise<void> {
    return this.voice.deleteOld();
  }
}
