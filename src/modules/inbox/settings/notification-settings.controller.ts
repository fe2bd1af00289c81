import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Returns } from '#common/http/outcomes.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { NotificationSettingsResponse, UpdateNotifications } from './notification-settings.dto.js';
import { NotificationSettingsService } from './notification-settings.service.js';

@ApiTags('inbox')
@Controller('me/notifications')
@RequirePermission('own-inbox:write', { by: 'person' })
export class NotificationSettingsController {
  constructor(private readonly settings: NotificationSettingsService) {}

  /** What the caller is told, and how. */
  @Get()
  @ApiOperation({ operationId: 'getNotifications' })
  @Returns(NotificationSettingsResponse)
  findOne(@Context() context: RequestContext): Promise<NotificationSettingsResponse> {
    return this.settings.findOne(context);
  }

  /** Changes what is given: objects key by key, lists as a whole. */
  @Put()
  @ApiOperation({ operationId: 'updateNotifications' })
  @Returns(NotificationSettingsResponse, { missing: 'Project or virtual colleague' })
  update(
    @Context() context: RequestContext,
    @Body() input: UpdateNotifications,
  ): Promise<NotificationSettingsResponse> {
    return this.settings.update(context, input);
  }
}
