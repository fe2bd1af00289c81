import { ResourceResponse } from '../../common/http/resource-response.dto.js';
import { Moment, Reference, WholeNumber } from '../../common/http/response.decorators.js';
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
export class EpicResponse extends ResourceResponse {
  @Reference()
  projectId: string;

  name: string;

  description: string | null;

  /** `#RRGGBB`. */
  color: string;

  @Moment({ nullable: true })
  startDate: string | null;

  @Moment({ nullable: true })
  dueDate: string | null;
}

export class EpicProgress {
  @WholeNumber({ minimum: 0 })
  tasks: number;

  @WholeNumber({ minimum: 0 })
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
