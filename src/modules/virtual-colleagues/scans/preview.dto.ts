import { ApiProperty } from '@nestjs/swagger';
import { Reference, WholeNumber } from '#common/http/response.decorators.js';
import { ActionWhy } from '../runs/colleague-history.dto.js';
import { HELD_REASONS, type HeldReason } from '#schema/voice.js';
import { ACTION_TYPES, type ActionType } from '../settings/action-types.js';

/** Something that a scan would say now. */
class PreviewedAction {
  /** What kind of action it is. */
  @ApiProperty({ enum: [...ACTION_TYPES], enumName: 'ActionType' })
  type: ActionType;

  /** The rule that makes it. */
  @ApiProperty({ type: String, example: 'task.overdue' })
  rule: string;

  /** The task that it is about; null when about none. */
  @Reference({ nullable: true })
  taskId: string | null;

  /** As people call the task. */
  tid: string | null;

  /** Whom it speaks to or of. */
  @Reference({ nullable: true })
  userId: string | null;

  /** What it says. */
  message: string;

  /** The facts that make the rule speak. */
  why: ActionWhy;

  /** Why it would not be said; null: it would be. */
  @ApiProperty({ enum: [...HELD_REASONS], enumName: 'HeldReason', nullable: true })
  held: HeldReason | null;
}

/** What a scan would say now. */
export class PreviewResponse {
  /** The open tasks that it looks at. */
  @WholeNumber()
  tasksScanned: number;

  /** The first 500, in the order of their messages. */
  actions: PreviewedAction[];

  /** How many actions of each rule would be said, of all of them. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' }, example: { 'task.overdue': 3, digest: 1 } })
  byRule: Record<string, number>;

  /** Milliseconds that it took. */
  @WholeNumber()
  durationMs: number;
}
