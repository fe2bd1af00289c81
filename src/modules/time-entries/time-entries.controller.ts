import { Controller, Delete } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { TimeEntriesService } from './time-entries.service.js';

@ApiTags('time-entries')
@Controller('time-entries')
export class TimeEntriesController {
  constructor(private readonly entries: TimeEntriesService) {}

  /** Takes the hours off the task's `loggedHours`, which never fall below 0. One's own; ADMIN and OWNER anyone's. */
  @Delete(':id')
  @RequirePermission('time-entries:write')
  @ReturnsNothing({ missing: 'Time entry', conflict: 'The project is archived' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.entries.remove(context, id);
  }
}
