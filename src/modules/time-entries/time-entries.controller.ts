import { Controller, Delete, HttpCode } from '@nestjs/common';
import { ApiConflictResponse, ApiNoContentResponse, ApiNotFoundResponse, ApiTags } from '@nestjs/swagger';
import { Id } from '../../common/validation/id.decorator.js';
import { RequirePermission } from '../../core/auth/access.decorators.js';
import { Context } from '../../core/auth/context.decorator.js';
import type { RequestContext } from '../../core/company-scope/request-context.js';
import { TimeEntriesService } from './time-entries.service.js';

@ApiTags('time-entries')
@Controller('time-entries')
export class TimeEntriesController {
  constructor(private readonly entries: TimeEntriesService) {}

  /** Takes the hours off the task's `loggedHours`, which never fall below 0. One's own; ADMIN and OWNER anyone's. */
  @Delete(':id')
  @HttpCode(204)
  @RequirePermission('time-entries:write')
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ description: 'Time entry not found' })
  @ApiConflictResponse({ description: 'The project is archived' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.entries.remove(context, id);
  }
}
