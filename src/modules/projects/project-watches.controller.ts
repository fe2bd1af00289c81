import { Body, Controller, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Returns } from '../../common/http/outcomes.decorator.js';
import { Id } from '../../common/validation/id.decorator.js';
import { RequirePermission } from '../../core/auth/access.decorators.js';
import { Context } from '../../core/auth/context.decorator.js';
import type { RequestContext } from '../../core/company-scope/request-context.js';
import { ProjectWatchResponse, WatchProject } from './project.dto.js';
import { ProjectWatches } from './project-watches.js';

@ApiTags('projects')
@Controller('projects/:id/watch')
export class ProjectWatchesController {
  constructor(private readonly watches: ProjectWatches) {}

  /** How much of the project the caller is told: of `all` tasks, of those one takes part in, or of `none` but what is one's own. */
  @Put()
  @ApiOperation({ operationId: 'watchProject' })
  @RequirePermission('own-inbox:write', { by: 'person' })
  @Returns(ProjectWatchResponse, { missing: 'Project' })
  set(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: WatchProject,
  ): Promise<ProjectWatchResponse> {
    return this.watches.set(context, id, input);
  }
}
