import { ApiProperty } from '@nestjs/swagger';
import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { Moment, Reference, WholeNumber } from '#common/http/response.decorators.js';
import { PageQuery } from '#common/http/page.query.js';
import { TrimmedText, Text, Timestamp, Uuid } from '#common/validation/fields.js';
import { OneOfListParameter, UuidListParameter } from '#common/validation/parameters.js';
import { type Sprint, SPRINT_STATUSES, type SprintStatus } from './sprint.entity.js';
import type { ReadBack } from '#core/http/read-back.js';

export class CreateSprint {
  /** The project that it belongs to. */
  @Uuid('required')
  projectId: string;

  /** What it is called. */
  @TrimmedText('required')
  name: string;

  /** What it is to achieve. */
  @Text('optional')
  goal?: string;

  /** When it is to begin. */
  @Timestamp('optional')
  startDate?: string;

  /** Not before `startDate`. */
  @Timestamp('optional')
  endDate?: string;
}

export class UpdateSprint {
  /** What it is called. */
  @TrimmedText('changeable')
  name?: string;

  /** What it is to achieve. */
  @Text('clearable')
  goal?: string | null;

  /** When it is to begin. */
  @Timestamp('clearable')
  startDate?: string | null;

  /** Not before `startDate`. */
  @Timestamp('clearable')
  endDate?: string | null;
}

export class CompleteSprint {
  /** A planned or active sprint of the same project that gets the open tasks; without it, they are in no sprint. */
  @Uuid('optional')
  moveOpenTo?: string;
}

export class SprintsQuery extends PageQuery {
  /** Only those of these projects. */
  @UuidListParameter()
  projectId?: string[];

  /** Only those in these states. */
  @OneOfListParameter(SPRINT_STATUSES)
  status?: SprintStatus[];
}

/** A sprint as lists show it. */
export class SprintResponse extends ResourceResponse {
  /** The project that it belongs to. */
  @Reference()
  projectId: string;

  /** What it is called. */
  name: string;

  /** What it is to achieve. */
  goal: string | null;

  /** `planned`, then `active`, then `completed`; `cancelled` ends either of the first two. */
  @ApiProperty({ enum: [...SPRINT_STATUSES], enumName: 'SprintStatus' })
  status: SprintStatus;

  /** When it is planned to start. */
  @Moment({ nullable: true })
  startDate: string | null;

  /** When it is planned to end. */
  @Moment({ nullable: true })
  endDate: string | null;

  /** When it was started. */
  @Moment({ nullable: true })
  startedAt: string | null;

  /** When it was completed or cancelled. */
  @Moment({ nullable: true })
  endedAt: string | null;
}

export class SprintTotals {
  /** All of its tasks. */
  @WholeNumber({ minimum: 0 })
  tasks: number;

  /** How many of them are Done. */
  @WholeNumber({ minimum: 0 })
  done: number;

  /** The sum of their estimates. */
  estimatedHours: number;

  /** The sum of the hours spent on them. */
  loggedHours: number;

  /** Of the open tasks: estimated less logged hours, per task never below 0. */
  remainingHours: number;
}

/** A task that was open when its sprint ended. */
export class CarriedTaskResponse {
  /** The task. */
  @Reference()
  id: string;

  /** `<project key>-<number>`. */
  tid: string;

  /** What is to be done, in a line. */
  title: string;
}

/** A sprint by itself, with what its tasks add up to now. */
export class SprintDetailResponse extends SprintResponse {
  /** What its tasks add up to. */
  totals: SprintTotals;

  /** What was open when it ended, by rank, of what the caller reaches; at most 200. */
  @ApiProperty({ type: [CarriedTaskResponse], maxItems: 200 })
  carriedOver: CarriedTaskResponse[];
}

export const SPRINT_READ_BACK: ReadBack<SprintDetailResponse, UpdateSprint> = {
  id: 'same',
  projectId: 'same',
  status: 'same',
  startedAt: 'same',
  endedAt: 'same',
  createdAt: 'same',
  updatedAt: 'any',
  totals: 'any',
  carriedOver: 'any',
};

/** A day of a burndown, as it was at its end; the last one as it is now, or was when the sprint ended. */
export class BurndownRow {
  /** The day, in UTC. */
  @Moment()
  date: string;

  /** Of the open tasks: estimated less logged hours, per task never below 0. */
  remainingHours: number;

  /** On the straight line from what remained at the start to nothing at `endDate`; null without that. */
  @ApiProperty({ type: Number, nullable: true })
  idealHours: number | null;

  /** How many tasks were Done. */
  @WholeNumber({ minimum: 0 })
  doneTasks: number;
}

export function toSprintResponse(sprint: Sprint): SprintResponse {
  const { id, projectId, name, goal, status, startDate, endDate, startedAt, endedAt, createdAt, updatedAt } = sprint;
  return { id, projectId, name, goal, status, startDate, endDate, startedAt, endedAt, createdAt, updatedAt };
}
