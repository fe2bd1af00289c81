import { ApiProperty } from '@nestjs/swagger';
import { NameArray } from '../../common/validation/decorators.js';
import { LIMITS } from '../../common/validation/text.js';
import type { WorkflowLane } from './workflow-lane.entity.js';

export class ReplaceWorkflowLanes {
  /** In the order of the board; unique whatever their case, `Done` among them. */
  @NameArray('required', { minimum: 1, maximum: 50, item: LIMITS.lane, including: 'Done' })
  lanes: string[];
}

export class WorkflowLaneResponse {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  name: string;

  /** From 0 on. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  position: number;

  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updatedAt: string;
}

export function toWorkflowLaneResponse(lane: WorkflowLane): WorkflowLaneResponse {
  const { id, name, position, createdAt, updatedAt } = lane;
  return { id, name, position, createdAt, updatedAt };
}
