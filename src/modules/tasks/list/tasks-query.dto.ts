import { ApiProperty } from '@nestjs/swagger';
import { NamedReference } from '../../../common/http/named-reference.dto.js';
import { CursorQuery } from '../../../common/http/cursor.query.js';
import {
  BooleanParameter,
  OneOfListParameter,
  OneOfParameter,
  SearchParameter,
  TextListParameter,
  TimestampParameter,
  UuidListParameter,
} from '../../../common/validation/query.decorators.js';
import { ProjectReference, TASK_FIELDS, TaskLabelResponse, TaskResponse } from '../task.dto.js';
import { PRIORITIES, type Priority } from '../task.entity.js';

export const TASK_SORTS = [
  'createdAt',
  'updatedAt',
  'completedAt',
  'dueDate',
  'priority',
  'status',
  'title',
  'rank',
] as const;

export const TASK_INCLUDES = ['assignee', 'delegate', 'project', 'labels'] as const;

export type TaskSort = (typeof TASK_SORTS)[number];

/** GET /tasks (service.md, decisions 7). */
export class TasksQuery extends CursorQuery {
  /** Only those of these projects. */
  @UuidListParameter()
  projectId?: string[];

  /** Only those in these statuses. */
  @TextListParameter()
  status?: string[];

  /** Only those of these priorities. */
  @OneOfListParameter(PRIORITIES)
  priority?: Priority[];

  /** Only those of these users; `null` is nobody's, `me` the caller's. */
  @UuidListParameter({ orNull: true, orMe: true })
  assigneeId?: string[];

  /** Only those delegated to these virtual colleagues; `null` is to none. */
  @UuidListParameter({ orNull: true })
  delegateId?: string[];

  /** Only those in these sprints; `null` is in none. */
  @UuidListParameter({ orNull: true })
  sprintId?: string[];

  /** Only those of these epics; `null` is of none. */
  @UuidListParameter({ orNull: true })
  epicId?: string[];

  /** Only subtasks of these tasks; `null` is no subtask. */
  @UuidListParameter({ orNull: true })
  parentId?: string[];

  /** Tasks that carry any of them. */
  @UuidListParameter()
  labelIds?: string[];

  /** Only those of these human-readable ids, such as `WEB-12`. */
  @TextListParameter()
  tid?: string[];

  /** True: only blocked ones; false: only those that are not. */
  @BooleanParameter()
  isBlocked?: boolean;

  /** Only those that are done, or those that are not. */
  @BooleanParameter()
  isDone?: boolean;

  /** Only those that hold every term in title, description or tid, in any case. */
  @SearchParameter()
  search?: string;

  /** Only those due at this moment or later. */
  @TimestampParameter()
  dueAfter?: string;

  /** Only those due before this moment. */
  @TimestampParameter()
  dueBefore?: string;

  /** Only those made at this moment or later. */
  @TimestampParameter()
  createdAfter?: string;

  /** Only those made before this moment. */
  @TimestampParameter()
  createdBefore?: string;

  /** Only those last changed at this moment or later. */
  @TimestampParameter()
  updatedAfter?: string;

  /** Only those last changed before this moment. */
  @TimestampParameter()
  updatedBefore?: string;

  /** Exactly these fields, and what `include` adds. */
  @OneOfListParameter(TASK_FIELDS)
  fields?: (typeof TASK_FIELDS)[number][];

  /** Related data to add. */
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
export class ListedTaskResponse extends TaskResponse {
  /** With `include=assignee`: who is to do it. */
  @ApiProperty({ type: NamedReference, nullable: true, required: false })
  assignee?: NamedReference | null;

  /** With `include=delegate`: the virtual colleague that works on it. */
  @ApiProperty({ type: NamedReference, nullable: true, required: false })
  delegate?: NamedReference | null;

  /** With `include=project`: the project. */
  @ApiProperty({ type: ProjectReference, required: false })
  project?: ProjectReference;

  /** With `include=labels`: those that it carries. */
  @ApiProperty({ type: [TaskLabelResponse], required: false })
  labels?: TaskLabelResponse[];
}

/** Some of its fields, and what was included. */
export type ListedTask = Partial<ListedTaskResponse>;
