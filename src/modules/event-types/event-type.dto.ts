import { ApiProperty } from '@nestjs/swagger';
import { Moment } from '#common/http/response.decorators.js';
import type { EventType } from '#core/events/event-catalogue.js';
import { EVENT_NAMES } from './event-types.service.js';

/** The body of a delivery. */
export class EventTypeExample {
  /** The name of the event. */
  @ApiProperty({ enum: EVENT_NAMES, enumName: 'EventName' })
  event: string;

  /** When it happened. */
  @Moment()
  timestamp: string;

  /** The resource as its list shows it, and what the event adds to it. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  data: object;
}

export class EventTypeResponse {
  /** The name of the event. */
  @ApiProperty({ enum: EVENT_NAMES, enumName: 'EventName' })
  name: string;

  /** When it comes. */
  description: string;

  /** A whole body, as receivers of webhooks get it. */
  example: EventTypeExample;
}

export function toEventTypeResponse({ name, description, example }: EventType): EventTypeResponse {
  return { name, description, example };
}
