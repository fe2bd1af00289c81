import { ApiProperty } from '@nestjs/swagger';
import { Moment, Reference, WholeNumber } from '#common/http/response.decorators.js';
import { SEVERITIES, type Severity } from '../settings/severities.js';
import { ACTION_TYPES, type ActionType } from '../settings/action-types.js';
import { HELD_REASONS, type HeldReason } from '#schema/voice.js';
import { ACTION_STATUSES, type ActionStatus } from './colleague-activity.entity.js';
import {
  RUN_KINDS,
  RUN_STATUSES,
  RUN_TRIGGERS,
  type RunKind,
  type RunStatus,
  type RunTrigger,
} from './colleague-run.entity.js';

/** How many actions were not said, by reason. */
class HeldCountsResponse {
  /** The same was said too recently. */
  @WholeNumber()
  repeat: number;

  /** Of a muted task, or to someone who has muted the colleague. */
  @WholeNumber()
  muted: number;

  /** The person has promised when it will be done. */
  @WholeNumber()
  promised: number;

  /** The person has just acted on the task. */
  @WholeNumber()
  active: number;

  /** The person has heard of the task today already. */
  @WholeNumber()
  said: number;

  /** The person is away. */
  @WholeNumber()
  away: number;

  /** Past a limit. */
  @WholeNumber()
  budget: number;
}

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

  /** Actions that one of its channels took. */
  @WholeNumber()
  sent: number;

  /** Actions that all channels refused. */
  @WholeNumber()
  failed: number;

  /** How many actions of each rule were said. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' }, example: { 'task.overdue': 3, digest: 1 } })
  byRule: Record<string, number>;

  /** What was not said. */
  held: HeldCountsResponse;

  /** Findings of an AI check that were not believed, as the data does not bear them out; 0 of scans. */
  @WholeNumber()
  dropped: number;

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

class ThresholdResponse {
  /** The setting. */
  @ApiProperty({ type: String, example: 'chase.afterHours' })
  name: string;

  /** What it is set to. */
  value: number;
}

/** Why a rule spoke: the facts that apply. */
export class ActionWhy {
  /** When it is due. */
  @Moment({ required: false })
  due?: string;

  /** Whole hours past the due date. */
  @WholeNumber({ required: false })
  overdueHours?: number;

  /** Whole hours since it was changed last. */
  @WholeNumber({ required: false })
  unchangedHours?: number;

  /** Chases by the same rule since it was changed last. */
  @WholeNumber({ required: false })
  chasedBefore?: number;

  /** The filter of a rule of one's own, with the present names of what the reader reaches. */
  filter?: string;

  /** The setting that it is compared with. */
  threshold?: ThresholdResponse;
}

/** What people think of an action. */
export class FeedbackResponse {
  /** How many call it useful. */
  @WholeNumber()
  useful: number;

  /** How many call it not useful. */
  @WholeNumber()
  notUseful: number;

  /** What the caller said; null when nothing. */
  mine: boolean | null;
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

  /** `logged`: no channel was for it, or the scan had more to say than a chat can bear. `held`: it was not said. */
  @ApiProperty({ enum: [...ACTION_STATUSES], enumName: 'ActionStatus' })
  status: ActionStatus;

  /** The facts that made the rule speak; null of older actions. */
  why: ActionWhy | null;

  /** Why it was not said; null unless it was held. */
  @ApiProperty({ enum: [...HELD_REASONS], enumName: 'HeldReason', nullable: true })
  held: HeldReason | null;

  /** How bad it is; null unless a model found it. */
  @ApiProperty({ enum: [...SEVERITIES], enumName: 'Severity', nullable: true })
  severity: Severity | null;

  /** What to do about it; null unless a model found it. */
  suggestion: string | null;

  /** What people think of it. */
  feedback: FeedbackResponse;

  /** When it was said. */
  @Moment()
  createdAt: string;
}
