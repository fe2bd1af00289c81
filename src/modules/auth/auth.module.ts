import { Module } from '@nestjs/common';
import { CompaniesModule } from '../companies/companies.module.js';
import { UsersModule } from '../users/users.module.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { MailTokensModule } from '../mail-tokens/mail-tokens.module.js';
import { LoginNetworks } from './login-networks.js';
import { MeController } from './me.controller.js';
import { MeService } from './me.service.js';
import { PasswordAttempts } from './password-attempts.js';
import { PasswordChanges } from './password-changes.js';
import { RegistrationService } from './registration.service.js';
import { SessionController } from './session.controller.js';
import { Sessions } from './sessions.js';

@Module({
  imports: [CompaniesModule, MailTokensModule, UsersModule],
  controllers: [AuthController, MeController, SessionController],
  providers: [AuthService, LoginNetworks, MeService, PasswordAttempts, PasswordChanges, RegistrationService, Sessions],
  exports: [RegistrationService],
})
export class AuthModule {}
