import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Returns } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { SendTestMessage, TestMessageResponse } from './test-message.dto.js';
import { TestMessages } from './test-messages.js';

@ApiTags('virtual colleagues')
@Controller('virtual-colleagues/:id')
@RequirePermission('colleagues:write')
export class TestMessageController {
  constructor(private readonly messages: TestMessages) {}

  /** Sends a message that says that it is a test, once, to the chat, or by mail to the caller. */
  @Post('test-message')
  @HttpCode(200)
  @ApiOperation({ operationId: 'testColleagueChannel' })
  @Returns(TestMessageResponse, { missing: 'Virtual colleague', conflict: 'The channel is not configured' })
  send(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() { channel }: SendTestMessage,
  ): Promise<TestMessageResponse> {
    return this.messages.sendMessage(context, id, channel);
  }
}
