import { ApiProperty } from '@nestjs/swagger';
import { Moment, Reference, WholeNumber } from '../../../common/http/response.decorators.js';
import { ACTION_TYPES, type ActionType } from '../rules/rule.js';
import { ACTION_STATUSES, type ActionStatus } from './colleague-activity.entity.js';
import {
  RUN_KINDS,
  RUN_STATUSES,
  RUN_TRIGGERS,
  type RunKind,
  type RunStatus,
  type RunTrigger,
} from './colleague-run.entity.js';

/** A run of a colleague. The counts are of all of it, also of what is out of the caller's reach. */
export class ColleagueRunResponse {
  @Reference()
  scanId: string;

  @ApiProperty({ enum: [...RUN_KINDS], enumName: 'RunKind' })
  kind: RunKind;

  @ApiProperty({ enum: [...RUN_TRIGGERS], enumName: 'RunTrigger' })
  trigger: RunTrigger;

  @ApiProperty({ enum: [...RUN_STATUSES], enumName: 'RunStatus' })
  status: RunStatus;

  @WholeNumber()
  tasksScanned: number;

  @WholeNumber()
  actionsGenerated: number;

  @WholeNumber()
  sent: number;

  @WholeNumber()
  failed: number;

  /** Null while it is running. */
  @WholeNumber({ nullable: true })
  durationMs: number | null;

  @Moment()
  startedAt: string;

  /** Null while it is running. */
  @Moment({ nullable: true })
  finishedAt: string | null;

  /** What went wrong, if anything. */
  error: string | null;
}

/** An action of a scan. */
export class ColleagueActivityResponse {
  @Reference()
  id: string;

  @Reference()
  scanId: string;

  @ApiProperty({ enum: [...ACTION_TYPES], enumName: 'ActionType' })
  type: ActionType;

  @ApiProperty({ type: String, example: 'task.overdue' })
  rule: string;

  @Reference({ nullable: true })
  taskId: string | null;

  /** Whom it speaks to or of. */
  @Reference({ nullable: true })
  userId: string | null;

  message: string;

  /** `logged`: there is no chat, or the scan had more to say than a chat can bear. */
  @ApiProperty({ enum: [...ACTION_STATUSES], enumName: 'ActionStatus' })
  status: ActionStatus;

  @Moment()
  createdAt: string;
}
