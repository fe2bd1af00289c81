import { ApiProperty } from '@nestjs/swagger';
import { NamedReference } from '#common/http/named-reference.dto.js';
import { WholeNumber } from '#common/http/response.decorators.js';
import { MAX_LIMIT } from '#common/http/list.js';
import {
  BooleanParameter,
  CursorParameter,
  FilterParameter,
  IntegerParameter,
  OneOfListParameter,
  OneOfOrNamedParameter,
  OneOfParameter,
  SearchParameter,
  TextListParameter,
  TimestampParameter,
  UuidListParameter,
  UuidParameter,
} from '#common/validation/parameters.js';
import { LiveWorkResponse } from '../live-work.dto.js';
import { TaskCodeResponse } from '../task-code.dto.js';
import { PromiseResponse } from '../task-promise.dto.js';
import { TASK_FIELDS, PRIORITIES, type Priority, TASK_SORTS, type TaskSort } from '#schema/tasks.js';
import { CUSTOM_NAMES, type CustomName } from '#schema/fields.js';
import { BlockerReference, ProjectReference, TaskLabelResponse, TaskResponse } from '../task.dto.js';

/** What has a column in CSV. */
export const CSV_INCLUDES = ['assignee', 'delegate', 'project', 'labels'] as const;

export const TASK_INCLUDES = [...CSV_INCLUDES, 'work', 'counts', 'promise', 'blockers', 'code', 'custom'] as const;

/** What `fields` may name: values come with them as with `include`. */
export const LISTED_FIELDS = [...TASK_FIELDS, 'custom'] as const;

/** Which tasks are meant: all of the parameters hold. */
export abstract class TaskFilterQuery {
  /** Only those that this filter lets through, besides all other parameters, in the language of docs/filters.md. */
  @FilterParameter()
  filter?: string;

  /** Only those of this saved view, read as the caller; its sort counts where none is given. */
  @UuidParameter()
  view?: string;

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

  /** Only those that these recurrences have made; `null` is those that none has. */
  @UuidListParameter({ orNull: true })
  recurrenceId?: string[];

  /** Tasks that carry any of them; `null` is those without labels. */
  @UuidListParameter({ orNull: true })
  labelIds?: string[];

  /** Only those of these human-readable ids, such as `WEB-12`. */
  @TextListParameter()
  tid?: string[];

  /** Only those that were imported from these places, such as `jira:WEB-12`. */
  @TextListParameter()
  external?: string[];

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

  /** Only those that begin at this moment or later. */
  @TimestampParameter()
  startAfter?: string;

  /** Only those that begin before this moment. */
  @TimestampParameter()
  startBefore?: string;

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
}

/** GET /tasks. */
export class TasksQuery extends TaskFilterQuery {
  /** Which page, from 1; without it the whole list comes as a bare array. */
  @IntegerParameter(1)
  page?: number;

  /** The most items of a page; 50 unless given, ignored without `page` or `cursor`. */
  @IntegerParameter(1, MAX_LIMIT, { onlyWith: ['page', 'cursor'] })
  limit?: number;

  /** Instead of `page`: empty for the first page, then the `next` of the page before. */
  @CursorParameter()
  cursor?: string;

  /** Exactly these fields, and what `include` adds. */
  @OneOfListParameter(LISTED_FIELDS)
  fields?: (typeof LISTED_FIELDS)[number][];

  /** Related data to add. */
  @OneOfListParameter(TASK_INCLUDES)
  include?: (typeof TASK_INCLUDES)[number][];

  /** Default `createdAt`; `custom.<key>` is a field of the company's own. */
  @OneOfOrNamedParameter(TASK_SORTS, CUSTOM_NAMES)
  sortBy?: TaskSort | CustomName;

  /** Default `desc`. */
  @OneOfParameter(['asc', 'desc'])
  sortOrder?: 'asc' | 'desc';
}

/** How much hangs on a task. */
export class TaskCountsResponse {
  /** Its own subtasks. */
  @WholeNumber()
  subtasks: number;

  /** Those of them that are done. */
  @WholeNumber()
  subtasksDone: number;

  /** Comments on it. */
  @WholeNumber()
  comments: number;

  /** Files at it and its comments. */
  @WholeNumber()
  files: number;
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

  /** With `include=work`: what an agent does about it now; null for nothing. */
  @ApiProperty({ type: LiveWorkResponse, nullable: true, required: false })
  work?: LiveWorkResponse | null;

  /** With `include=counts`: how much hangs on it. */
  @ApiProperty({ type: TaskCountsResponse, required: false })
  counts?: TaskCountsResponse;

  /** With `include=promise`: what is promised of it, by its assignee or else the newest; null while no promise is open. */
  @ApiProperty({ type: PromiseResponse, nullable: true, required: false })
  promise?: PromiseResponse | null;

  /** With `include=blockers`: the tasks in reach that it waits for, done ones too. */
  @ApiProperty({ type: [BlockerReference], required: false })
  blockers?: BlockerReference[];
  /** With `include=code`: how many pull requests it has. */
  @ApiProperty({ type: TaskCodeResponse, required: false })
  code?: TaskCodeResponse;
}

/** Some of its fields, and what was included. */
export type ListedTask = Partial<ListedTaskResponse>;
