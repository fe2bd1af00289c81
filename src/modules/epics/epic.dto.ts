import { ApiProperty } from '@nestjs/swagger';
import { PageQuery } from '../../common/http/page.query.js';
import { Color, Name, Text, Timestamp, Uuid } from '../../common/validation/decorators.js';
import { UuidListParameter } from '../../common/validation/query.decorators.js';
import type { Epic } from './epic.entity.js';

export class CreateEpic {
  @Uuid('required')
  projectId: string;

  @Name('required')
  name: string;

  @Text('optional')
  description?: string;

  /** Default `#808080`. */
  @Color('optional')
  color?: string;

  @Timestamp('optional')
  startDate?: string;

  /** Not before `startDate`. */
  @Timestamp('optional')
  dueDate?: string;
}

export class UpdateEpic {
  @Name('changeable')
  name?: string;

  @Text('clearable')
  description?: string | null;

  @Color('changeable')
  color?: string;

  @Timestamp('clearable')
  startDate?: string | null;

  /** Not before `startDate`. */
  @Timestamp('clearable')
  dueDate?: string | null;
}

export class EpicsQuery extends PageQuery {
  @UuidListParameter()
  projectId?: string[];
}

/** An epic as lists show it. */
export class EpicResponse {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, format: 'uuid' })
  projectId: string;

  name: string;

  description: string | null;

  /** `#RRGGBB`. */
  color: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  startDate: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  dueDate: string | null;

  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updatedAt: string;
}

export class EpicProgress {
  @ApiProperty({ type: 'integer', minimum: 0 })
  tasks: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  done: number;
}

/** An epic by itself, with how far its tasks are. */
export class EpicDetailResponse extends EpicResponse {
  progress: EpicProgress;
}

export function toEpicResponse(epic: Epic): EpicResponse {
  const { id, projectId, name, description, color, startDate, dueDate, createdAt, updatedAt } = epic;
  return { id, projectId, name, description, color, startDate, dueDate, createdAt, updatedAt };
}
