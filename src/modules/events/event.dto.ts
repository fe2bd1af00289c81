import { ApiProperty } from '@nestjs/swagger';
import { ViaReference } from '#common/http/named-reference.dto.js';
import { Moment, Reference } from '#common/http/response.decorators.js';
import { Field, Rule } from '#common/validation/field.js';
import {
  BooleanParameter,
  IntegerParameter,
  OneOfListParameter,
  UuidListParameter,
} from '#common/validation/parameters.js';
import { LOGGED_EVENT_NAMES } from '#modules/event-types/event-types.service.js';
import { LATEST, positionProblem } from './position.js';

/** Which events, for the log and the stream alike. */
export class EventFilters {
  @Field(
    'parameter',
    {
      type: String,
      pattern: `^(0|[1-9]\\d*|${LATEST})$`,
      description: 'A position: what comes after it. `0` is before the first event, `latest` the present end',
    },
    [Rule((value) => (value === LATEST ? undefined : positionProblem(value)))],
  )
  after?: string;

  /** Only those of these names. */
  @OneOfListParameter(LOGGED_EVENT_NAMES)
  event?: string[];

  /** Only those of these projects. */
  @UuidListParameter()
  projectId?: string[];
}

export class EventStreamFilters extends EventFilters {
  /** Also events `inbox`, without an id: what changes in the caller's inbox. */
  @BooleanParameter()
  inbox?: boolean;
}

export class EventsQuery extends EventFilters {
  /** Default 50. */
  @IntegerParameter(1, 200)
  limit?: number;
}

const ACTOR_TYPES = ['user', 'colleague', 'recurrence', 'integration', 'system'] as const;

export class EventActor {
  /** `system` is the service itself, and whoever changed something before events told of it; `colleague` is a virtual colleague, `recurrence` what makes tasks again and again, `integration` a code connection. */
  @ApiProperty({ enum: ACTOR_TYPES })
  type: (typeof ACTOR_TYPES)[number];

  /** Null for `system`. */
  @Reference({ nullable: true })
  id: string | null;

  /** As it is now; null for `system`. */
  @ApiProperty({ type: String, nullable: true })
  name: string | null;

  /** Of a `colleague`: the user who made its key; null when it acted without one. Of a `recurrence`: the user it acts for. Of an `integration`: who did it at the forge; null for nobody here. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true, required: false })
  userId?: string | null;

  /** The key that the change was made with; null for a token. A `recurrence` and an `integration` have none. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true, required: false })
  apiKeyId?: string | null;

  /** The program that the change was made with, where the person has connected one. */
  @ApiProperty({ type: ViaReference, required: false })
  via?: ViaReference;
}

export class EventResponse {
  /** The `X-Webhook-Event-Id` of its deliveries. */
  @Reference()
  id: string;

  /** Rises with every commit of the company; numbers may be skipped. */
  @ApiProperty({ type: String, pattern: '^[1-9]\\d*$' })
  position: string;

  /** The name of the event. */
  @ApiProperty({ enum: LOGGED_EVENT_NAMES })
  event: string;

  /** When it happened. */
  @Moment()
  timestamp: string;

  /** Null for what belongs to the whole company. */
  @Reference({ nullable: true })
  projectId: string | null;

  /** Who made the change. */
  actor: EventActor;

  /** As in the body of a webhook, without ids of tasks out of reach; of a deleted project that one did not reach its id alone. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  data: object;
}

export class EventsMeta {
  /** What to give as `after` next, also when there was nothing. */
  @ApiProperty({ type: String, pattern: '^(0|[1-9]\\d*)$' })
  next: string;

  /** Whether there may be more after `next` already. */
  hasMore: boolean;

  /** When the answer was made. */
  @Moment()
  timestamp: string;
}

export class EventsResponse {
  /** Always true. */
  @ApiProperty({ type: Boolean })
  success: true;

  /** By rising position. */
  @ApiProperty({ type: EventResponse, isArray: true })
  data: EventResponse[];

  /** How to go on. */
  meta: EventsMeta;
}
