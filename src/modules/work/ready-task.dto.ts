import { ApiProperty } from '@nestjs/swagger';
import { NamedReference } from '#common/http/named-reference.dto.js';
import { Reference } from '#common/http/response.decorators.js';
import { PRIORITIES } from '#schema/tasks.js';

export class ReadyTask {
  /** The task. */
  @Reference()
  id: string;

  /** `<project key>-<number>`. */
  tid: string;

  /** What is to be done, in a line. */
  title: string;

  /** Its status. */
  status: string;

  /** How urgent it is. */
  @ApiProperty({ enum: [...PRIORITIES], enumName: 'Priority' })
  priority: (typeof PRIORITIES)[number];
}

/** A task that is delegated. */
export class ReadyTaskResponse {
  /** The task. */
  task: ReadyTask;

  /** The agent. */
  colleague: NamedReference;

  /** Whether it can be taken now. */
  ready: boolean;

  /** Why not. */
  why: string[];
}
