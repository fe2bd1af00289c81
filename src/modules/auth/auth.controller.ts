import { Body, Controller, HttpCode, HttpStatus, Post, UseGuards } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiForbiddenResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import { Public } from '../../core/auth/access.decorators.js';
import type { AnonymousContext } from '../../core/company-scope/request-context.js';
import { AuthTier } from '../../core/rate-limit/rate-limit.decorators.js';
import { Anonymous } from './anonymous.decorator.js';
import {
  ConfirmPasswordReset,
  Login,
  LoginResponse,
  Register,
  RegisterResponse,
  RequestPasswordReset,
} from './auth.dto.js';
import { AuthService } from './auth.service.js';
import { PasswordService } from './password.service.js';
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
    private readonly passwords: PasswordService,
  ) {}

  /** Makes a company and its first OWNER. */
  @Post('register')
  @UseGuards(RegistrationGuard)
  @ApiCreatedResponse({ type: RegisterResponse })
  @ApiForbiddenResponse({ description: 'Registration is closed' })
  @ApiConflictResponse({ description: 'The e-mail address is already in use' })
  register(@Anonymous() anonymous: AnonymousContext, @Body() body: Register): Promise<RegisterResponse> {
    return this.registration.register(anonymous, body);
  }

  @Post('login')
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: LoginResponse })
  @ApiUnauthorizedResponse({ description: 'E-mail or password is wrong, or the user is not active' })
  login(@Body() body: Login): Promise<LoginResponse> {
    return this.auth.login(body);
  }

  /** Mails a token that is good for 1 hour, if the address is that of an active user; the answer is always the same. */
  @Post('password-reset')
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiAcceptedResponse({ schema: { type: 'object', additionalProperties: false } })
  requestPasswordReset(
    @Anonymous() anonymous: AnonymousContext,
    @Body() body: RequestPasswordReset,
  ): Record<string, never> {
    this.passwords.requestReset(anonymous, body);
    return {};
  }

  /** Sets a password with the token of a reset or an invitation; ends all sessions of the user. */
  @Post('password-reset/confirm')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiNoContentResponse()
  confirmPasswordReset(@Anonymous() anonymous: AnonymousContext, @Body() body: ConfirmPasswordReset): Promise<void> {
    return this.passwords.confirmReset(anonymous, body);
  }
}
