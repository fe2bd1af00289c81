import { Body, Controller, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ReturnsEmpty } from '#common/http/outcomes.decorator.js';
import { Public } from '#core/access/access.decorators.js';
import { Anonymous } from '#core/access/anonymous.decorator.js';
import type { AnonymousContext } from '#core/company-scope/request-context.js';
import { AuthTier } from '#core/rate-limit/rate-limit.decorators.js';
import { IgnoresBody } from '#core/transport/route-config.js';
import { UnsubscribeQuery } from './unsubscribe.dto.js';
import { Unsubscriptions } from './unsubscriptions.js';

@ApiTags('inbox')
@Controller('unsubscribe')
@Public()
@AuthTier()
export class UnsubscribeController {
  constructor(private readonly unsubscriptions: Unsubscriptions) {}

  /**
   * Ends the mails that the token of a mail names, without signing in (RFC 8058). The body is ignored: mail programs send
   * `List-Unsubscribe=One-Click` as a form.
   */
  @Post()
  @IgnoresBody(1024)
  @ApiOperation({ operationId: 'unsubscribe' })
  @ReturnsEmpty({ invalid: 'The token is not valid' })
  async unsubscribe(
    @Anonymous() anonymous: AnonymousContext,
    @Query() { token = '' }: UnsubscribeQuery,
    @Body() _body: object,
  ): Promise<Record<string, never>> {
    await this.unsubscriptions.unsubscribeUser(anonymous, token);
    return {};
  }
}
