import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Creates, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { PageQuery } from '#common/http/page.query.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { PromiseResponse } from '#modules/tasks/task-promise.dto.js';
import { MakePromise } from './promises.dto.js';
import { PromisesService } from './promises.service.js';

@ApiTags('promises')
@Controller('tasks/:id/promises')
export class TaskPromisesController {
  constructor(private readonly promises: PromisesService) {}

  /** What is and was promised of the task, the newest first. */
  @Get()
  @ApiOperation({ operationId: 'listPromisesOfTask' })
  @RequirePermission('company-data:read')
  @ListEndpoint(PromiseResponse, { missing: 'Task' })
  findAll(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: PageQuery,
  ): Promise<List<PromiseResponse>> {
    return this.promises.findOfTask(context, id, query);
  }

  /** Gives the caller's word about the task. One that is open is moved. It changes nothing of the task itself. */
  @Post()
  @ApiOperation({ operationId: 'makePromise' })
  @RequirePermission('promises:make')
  @Creates(PromiseResponse, { missing: 'Task', conflict: 'The task is done, or the project is archived' })
  make(@Context() context: RequestContext, @Id() id: string, @Body() input: MakePromise): Promise<PromiseResponse> {
    return this.promises.makePromise(context, id, input);
  }

  /** Withdraws a promise. One's own; ADMIN and OWNER anyone's. */
  @Delete(':promiseId')
  @ApiOperation({ operationId: 'withdrawPromise' })
  @RequirePermission('promises:make')
  @ReturnsNothing({ missing: 'Task or promise', conflict: 'The promise has ended, or the project is archived' })
  withdraw(@Context() context: RequestContext, @Id() id: string, @Id('promiseId') promiseId: string): Promise<void> {
    return this.promises.withdrawPromise(context, id, promiseId);
  }
}
