import { ApiProperty } from '@nestjs/swagger';
import { NamedReference } from '#common/http/named-reference.dto.js';
import { PageQuery } from '#common/http/page.query.js';
import { Moment, Reference, WholeNumber } from '#common/http/response.decorators.js';
import { Uuid, UuidArray } from '#common/validation/fields.js';
import { SearchParameter, UuidListParameter } from '#common/validation/parameters.js';
import { TaskResponse } from '#modules/tasks/task.dto.js';

/** What a restored task may have lost. */
export const OMITTABLE = [
  'parentId',
  'sprintId',
  'epicId',
  'assigneeId',
  'delegateId',
  'labelIds',
  'blockerIds',
] as const;
export type Omitted = (typeof OMITTABLE)[number];

export class TrashQuery extends PageQuery {
  /** Only tasks of these projects. */
  @UuidListParameter()
  projectId?: string[];

  /** Only those with this text in tid or title, in any case. */
  @SearchParameter()
  search?: string;
}

export class EmptyTrash {
  /** Whose trash is emptied. */
  @Uuid('required')
  projectId: string;
}

/** A deleted task that can come back. */
export class TrashedTaskResponse {
  /** The id. */
  @Reference()
  id: string;

  /** `<project key>-<number>`; no other task gets it. */
  tid: string;

  /** What was to be done, in a line. */
  title: string;

  /** The project that it was in. */
  @Reference()
  projectId: string;

  /** When it was deleted. */
  @Moment()
  deletedAt: string;

  /** Who deleted it. */
  deletedBy: NamedReference;

  /** When it goes for good. */
  @Moment()
  until: string;
}

/** A task that is there again. */
export class RestoredTaskResponse extends TaskResponse {
  /** Which of its fields lost what is gone, or not allowed any more. */
  @ApiProperty({ enum: [...OMITTABLE], isArray: true })
  omitted: Omitted[];
}

export class RestoreTasks {
  /** The tasks. */
  @UuidArray('required', { minimum: 1, maximum: 200 })
  ids: string[];
}

export class RestoredTasksResponse {
  /** How many. */
  @WholeNumber()
  restored: number;

  /** The tasks as they are now, in the order of the request. */
  @ApiProperty({ type: () => [RestoredTaskResponse] })
  tasks: RestoredTaskResponse[];
}
