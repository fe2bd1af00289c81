import { ApiProperty, PartialType } from '@nestjs/swagger';
import { NamedReference } from '../../../common/http/named-reference.dto.js';
import { PageQuery } from '../../../common/http/page.query.js';
import {
  BooleanParameter,
  OneOfListParameter,
  OneOfParameter,
  SearchParameter,
  TextListParameter,
  TimestampParameter,
  UuidListParameter,
} from '../../../common/validation/query.decorators.js';
import { ProjectReference, TASK_FIELDS, TaskResponse } from '../task.dto.js';
import { PRIORITIES, type Priority } from '../task.entity.js';

export const TASK_SORTS = ['createdAt', 'updatedAt', 'dueDate', 'priority', 'status', 'title', 'rank'] as const;

export const TASK_INCLUDES = ['assignee', 'project'] as const;

export type TaskSort = (typeof TASK_SORTS)[number];

/** GET /tasks (service.md, decisions 7). */
export class TasksQuery extends PageQuery {
  @UuidListParameter()
  projectId?: string[];

  @TextListParameter('Comma-separated list of statuses')
  status?: string[];

  @OneOfListParameter(PRIORITIES)
  priority?: Priority[];

  @UuidListParameter({ orNull: true })
  assigneeId?: string[];

  @UuidListParameter({ orNull: true })
  sprintId?: string[];

  @UuidListParameter({ orNull: true })
  epicId?: string[];

  @UuidListParameter({ orNull: true })
  parentId?: string[];

  /** Tasks that carry any of them. */
  @UuidListParameter()
  labelIds?: string[];

  @TextListParameter('Comma-separated list of human-readable task ids, such as WEB-12')
  tid?: string[];

  @BooleanParameter()
  isBlocked?: boolean;

  @SearchParameter('Every term must occur in title, description or tid; case does not matter')
  search?: string;

  @TimestampParameter()
  dueAfter?: string;

  @TimestampParameter()
  dueBefore?: string;

  @TimestampParameter()
  createdAfter?: string;

  @TimestampParameter()
  createdBefore?: string;

  @TimestampParameter()
  updatedAfter?: string;

  @TimestampParameter()
  updatedBefore?: string;

  /** Exactly these fields, and what `include` adds. */
  @OneOfListParameter(TASK_FIELDS)
  fields?: (typeof TASK_FIELDS)[number][];

  @OneOfListParameter(TASK_INCLUDES)
  include?: (typeof TASK_INCLUDES)[number][];

  /** Default `createdAt`. */
  @OneOfParameter(TASK_SORTS)
  sortBy?: TaskSort;

  /** Default `desc`. */
  @OneOfParameter(['asc', 'desc'])
  sortOrder?: 'asc' | 'desc';
}

/** A task as a list shows it: with `fields`, those alone; with `include`, what was asked for besides. */
export class ListedTaskResponse extends PartialType(TaskResponse) {
  @ApiProperty({ type: NamedReference, nullable: true, required: false })
  assignee?: NamedReference | null;

  @ApiProperty({ type: ProjectReference, required: false })
  project?: ProjectReference;
}
