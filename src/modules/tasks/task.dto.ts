import { ApiProperty } from '@nestjs/swagger';
import { NamedReference } from '../../common/http/named-reference.dto.js';
import { PRIORITIES, type Priority } from './task.entity.js';

export class ProjectReference extends NamedReference {
  key: string;
}

/** A task as lists show it. */
export class TaskResponse {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  /** `<project key>-<number>`. */
  tid: string;

  title: string;

  description: string | null;

  status: string;

  @ApiProperty({ enum: [...PRIORITIES], enumName: 'Priority' })
  priority: Priority;

  estimatedHours: number | null;

  loggedHours: number | null;

  @ApiProperty({ type: String, format: 'uuid' })
  projectId: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  assigneeId: string | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  sprintId: string | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  epicId: string | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  parentId: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  dueDate: string | null;

  /**
   * Place in its project; sorts bytewise. Now and then a move gives its neighbours new ranks in the same order, of which
   * there is no event.
   */
  rank: string;

  /** Its status is `Blocked`, or an open task blocks it. */
  isBlocked: boolean;

  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updatedAt: string;
}

export class TaskLabelResponse {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  name: string;

  /** `#RRGGBB`. */
  color: string;
}

/** A task by itself. */
export class TaskDetailResponse extends TaskResponse {
  @ApiProperty({ type: NamedReference, nullable: true })
  assignee: NamedReference | null;

  labels: TaskLabelResponse[];
}

export class BulkUpdateResponse {
  /** How many of the tasks changed. */
  @ApiProperty({ type: 'integer' })
  updated: number;

  /** All of the named tasks, as they are now, in the order of `ids`. */
  tasks: TaskResponse[];
}
