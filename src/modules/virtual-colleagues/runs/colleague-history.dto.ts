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
  /** The run. */
  @Reference()
  scanId: string;

  /** Scan or AI check. */
  @ApiProperty({ enum: [...RUN_KINDS], enumName: 'RunKind' })
  kind: RunKind;

  /** Who began it. */
  @ApiProperty({ enum: [...RUN_TRIGGERS], enumName: 'RunTrigger' })
  trigger: RunTrigger;

  /** How it ended, or that it still runs. */
  @ApiProperty({ enum: [...RUN_STATUSES], enumName: 'RunStatus' })
  status: RunStatus;

  /** Open tasks that were read. */
  @WholeNumber()
  tasksScanned: number;

  /** How many actions were made. */
  @WholeNumber()
  actionsGenerated: number;

  /** Actions that reached the chat. */
  @WholeNumber()
  sent: number;

  /** Actions that did not reach the chat. */
  @WholeNumber()
  failed: number;

  /** Null while it is running. */
  @WholeNumber({ nullable: true })
  durationMs: number | null;

  /** When it began. */
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
  /** The id. */
  @Reference()
  id: string;

  /** The run. */
  @Reference()
  scanId: string;

  /** What kind of action it is. */
  @ApiProperty({ enum: [...ACTION_TYPES], enumName: 'ActionType' })
  type: ActionType;

  /** The rule that made it. */
  @ApiProperty({ type: String, example: 'task.overdue' })
  rule: string;

  /** The task that it is about; null when about none. */
  @Reference({ nullable: true })
  taskId: string | null;

  /** Whom it speaks to or of. */
  @Reference({ nullable: true })
  userId: string | null;

  /** What it says. */
  message: string;

  /** `logged`: there is no chat, or the scan had more to say than a chat can bear. */
  @ApiProperty({ enum: [...ACTION_STATUSES], enumName: 'ActionStatus' })
  status: ActionStatus;

  /** When it was said. */
  @Moment()
  createdAt: string;
}
