import { Module } from '@nestjs/common';
import { MailModule } from '#core/mail/mail.module.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { MailTokensModule } from '#modules/mail-tokens/mail-tokens.module.js';
import { Freshness } from './freshness.js';
import { LostFactorsController } from './lost-factors.controller.js';
import { LostFactors } from './lost-factors.js';
import { PasskeySessionController } from './passkey-session.controller.js';
import { PasskeysController } from './passkeys.controller.js';
import { PasskeysService } from './passkeys.service.js';
import { SecurityMails } from './security-mails.js';
import { TotpController } from './totp.controller.js';
import { TotpService } from './totp.service.js';
import { LoginNetworksRepository } from './login-networks.repository.js';
import { MeController } from './me.controller.js';
import { MeService } from './me.service.js';
import { PasswordAttempts } from './password-attempts.js';
import { PasswordChanges } from './password-changes.js';
import { RegistrationService } from './registration.service.js';
import { SessionController } from './session.controller.js';
import { SessionState } from './session-state.js';
import { BrowserSessions } from './browser-sessions.js';
import { OwnSessionsController } from './own-sessions.controller.js';
import { UserSessions } from './user-sessions.js';
import { UserSessionsController } from './user-sessions.controller.js';

@Module({
  imports: [CompaniesModule, MailModule, MailTokensModule, UsersModule],
  controllers: [
    AuthController,
    LostFactorsController,
    MeController,
    OwnSessionsController,
    PasskeySessionController,
    PasskeysController,
    SessionController,
    TotpController,
    UserSessionsController,
  ],
  providers: [
    AuthService,
    BrowserSessions,
    Freshness,
    LoginNetworksRepository,
    LostFactors,
    MeService,
    PasskeysService,
    PasswordAttempts,
    PasswordChanges,
    RegistrationService,
    SecurityMails,
    SessionState,
    TotpService,
    UserSessions,
  ],
  exports: [BrowserSessions, Freshness, RegistrationService, SecurityMails],
})
export class AuthModule {}
