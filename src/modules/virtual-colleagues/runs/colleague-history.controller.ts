import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Returns } from '#common/http/outcomes.decorator.js';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { PageQuery } from '#common/http/page.query.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { ColleagueFeedbacks } from './colleague-feedbacks.js';
import { ColleagueActivityResponse, ColleagueRunResponse, FeedbackResponse } from './colleague-history.dto.js';
import { ColleagueHistory } from './colleague-history.js';
import { RuleStatsResponse, StatsQuery } from './colleague-stats.dto.js';
import { ColleagueStats } from './colleague-stats.js';
import { GiveFeedback } from './feedback.dto.js';

@ApiTags('virtual colleagues')
@Controller('virtual-colleagues/:id')
@RequirePermission('company-data:read')
export class ColleagueHistoryController {
  constructor(
    private readonly history: ColleagueHistory,
    private readonly stats: ColleagueStats,
    private readonly feedback: ColleagueFeedbacks,
  ) {}

  /** Its scans and AI checks, the newest first. */
  @Get('scan-history')
  @ApiOperation({ operationId: 'listColleagueRuns' })
  @ListEndpoint(ColleagueRunResponse, { missing: 'Virtual colleague' })
  findRuns(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: PageQuery,
  ): Promise<List<ColleagueRunResponse>> {
    return this.history.findRuns(context, id, query);
  }

  /** What it had to say, the newest first, as far as it is about projects that the caller reaches. */
  @Get('activity')
  @ApiOperation({ operationId: 'listColleagueActivity' })
  @ListEndpoint(ColleagueActivityResponse, { missing: 'Virtual colleague' })
  findActivity(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: PageQuery,
  ): Promise<List<ColleagueActivityResponse>> {
    return this.history.findActivity(context, id, query);
  }

  /** What has come of its rules lately, the most said first. No list: always all of them. */
  @Get('stats')
  @ApiOperation({ operationId: 'getColleagueStats' })
  @Returns([RuleStatsResponse], { missing: 'Virtual colleague' })
  findStats(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: StatsQuery,
  ): Promise<RuleStatsResponse[]> {
    return this.stats.ofRules(context, id, query);
  }

  /** Says whether an action helped. What one says last counts; a digest and what was held take none. */
  @Post('activity/:activityId/feedback')
  @HttpCode(200)
  @ApiOperation({ operationId: 'giveColleagueFeedback' })
  @RequirePermission('colleagues:run')
  @Returns(FeedbackResponse, { missing: 'Virtual colleague or action' })
  giveFeedback(
    @Context() context: RequestContext,
    @Id() id: string,
    @Id('activityId') activityId: string,
    @Body() input: GiveFeedback,
  ): Promise<FeedbackResponse> {
    return this.feedback.giveFeedback(context, id, activityId, input);
  }
}
