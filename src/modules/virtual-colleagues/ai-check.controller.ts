import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConflictResponse, ApiNotFoundResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Id } from '../../common/validation/id.decorator.js';
import { RequirePermission } from '../../core/auth/access.decorators.js';
import { Context } from '../../core/auth/context.decorator.js';
import type { RequestContext } from '../../core/company-scope/request-context.js';
import { AiCheckResponse } from './ai-check.dto.js';
import { AiChecks } from './ai-check.service.js';

@ApiTags('virtual colleagues')
@Controller('virtual-colleagues/:id')
export class AiCheckController {
  constructor(private readonly checks: AiChecks) {}

  /** Has the operator's AI provider look at the tasks, instead of the rules of a scan; answers when it is done. */
  @Post('ai-check')
  @HttpCode(200)
  @RequirePermission('colleagues:run')
  @ApiOkResponse({ type: AiCheckResponse })
  @ApiNotFoundResponse({ description: 'Virtual colleague not found' })
  @ApiConflictResponse({ description: 'Another run of the colleague has not ended yet' })
  check(@Context() context: RequestContext, @Id() id: string): Promise<AiCheckResponse> {
    return this.checks.check(context, id);
  }
}
