import { ApiProperty } from '@nestjs/swagger';
import { NamedReference } from '#common/http/named-reference.dto.js';
import { Moment, Reference } from '#common/http/response.decorators.js';
import { Text, Timestamp, Uuid } from '#common/validation/fields.js';
import { UuidParameter } from '#common/validation/parameters.js';

export class MuteTask {
  /** Until when; left out, until the task has another status. */
  @Timestamp('optional')
  until?: string;

  /** The one colleague that is to say nothing of the task; left out, all of them. */
  @Uuid('optional')
  colleagueId?: string;

  /** Why. */
  @Text('optional', { minimum: 0, maximum: 500 })
  note?: string;
}

export class UnmuteQuery {
  /** Only what people muted of this colleague. */
  @UuidParameter()
  colleagueId?: string;
}

/** What keeps virtual colleagues from speaking of a task. */
export class TaskMuteResponse {
  /** The id. */
  @Reference()
  id: string;

  /** Until when; null until the task has another status. */
  @Moment({ nullable: true })
  until: string | null;

  /** The one colleague that says nothing of it; null: all of them. */
  @Reference({ nullable: true })
  colleagueId: string | null;

  /** The one rule that says nothing of it; null: all of them. */
  @ApiProperty({ type: String, nullable: true, example: 'task.overdue' })
  rule: string | null;

  /** Why. */
  note: string | null;

  /** Who muted it; null where three people found a rule not useful. */
  @ApiProperty({ type: NamedReference, nullable: true })
  by: NamedReference | null;

  /** When it was muted. */
  @Moment()
  createdAt: string;
}
