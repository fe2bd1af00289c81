import { ApiProperty } from '@nestjs/swagger';
import { ResourceResponse } from '../../common/http/resource-response.dto.js';
import { Moment, Reference, WholeNumber } from '../../common/http/response.decorators.js';
import { PageQuery } from '../../common/http/page.query.js';
import { Name, Text, Timestamp, Uuid } from '../../common/validation/decorators.js';
import { OneOfListParameter, UuidListParameter } from '../../common/validation/query.decorators.js';
import { type Sprint, SPRINT_STATUSES, type SprintStatus } from './sprint.entity.js';

export class CreateSprint {
  @Uuid('required')
  projectId: string;

  @Name('required')
  name: string;

  @Text('optional')
  goal?: string;

  @Timestamp('optional')
  startDate?: string;

  /** Not before `startDate`. */
  @Timestamp('optional')
  endDate?: string;
}

export class UpdateSprint {
  @Name('changeable')
  name?: string;

  @Text('clearable')
  goal?: string | null;

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
  @UuidListParameter()
  projectId?: string[];

  @OneOfListParameter(SPRINT_STATUSES)
  status?: SprintStatus[];
}

/** A sprint as lists show it. */
export class SprintResponse extends ResourceResponse {
  @Reference()
  projectId: string;

  name: string;

  goal: string | null;

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
  @WholeNumber({ minimum: 0 })
  tasks: number;

  @WholeNumber({ minimum: 0 })
  done: number;

  estimatedHours: number;

  loggedHours: number;

  /** Of the open tasks: estimated less logged hours, per task never below 0. */
  remainingHours: number;
}

/** A sprint by itself, with what its tasks add up to now. */
export class SprintDetailResponse extends SprintResponse {
  totals: SprintTotals;
}

/** A day of a burndown, as it was at its end; the last one as it is now, or was when the sprint ended. */
export class BurndownRow {
  @Moment()
  date: string;

  /** Of the open tasks: estimated less logged hours, per task never below 0. */
  remainingHours: number;

  /** On the straight line from what remained at the start to nothing at `endDate`; null without that. */
  @ApiProperty({ type: Number, nullable: true })
  idealHours: number | null;

  @WholeNumber({ minimum: 0 })
  doneTasks: number;
}

export function toSprintResponse(sprint: Sprint): SprintResponse {
  const { id, projectId, name, goal, status, startDate, endDate, startedAt, endedAt, createdAt, updatedAt } = sprint;
  return { id, projectId, name, goal, status, startDate, endDate, startedAt, endedAt, createdAt, updatedAt };
}
