import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { MailTokensModule } from '#modules/mail-tokens/mail-tokens.module.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { CompanyAdministrators } from './company-administrators.js';
import { UserCredentialsService } from './user-credentials.service.js';
import { UserEmailsRepository } from './user-emails.repository.js';
import { UserErasure } from './user-erasure.service.js';
import { UserLimits } from './user-limits.js';
import { UsersRepository } from './users.repository.js';
import { User } from './user.entity.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';
import { WrittenNames } from './written-names.service.js';
import { UserCredentialsRepository } from './user-credentials.repository.js';
import { WrittenNamesRepository } from './written-names.repository.js';

@Module({
  imports: [CompanyScopeModule.forFeature(User), CompaniesModule, MailTokensModule],
  controllers: [UsersController],
  providers: [
    CompanyAdministrators,
    UserCredentialsRepository,
    UserCredentialsService,
    UserEmailsRepository,
    UserErasure,
    UserLimits,
    UsersRepository,
    UsersService,
    WrittenNames,
    WrittenNamesRepository,
  ],
  exports: [CompanyAdministrators, UserCredentialsService, UserErasure, UsersService, WrittenNames],
})
export class UsersModule {}
