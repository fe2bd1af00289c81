import { Module } from '@nestjs/common';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { MailTokensModule } from '#modules/mail-tokens/mail-tokens.module.js';
import { SsoDomainsModule } from '#modules/sso/sso-domains.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { OperatorService } from './operator.service.js';
import { OperatedCompaniesRepository } from './operated-companies.repository.js';

/** No part of the service: `npm run user` and `npm run company` run it. */
@Module({
  imports: [CompaniesModule, MailTokensModule, SsoDomainsModule, UsersModule],
  providers: [OperatedCompaniesRepository, OperatorService],
  exports: [OperatorService],
})
export class OperatorModule {}
