import { Controller, Param, Post, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Accepts } from '#common/http/outcomes.decorator.js';
import { Public } from '#core/access/access.decorators.js';
import { Anonymous } from '#core/access/anonymous.decorator.js';
import type { AnonymousContext } from '#core/company-scope/request-context.js';
import { CountsItself } from '#core/rate-limit/rate-limit.decorators.js';
import { StreamsBody } from '#core/transport/streamed-body.js';
import { CodeReceiver } from './code-receiver.js';

/** Where forges send their events. */
@ApiTags('code')
@Controller('code')
@Public()
export class CodeController {
  constructor(private readonly receiver: CodeReceiver) {}

  /**
   * Takes an event of a forge, as the forge writes and signs it; docs/code.md says how. What is signed is accepted, whatever it
   * holds; `GET /code-connections/{id}/deliveries` says what became of it.
   */
  @Post(':id')
  @CountsItself()
  @StreamsBody()
  @ApiOperation({ operationId: 'receiveCodeEvent' })
  @ApiParam({ name: 'id', type: String, description: 'The id of the connection.' })
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded')
  @ApiBody({
    description: 'What the forge sends, at most 5 MiB.',
    schema: { type: 'object', additionalProperties: true },
  })
  @Accepts(undefined, {
    missing: 'Code connection',
    invalid: 'The body is too large',
    unauthorized: 'The signature is missing or wrong',
  })
  async receive(
    @Anonymous() anonymous: AnonymousContext,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    await this.receiver.receiveEvent(anonymous, id, reply);
    return {};
  }
}
