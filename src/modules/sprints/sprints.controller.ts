import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Creates, Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { TakesReadBack } from '#core/http/read-back.js';
import { SprintLifecycle } from './sprint-lifecycle.service.js';
import {
  SPRINT_READ_BACK,
  BurndownRow,
  CompleteSprint,
  CreateSprint,
  SprintDetailResponse,
  SprintResponse,
  SprintsQuery,
  UpdateSprint,
} from './sprint.dto.js';
import { SprintsService } from './sprints.service.js';

/** Sprints of the projects that the caller reaches. */
@ApiTags('sprints')
@Controller('sprints')
export class SprintsController {
  constructor(
    private readonly sprints: SprintsService,
    private readonly lifecycle: SprintLifecycle,
  ) {}

  /** The sprints, the oldest first. */
  @Get()
  @RequirePermission('company-data:read')
  @ListEndpoint(SprintResponse)
  findAll(@Context() context: RequestContext, @Query() query: SprintsQuery): Promise<List<SprintResponse>> {
    return this.sprints.findAll(context, query);
  }

  /** Makes a planned sprint. */
  @Post()
  @RequirePermission('sprints:write')
  @Creates(SprintResponse, { missing: 'Project', conflict: 'The project is archived' })
  create(@Context() context: RequestContext, @Body() input: CreateSprint): Promise<SprintResponse> {
    return this.sprints.create(context, input);
  }

  /** The sprint with what its tasks add up to. */
  @Get(':id')
  @RequirePermission('company-data:read')
  @Returns(SprintDetailResponse, { missing: 'Sprint' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<SprintDetailResponse> {
    return this.sprints.findOne(context, id);
  }

  /** Changes a sprint; what is not given stays. */
  @Put(':id')
  @TakesReadBack(SPRINT_READ_BACK)
  @RequirePermission('sprints:write')
  @Returns(SprintResponse, { missing: 'Sprint', conflict: 'The project is archived' })
  update(@Context() context: RequestContext, @Id() id: string, @Body() input: UpdateSprint): Promise<SprintResponse> {
    return this.sprints.update(context, id, input);
  }

  /** Removes a planned sprint; its tasks are in no sprint then. */
  @Delete(':id')
  @RequirePermission('sprints:write')
  @ReturnsNothing({ missing: 'Sprint', conflict: 'The project is archived, or the sprint is not planned' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.lifecycle.remove(context, id);
  }

  /** Starts a planned sprint. */
  @Post(':id/start')
  @RequirePermission('sprints:write')
  @Returns(SprintResponse, {
    missing: 'Sprint',
    conflict: 'The project is archived, the sprint is not planned, or another one of the project is active',
  })
  start(@Context() context: RequestContext, @Id() id: string): Promise<SprintResponse> {
    return this.lifecycle.startSprint(context, id);
  }

  /** Ends an active sprint; its open tasks go to `moveOpenTo`, or out of it. */
  @Post(':id/complete')
  @RequirePermission('sprints:write')
  @Returns(SprintResponse, {
    missing: 'Sprint',
    conflict: 'The project is archived, the sprint is not active, or the one to move tasks to has ended',
  })
  complete(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: CompleteSprint,
  ): Promise<SprintResponse> {
    return this.lifecycle.completeSprint(context, id, input);
  }

  /** Calls off a planned or active sprint; its open tasks are in no sprint then. */
  @Post(':id/cancel')
  @RequirePermission('sprints:write')
  @Returns(SprintResponse, {
    missing: 'Sprint',
    conflict: 'The project is archived, or the sprint is neither planned nor active',
  })
  cancel(@Context() context: RequestContext, @Id() id: string): Promise<SprintResponse> {
    return this.lifecycle.cancelSprint(context, id);
  }

  /** The burndown of the sprint. A row for each day in UTC since the start, planned or real, as it was then; what happens to tasks after the end is no part of it. */
  @Get(':id/burndown')
  @ApiOperation({ operationId: 'getSprintBurndown' })
  @RequirePermission('company-data:read')
  @Returns([BurndownRow], { missing: 'Sprint' })
  findBurndown(@Context() context: RequestContext, @Id() id: string): Promise<BurndownRow[]> {
    return this.sprints.findBurndown(context, id);
  }
}
