import { ApiProperty } from '@nestjs/swagger';
import { NamedReference } from '#common/http/named-reference.dto.js';
import { Moment, Reference, WholeNumber } from '#common/http/response.decorators.js';
import { LIVE_STATES, type LiveState } from '#schema/work.js';

export class QuestionResponse {
  /** Counts from 1 in the work. */
  @WholeNumber()
  n: number;

  /** What it must know. */
  text: string;

  /** Answers to choose from. */
  options: string[];

  /** When it asked. */
  @Moment()
  at: string;
}

/** What an agent does about a task now. */
export class LiveWorkResponse {
  /** The work. */
  @Reference()
  id: string;

  /** Where it stands. */
  @ApiProperty({ enum: [...LIVE_STATES], enumName: 'LiveWorkState' })
  state: LiveState;

  /** The agent. */
  colleague: NamedReference;

  /** Per cent. */
  @WholeNumber()
  progress: number;

  /** What it does now, in a line. */
  note: string | null;

  /** What it must know; null while it does not ask. */
  @ApiProperty({ type: QuestionResponse, nullable: true })
  question: QuestionResponse | null;
}
