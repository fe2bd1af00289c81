import { Module } from '@nestjs/common';
import { SaidCleanupTask } from './said-cleanup.task.js';
import { VoiceRepository } from './voice.repository.js';
import { Voice } from './voice.service.js';

@Module({
  providers: [Voice, VoiceRepository, SaidCleanupTask],
  exports: [Voice],
})
export class VoiceModule {}
