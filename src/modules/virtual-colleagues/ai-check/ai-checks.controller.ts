import { Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Returns } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { AiCheckResponse } from './ai-check.dto.js';
import { AiCheckAnswers } from './ai-check-answers.js';
import { AiChecks } from './ai-checks.js';

@ApiTags('virtual colleagues')
@Controller('virtual-colleagues/:id')
export class AiCheckController {
  constructor(
    private readonly checks: AiChecks,
    private readonly answers: AiCheckAnswers,
  ) {}

  /**
   * Has an AI model look at the tasks that the caller reaches, in place of the rules of a scan. The answer comes when the model
   * is done. A company has 200 a day (UTC) unless the operator says otherwise, failed ones among them; then 429.
   */
  @Post('ai-check')
  @ApiOperation({ operationId: 'aiCheckColleague' })
  @RequirePermission('colleagues:run')
  @Returns(AiCheckResponse, {
    missing: 'Virtual colleague',
    conflict: 'Another run of the colleague has not ended yet',
  })
  check(@Context() context: RequestContext, @Id() id: string): Promise<AiCheckResponse> {
    return this.checks.checkTasks(context, id);
  }

  /**
   * What an AI check has answered, for as long as its run is kept: the findings that the caller reaches. The summary is null
   * when the check looked at more than that.
   */
  @Get('ai-checks/:checkId')
  @ApiOperation({ operationId: 'getColleagueAiCheck' })
  @RequirePermission('company-data:read')
  @Returns(AiCheckResponse, { missing: 'Virtual colleague or AI check' })
  findOne(
    @Context() context: RequestContext,
    @Id() id: string,
    @Id('checkId') checkId: string,
  ): Promise<AiCheckResponse> {
    return this.answers.findOne(context, id, checkId);
  }
}
