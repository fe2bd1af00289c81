import { ApiProperty } from '@nestjs/swagger';
import { NamedReference } from '#common/http/named-reference.dto.js';
import { Moment, Reference } from '#common/http/response.decorators.js';
import {
  ASKING_TYPES,
  type AskingType,
  PROMISE_SOURCES,
  PROMISE_STATES,
  type PromiseSource,
  type PromiseState,
} from '#schema/promises.js';

/** A person's word about a task. */
export class PromiseResponse {
  /** The id. */
  @Reference()
  id: string;

  /** The task that it is about. */
  @Reference()
  taskId: string;

  /** Whose word it is. */
  person: NamedReference;

  /** The last day on which it can be kept, in the person's time zone. */
  @ApiProperty({ type: String, format: 'date' })
  until: string;

  /** What the person said with it. */
  words: string | null;

  /** Where it was given: `comment`, in answer to a virtual colleague. */
  @ApiProperty({ enum: [...PROMISE_SOURCES], enumName: 'PromiseSource' })
  source: PromiseSource;

  /** Whether it is open, or how it ended: `moved` by a later one of the same person. */
  @ApiProperty({ enum: [...PROMISE_STATES], enumName: 'PromiseState' })
  state: PromiseState;

  /** When it was given. */
  @Moment()
  createdAt: string;

  /** When it ended; null while it is open. */
  @Moment({ nullable: true })
  endedAt: string | null;
}

/** What a virtual colleague asks the caller about a task. */
export class AskedResponse {
  /** The action that says it. */
  @Reference()
  activityId: string;

  /** Who asks. */
  colleague: NamedReference;

  /** What kind of action it is. */
  @ApiProperty({ enum: [...ASKING_TYPES], enumName: 'AskingType' })
  type: AskingType;

  /** What it says. */
  message: string;

  /** When it was said. */
  @Moment()
  at: string;
}
