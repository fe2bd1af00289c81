import { ApiProperty } from '@nestjs/swagger';
import { NamedReference } from '../../common/http/named-reference.dto.js';
import type { Changes } from '../../core/events/domain-event.js';

/** One change of a task. */
export class TaskActivityResponse {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, format: 'date-time' })
  at: string;

  actor: NamedReference;

  @ApiProperty({ enum: ['task.created', 'task.updated'] })
  event: string;

  /** Field to its value before and after. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'object', required: ['from', 'to'], properties: { from: {}, to: {} } },
  })
  changes: Changes;
}
