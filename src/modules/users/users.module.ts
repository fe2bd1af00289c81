import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { MailTokensModule } from '#modules/mail-tokens/mail-tokens.module.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { CompanyAdministrators } from './company-administrators.js';
import { UserCredentialsService } from './user-credentials.service.js';
import { UserDirectory } from './user-directory.js';
import { UserErasure } from './user-erasure.service.js';
import { UserLimits } from './user-limits.js';
import { UserReader } from './user-reader.js';
import { User } from './user.entity.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';
import { WrittenNames } from './written-names.service.js';

@Module({
  imports: [CompanyScopeModule.forFeature(User), CompaniesModule, MailTokensModule],
  controllers: [UsersController],
  providers: [
    CompanyAdministrators,
    UserCredentialsService,
    UserDirectory,
    UserErasure,
    UserLimits,
    UserReader,
    UsersService,
    WrittenNames,
  ],
  exports: [CompanyAdministrators, UserCredentialsService, UserErasure, UsersService, WrittenNames],
})
export class UsersModule {}
