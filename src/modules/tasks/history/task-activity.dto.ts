import { ApiProperty } from '@nestjs/swagger';
import { Moment, Reference } from '#common/http/response.decorators.js';
import { ActorReference } from '#common/http/named-reference.dto.js';
import { CHANGES_SCHEMA } from '#core/events/changes.dto.js';
import type { Changes } from '#core/events/domain-event.js';

/** One change of a task. */
export class TaskActivityResponse {
  /** The id. */
  @Reference()
  id: string;

  /** When it happened. */
  @Moment()
  at: string;

  /** Who made the change. */
  actor: ActorReference;

  /** What happened to the task. */
  @ApiProperty({
    enum: [
      'task.created',
      'task.imported',
      'task.updated',
      'task.copied',
      'task.deleted',
      'task.restored',
      'task.muted',
      'task.unmuted',
      'task.promised',
      'task.promise_ended',
      'task.code',
    ],
  })
  event: string;

  /** Field to its value before and after. */
  @ApiProperty(CHANGES_SCHEMA)
  changes: Changes;
}
