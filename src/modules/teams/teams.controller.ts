import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { PageQuery } from '#common/http/page.query.js';
import { Creates, Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { TakesReadBack } from '#core/http/read-back.js';
import { TEAM_READ_BACK, CreateTeam, TeamResponse, UpdateTeam } from './team.dto.js';
import { TeamsService } from './teams.service.js';

@ApiTags('teams')
@Controller('teams')
export class TeamsController {
  constructor(private readonly teams: TeamsService) {}

  /** The teams of the company, the oldest first. */
  @Get()
  @RequirePermission('company-data:read')
  @ListEndpoint(TeamResponse)
  findAll(@Context() context: RequestContext, @Query() query: PageQuery): Promise<List<TeamResponse>> {
    return this.teams.findAll(context, query);
  }

  /** Makes a team that has no members yet. */
  @Post()
  @RequirePermission('teams:write')
  @Creates(TeamResponse)
  create(@Context() context: RequestContext, @Body() input: CreateTeam): Promise<TeamResponse> {
    return this.teams.create(context, input);
  }

  /** A team with its members. */
  @Get(':id')
  @RequirePermission('company-data:read')
  @Returns(TeamResponse, { missing: 'Team' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<TeamResponse> {
    return this.teams.findOne(context, id);
  }

  /** Changes a team; what is not given stays. */
  @Put(':id')
  @TakesReadBack(TEAM_READ_BACK)
  @RequirePermission('teams:write')
  @Returns(TeamResponse, { missing: 'Team' })
  update(@Context() context: RequestContext, @Id() id: string, @Body() input: UpdateTeam): Promise<TeamResponse> {
    return this.teams.update(context, id, input);
  }

  /** Its projects stay, without a team: everyone in the company reaches them then. */
  @Delete(':id')
  @RequirePermission('teams:write')
  @ReturnsNothing({ missing: 'Team' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.teams.remove(context, id);
  }
}
