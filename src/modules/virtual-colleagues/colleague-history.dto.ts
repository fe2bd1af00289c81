import { ApiProperty } from '@nestjs/swagger';
import { ACTION_STATUSES, ACTION_TYPES, type ActionStatus, type ActionType } from './colleague-activity.entity.js';
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
  @ApiProperty({ type: String, format: 'uuid' })
  scanId: string;

  @ApiProperty({ enum: [...RUN_KINDS], enumName: 'RunKind' })
  kind: RunKind;

  @ApiProperty({ enum: [...RUN_TRIGGERS], enumName: 'RunTrigger' })
  trigger: RunTrigger;

  @ApiProperty({ enum: [...RUN_STATUSES], enumName: 'RunStatus' })
  status: RunStatus;

  @ApiProperty({ type: 'integer' })
  tasksScanned: number;

  @ApiProperty({ type: 'integer' })
  actionsGenerated: number;

  @ApiProperty({ type: 'integer' })
  sent: number;

  @ApiProperty({ type: 'integer' })
  failed: number;

  /** Null while it is running. */
  @ApiProperty({ type: 'integer', nullable: true })
  durationMs: number | null;

  @ApiProperty({ type: String, format: 'date-time' })
  startedAt: string;

  /** Null while it is running. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  finishedAt: string | null;

  /** What went wrong, if anything. */
  error: string | null;
}

/** An action of a scan. */
export class ColleagueActivityResponse {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, format: 'uuid' })
  scanId: string;

  @ApiProperty({ enum: [...ACTION_TYPES], enumName: 'ActionType' })
  type: ActionType;

  @ApiProperty({ type: String, example: 'task.overdue' })
  rule: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  taskId: string | null;

  /** Whom it speaks to or of. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  userId: string | null;

  message: string;

  /** `logged`: there is no chat, or the scan had more to say than a chat can bear. */
  @ApiProperty({ enum: [...ACTION_STATUSES], enumName: 'ActionStatus' })
  status: ActionStatus;

  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: string;
}
