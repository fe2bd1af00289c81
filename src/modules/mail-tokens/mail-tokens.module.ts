import { Module } from '@nestjs/common';
import { MailModule } from '#core/mail/mail.module.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { MailTokenCleanupTask } from './mail-token-cleanup.task.js';
import { MailTokensService } from './mail-tokens.service.js';
import { MailTokensRepository } from './mail-tokens.repository.js';

@Module({
  imports: [CompaniesModule, MailModule],
  providers: [MailTokenCleanupTask, MailTokensRepository, MailTokensService],
  exports: [MailTokensService],
})
export class MailTokensModule {}
