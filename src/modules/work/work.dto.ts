import { ApiProperty } from '@nestjs/swagger';
import { NamedReference } from '#common/http/named-reference.dto.js';
import { Moment, Reference, WholeNumber } from '#common/http/response.decorators.js';
import { QuestionResponse } from '#modules/tasks/live-work.dto.js';
import type { WorkActivity } from './work-activity.entity.js';
import type { Work } from './work.entity.js';
import { ACTIVITY_TYPES, STEP_STATES } from './work-parts.js';
import { WORK_STATES, type WorkState } from './work-states.js';

export class LeaseResponse {
  /** Rises by one with each work of the task. */
  @WholeNumber()
  number: number;

  /** When it ends without a heartbeat; null while the work waits for a person. */
  @Moment({ nullable: true })
  until: string | null;
}

export class StepResponse {
  /** What is to be done. */
  title: string;

  /** How far it is. */
  @ApiProperty({ enum: [...STEP_STATES], enumName: 'WorkStepState' })
  state: (typeof STEP_STATES)[number];
}

export class LinkResponse {
  /** What it is. */
  title: string;

  /** Where it is. */
  @ApiProperty({ type: String, format: 'uri' })
  url: string;
}

export class UsageResponse {
  /** Tokens read so far. */
  @WholeNumber()
  inputTokens: number;

  /** Tokens written so far. */
  @WholeNumber()
  outputTokens: number;

  /** Dollars so far. */
  costUsd: number;
}

export class ReviewResponse {
  /** Whether the work was good. */
  @ApiProperty({ enum: ['accept', 'return'], enumName: 'ReviewDecision' })
  decision: 'accept' | 'return';

  /** Who decided. */
  by: NamedReference;

  /** When. */
  @Moment()
  at: string;

  /** What is to be better. */
  comment: string | null;
}

/** One attempt at one task by one agent. */
export class WorkResponse {
  /** Its id; `X-Work` names it. */
  @Reference()
  id: string;

  /** The task. */
  @Reference()
  taskId: string;

  /** The agent. */
  @Reference()
  colleagueId: string;

  /** The key that holds it, or the grant of the program that acts as the agent. */
  @Reference()
  apiKeyId: string;

  /** Where it stands. */
  @ApiProperty({ enum: [...WORK_STATES], enumName: 'WorkState' })
  state: WorkState;

  /** Which attempt it is since the task was delegated or returned. */
  @WholeNumber()
  attempt: number;

  /** Null once it has ended. */
  @ApiProperty({ type: LeaseResponse, nullable: true })
  lease: LeaseResponse | null;

  /** When the task was taken. */
  @Moment()
  startedAt: string;

  /** When the agent last called. */
  @Moment()
  lastSeenAt: string;

  /** When it ended. */
  @Moment({ nullable: true })
  endedAt: string | null;

  /** Why it ended, in words. */
  endedReason: string | null;

  /** Per cent. */
  @WholeNumber()
  progress: number;

  /** What it does now, in a line. */
  note: string | null;

  /** What it means to do. */
  plan: StepResponse[];

  /** What it made. */
  links: LinkResponse[];

  /** What was done. */
  summary: string | null;

  /** What it must know; null while it does not ask. */
  @ApiProperty({ type: QuestionResponse, nullable: true })
  question: QuestionResponse | null;

  /** Whether it is to stop. */
  stopRequested: boolean;

  /** What it used so far, as the agent says. */
  usage: UsageResponse;

  /** What a person decided. */
  @ApiProperty({ type: ReviewResponse, nullable: true })
  review: ReviewResponse | null;
}

export class WorkActivityResponse {
  /** Its id. */
  @Reference()
  id: string;

  /** When it was said. */
  @Moment()
  at: string;

  /** What kind of thing it is. */
  @ApiProperty({ enum: [...ACTIVITY_TYPES], enumName: 'WorkActivityType' })
  type: (typeof ACTIVITY_TYPES)[number];

  /** What it says. */
  text: string;

  /** Details for programs. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  data: object | null;

  /** Present where a text was cut, so that the whole answer has at most 2 MiB. */
  truncated?: boolean;
}

/** A work by itself. */
export class WorkDetailResponse extends WorkResponse {
  /** The newest 1,000 things that it said, the oldest first. */
  activities: WorkActivityResponse[];
}

export class AnswerResponse {
  /** The `n` of the question. */
  @WholeNumber()
  n: number;

  /** What was asked. */
  question: string;

  /** The answer. */
  text: string;

  /** Who answered. */
  by: NamedReference;

  /** When. */
  @Moment()
  at: string;
}

export class HeartbeatResponse {
  /** When the lease ends; null while the work waits for an answer. */
  @Moment({ nullable: true })
  until: string | null;

  /** Whether it is to stop. */
  stopRequested: boolean;

  /** The answers that no heartbeat has named in `seen`. */
  answers: AnswerResponse[];
}

/** A row as clients see it. */
export function toWorkResponse(work: Work): WorkResponse {
  const { id, taskId, colleagueId, apiKeyId, state, attempt, endedAt, endedReason, progress, note, summary } = work;
  return {
    id,
    taskId,
    colleagueId,
    apiKeyId,
    state,
    attempt,
    lease: endedAt === null ? { number: work.leaseNumber, until: work.leaseUntil } : null,
    startedAt: work.createdAt,
    lastSeenAt: work.lastSeenAt,
    endedAt,
    endedReason,
    progress,
    note,
    plan: [...work.plan],
    links: [...work.links],
    summary,
    question: work.question && { ...work.question, options: [...work.question.options] },
    stopRequested: work.endedAt === null && work.stopCause !== null,
    usage: work.usage,
    review: work.review,
  };
}

export function toActivityResponse({
  id,
  at,
  type,
  text,
  data,
  truncated,
}: WorkActivity & { readonly truncated?: boolean | null }): WorkActivityResponse {
  const shown = { id, at, type: type as WorkActivityResponse['type'], text, data };
  return truncated ? { ...shown, truncated } : shown;
}
