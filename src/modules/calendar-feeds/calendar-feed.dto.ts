import { ApiProperty } from '@nestjs/swagger';
import { Moment, Reference } from '#common/http/response.decorators.js';
import { ExactlyOneOf } from '#common/validation/exactly-one.decorator.js';
import { Flag, TrimmedText, Uuid } from '#common/validation/fields.js';

@ExactlyOneOf('viewId', 'projectId', 'mine')
export class CreateCalendarFeed {
  /** What it is called. */
  @TrimmedText('required')
  name: string;

  /** The tasks of this view. Give exactly one of `viewId`, `projectId` and `mine`. */
  @Uuid('optional')
  viewId?: string;

  /** The tasks of this project. */
  @Uuid('optional')
  projectId?: string;

  /** True: the tasks that the caller is the assignee of. */
  @Flag('optional')
  mine?: boolean;
}

export class CalendarFeedResponse {
  /** The id. */
  @Reference()
  id: string;

  /** What it is called. */
  name: string;

  /** The view whose tasks it has. */
  @Reference({ nullable: true })
  viewId: string | null;

  /** The project whose tasks it has. */
  @Reference({ nullable: true })
  projectId: string | null;

  /** Whether it has the tasks that its maker is the assignee of. */
  mine: boolean;

  /** When it was made. */
  @Moment()
  createdAt: string;

  /** When a program last read it; null until then. */
  @Moment({ nullable: true })
  lastReadAt: string | null;
}

export class CreatedCalendarFeedResponse extends CalendarFeedResponse {
  /** The address for calendars, shown this once: only a hash of its token is kept. */
  @ApiProperty({ type: String, format: 'uri' })
  url: string;
}
