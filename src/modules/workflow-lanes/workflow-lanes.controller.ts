import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { PageQuery } from '#common/http/page.query.js';
import { Returns } from '#common/http/outcomes.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { ReplaceWorkflowLanes, UpdateWorkflowLane, WorkflowLaneResponse } from './workflow-lane.dto.js';
import { WorkflowLanesService } from './workflow-lanes.service.js';

@ApiTags('workflow lanes')
@Controller('workflow-lanes')
export class WorkflowLanesController {
  constructor(private readonly lanes: WorkflowLanesService) {}

  /** The lanes of the company, in the order of its board. */
  @Get()
  @RequirePermission('company-data:read')
  @ListEndpoint(WorkflowLaneResponse)
  findAll(@Context() context: RequestContext, @Query() query: PageQuery): Promise<List<WorkflowLaneResponse>> {
    return this.lanes.findAll(context, query);
  }

  /** Replaces the lanes. Tasks keep their status, also one that is no lane any more. */
  @Put()
  @ApiOperation({ operationId: 'replaceWorkflowLanes' })
  @RequirePermission('lanes:write')
  @Returns([WorkflowLaneResponse])
  replace(@Context() context: RequestContext, @Body() input: ReplaceWorkflowLanes): Promise<WorkflowLaneResponse[]> {
    return this.lanes.replace(context, input);
  }

  /** Limits the tasks that a lane is meant to hold. The limit stays with the name when lanes are replaced. */
  @Put(':id')
  @RequirePermission('lanes:write')
  @Returns(WorkflowLaneResponse, { missing: 'Workflow lane' })
  update(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: UpdateWorkflowLane,
  ): Promise<WorkflowLaneResponse> {
    return this.lanes.update(context, id, input);
  }
}
