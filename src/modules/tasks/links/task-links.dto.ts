import { ApiProperty } from '@nestjs/swagger';
import { Reference } from '#common/http/response.decorators.js';
import { OneOf, Uuid } from '#common/validation/fields.js';
import { LINK_DIRECTIONS, LINK_TYPES, type LinkDirection, type LinkType } from '#schema/task-links.js';

export class AddTaskLink {
  /** The other task. */
  @Uuid('required')
  taskId: string;

  /** `duplicates`: this task is a duplicate of the other. */
  @OneOf('required', LINK_TYPES, 'TaskLinkType')
  type: LinkType;
}

export class LinkedTaskResponse {
  /** The id. */
  @Reference()
  id: string;

  /** `<project key>-<number>`. */
  tid: string;

  /** What is to be done, in a line. */
  title: string;

  /** The workflow lane that it is in, or any other text. */
  status: string;
}

/** A link as one of its two tasks shows it. */
export class TaskLinkResponse {
  /** The id. */
  @Reference()
  id: string;

  /** What the two have to do with each other. */
  @ApiProperty({ enum: [...LINK_TYPES], enumName: 'TaskLinkType' })
  type: LinkType;

  /** `out`: this task duplicates the other; `in`: the other duplicates this one. Null of `relates`. */
  @ApiProperty({ enum: [...LINK_DIRECTIONS], enumName: 'TaskLinkDirection', nullable: true })
  direction: LinkDirection | null;

  /** The other task. */
  @ApiProperty({ type: LinkedTaskResponse })
  task: LinkedTaskResponse;
}
