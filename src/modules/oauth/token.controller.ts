import { Body, Controller, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '#core/access/access.decorators.js';
import { Anonymous } from '#core/access/anonymous.decorator.js';
import type { AnonymousContext } from '#core/company-scope/request-context.js';
import { AuthTier } from '#core/rate-limit/rate-limit.decorators.js';
import { ReadsForm } from '#core/transport/route-config.js';
import { Clients, type RegisteredClient } from './clients.js';
import { type TokenAnswer, TokenAnswers } from './token-answers.js';

/** A form, or nothing: the types of the bodies are those of standards, which say what is wrong with them, too. */
type Form = { readonly form?: string } | undefined;

/**
 * What programs call to be let in. It is not in the interface description: standards describe its bodies, answers and
 * errors, and clients are told of it by the metadata.
 */
@ApiExcludeController()
@Controller('oauth')
@Public()
@AuthTier()
export class TokenController {
  constructor(
    private readonly clients: Clients,
    private readonly tokens: TokenAnswers,
  ) {}

  /** RFC 7591. */
  @Post('register')
  register(@Anonymous() anonymous: AnonymousContext, @Body() body: object): Promise<RegisteredClient> {
    return this.clients.registerClient(anonymous, body);
  }

  /** RFC 6749, 4.1.3 and 6. */
  @Post('token')
  @ReadsForm()
  @HttpCode(HttpStatus.OK)
  token(@Anonymous() anonymous: AnonymousContext, @Body() body: object): Promise<TokenAnswer> {
    return this.tokens.answerGrant(anonymous, formOf(body));
  }

  /** RFC 7009. */
  @Post('revoke')
  @ReadsForm()
  @HttpCode(HttpStatus.OK)
  async revoke(@Anonymous() anonymous: AnonymousContext, @Body() body: object): Promise<object> {
    await this.tokens.revokeToken(anonymous, formOf(body));
    return {};
  }
}

function formOf(body: Form): URLSearchParams {
  return new URLSearchParams(body?.form ?? '');
}
