import { Body, Controller, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Accepts, Creates, Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Public } from '#core/access/access.decorators.js';
import type { AnonymousContext } from '#core/company-scope/request-context.js';
import { AuthTier } from '#core/rate-limit/rate-limit.decorators.js';
import { Anonymous } from '#core/access/anonymous.decorator.js';
import {
  ConfirmPasswordReset,
  Login,
  LoggedInResponse,
  Register,
  RegisteredResponse,
  RequestPasswordReset,
} from './auth.dto.js';
import { AuthService } from './auth.service.js';
import { PasswordChanges } from './password-changes.js';
import { RegistrationGuard } from './registration.guard.js';
import { RegistrationService } from './registration.service.js';

@ApiTags('auth')
@Controller()
@Public()
@AuthTier()
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly registration: RegistrationService,
    private readonly passwords: PasswordChanges,
  ) {}

  /** Makes a company and its first OWNER. */
  @Post('register')
  @ApiOperation({ operationId: 'register' })
  @UseGuards(RegistrationGuard)
  @Creates(RegisteredResponse, {
    conflict: 'The e-mail address is already in use',
    forbidden: 'Registration is closed',
  })
  register(@Anonymous() anonymous: AnonymousContext, @Body() body: Register): Promise<RegisteredResponse> {
    return this.registration.registerCompany(anonymous, body);
  }

  /** After too many wrong passwords for an e-mail further attempts are 429 for a while, the right one included. */
  @Post('login')
  @ApiOperation({ operationId: 'login' })
  @Returns(LoggedInResponse, { unauthorized: 'E-mail or password is wrong, or the user is not active' })
  login(@Anonymous() anonymous: AnonymousContext, @Body() body: Login): Promise<LoggedInResponse> {
    return this.auth.logIn(anonymous, body);
  }

  /**
   * Mails a token for a new password. It is good for 1 hour, and earlier ones are good no more. The answer is always the
   * same, but only an active user who has had fewer than 5 such mails in the last hour gets one.
   */
  @Post('password-reset')
  @ApiOperation({ operationId: 'requestPasswordReset' })
  @Accepts()
  requestPasswordReset(
    @Anonymous() anonymous: AnonymousContext,
    @Body() body: RequestPasswordReset,
  ): Record<string, never> {
    this.passwords.requestReset(anonymous, body);
    return {};
  }

  /** Sets a password with the token of a reset or an invitation; ends all sessions of the user. */
  @Post('password-reset/confirm')
  @ApiOperation({ operationId: 'confirmPasswordReset' })
  @ReturnsNothing()
  confirmPasswordReset(@Anonymous() anonymous: AnonymousContext, @Body() body: ConfirmPasswordReset): Promise<void> {
    return this.passwords.confirmReset(anonymous, body);
  }
}
