import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Returns } from '#common/http/outcomes.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { EventTypeResponse, toEventTypeResponse } from './event-type.dto.js';
import { EventTypes } from './event-types.service.js';

@ApiTags('webhooks')
@Controller('event-types')
export class EventTypesController {
  constructor(private readonly types: EventTypes) {}

  /** What webhooks can subscribe to: each event with an example of what is sent. */
  @Get()
  @RequirePermission('company-data:read')
  @Returns([EventTypeResponse])
  findAll(): EventTypeResponse[] {
    return this.types.findAll().map(toEventTypeResponse);
  }
}
