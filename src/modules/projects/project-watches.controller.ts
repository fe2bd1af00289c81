import { Body, Controller, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Returns } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { ProjectWatchResponse, WatchProject } from './project.dto.js';
import { ProjectWatches } from './project-watches.js';

@ApiTags('projects')
@Controller('projects/:id/watch')
export class ProjectWatchesController {
  constructor(private readonly watches: ProjectWatches) {}

  /**
   * Sets how much of the project the caller is told. `all` watches every task; `participating` tells of tasks that the
   * caller takes part in; `none` tells only of what is assigned, taken away, or mentions the caller.
   */
  @Put()
  @ApiOperation({ operationId: 'watchProject' })
  @RequirePermission('own-inbox:write', { by: 'person' })
  @Returns(ProjectWatchResponse, { missing: 'Project' })
  set(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: WatchProject,
  ): Promise<ProjectWatchResponse> {
    return this.watches.setWatch(context, id, input);
  }
}
