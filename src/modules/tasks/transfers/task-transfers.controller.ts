import { Body, Controller, Post, StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Returns } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { ReadsAnew } from '#core/http/idempotency.interceptor.js';
import { BulkAnswers } from '../changes/bulk-answers.js';
import { TaskResponse } from '../task.dto.js';
import { BulkTransferResponse, BulkTransferTasks, TransferTask } from './task-transfers.dto.js';
import { TaskTransfers } from './task-transfers.js';

const REFUSALS = {
  missing: 'Task or project',
  conflict: 'One of the projects is archived, or an agent works on one of the tasks',
};

@ApiTags('tasks')
@Controller('tasks')
export class TaskTransfersController {
  constructor(
    private readonly transfers: TaskTransfers,
    private readonly bulk: BulkAnswers,
  ) {}

  /** Takes up to 200 tasks to another project, those below them among them, all or nothing. */
  @Post('bulk-transfer')
  @ReadsAnew()
  @ApiOperation({ operationId: 'bulkTransferTasks' })
  @RequirePermission('tasks:write')
  @Returns(BulkTransferResponse, REFUSALS)
  transferAll(@Context() context: RequestContext, @Body() input: BulkTransferTasks): Promise<StreamableFile> {
    return this.bulk.transfer(context, input);
  }

  /** Takes a task to another project, where it ranks last. Its old tid still finds it. */
  @Post(':id/transfer')
  @ApiOperation({ operationId: 'transferTask' })
  @RequirePermission('tasks:write')
  @Returns(TaskResponse, REFUSALS)
  transfer(@Context() context: RequestContext, @Id() id: string, @Body() input: TransferTask): Promise<TaskResponse> {
    return this.transfers.transfer(context, id, input);
  }
}
