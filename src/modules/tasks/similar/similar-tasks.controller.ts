import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Returns } from '#common/http/outcomes.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { SimilarTaskResponse, SimilarTasksQuery } from './similar-tasks.dto.js';
import { SimilarTasks } from './similar-tasks.js';

@ApiTags('tasks')
@Controller('tasks/similar')
export class SimilarTasksController {
  constructor(private readonly similar: SimilarTasks) {}

  /** Tasks that the caller reaches whose titles are like the given one, the most alike first and then the open ones. */
  @Get()
  @ApiOperation({ operationId: 'findSimilarTasks' })
  @RequirePermission('company-data:read')
  @Returns([SimilarTaskResponse])
  find(@Context() context: RequestContext, @Query() query: SimilarTasksQuery): Promise<SimilarTaskResponse[]> {
    return this.similar.findSimilar(context, query);
  }
}
