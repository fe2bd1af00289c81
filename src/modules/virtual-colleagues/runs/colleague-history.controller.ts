import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '../../../common/http/list.decorator.js';
import type { List } from '../../../common/http/list.js';
import { PageQuery } from '../../../common/http/page.query.js';
import { Id } from '../../../common/validation/id.decorator.js';
import { RequirePermission } from '../../../core/auth/access.decorators.js';
import { Context } from '../../../core/auth/context.decorator.js';
import type { RequestContext } from '../../../core/company-scope/request-context.js';
import { ColleagueActivityResponse, ColleagueRunResponse } from './colleague-history.dto.js';
import { ColleagueHistory } from './colleague-history.js';

@ApiTags('virtual colleagues')
@Controller('virtual-colleagues/:id')
@RequirePermission('company-data:read')
export class ColleagueHistoryController {
  constructor(private readonly history: ColleagueHistory) {}

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
}
