import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { WholeNumber } from '#common/http/response.decorators.js';
import { Integer, NameArray } from '#common/validation/fields.js';
import { LIMITS } from '#common/validation/text.js';
import type { WorkflowLane } from './workflow-lane.entity.js';
import { DONE, MOST_LANE_TASKS } from '#schema/lanes.js';

/** Lanes of one board. */
export const MOST_LANES = 50;

export class ReplaceWorkflowLanes {
  /** In the order of the board; unique whatever their case, `Done` among them. */
  @NameArray('required', { minimum: 1, maximum: MOST_LANES, item: LIMITS.shortName, including: DONE })
  lanes: string[];
}

export class UpdateWorkflowLane {
  /** How many tasks it is meant to hold at most; null for any number. */
  @Integer('clearable', 1, MOST_LANE_TASKS)
  limit?: number | null;
}

export class WorkflowLaneResponse extends ResourceResponse {
  /** The status of the tasks in it. */
  name: string;

  /** From 0 on. */
  @WholeNumber({ minimum: 0 })
  position: number;

  /** How many tasks it is meant to hold at most; null for any number. Boards mark a lane with more, and nothing is refused. */
  @WholeNumber({ minimum: 1, maximum: MOST_LANE_TASKS, nullable: true })
  limit: number | null;
}

export function toWorkflowLaneResponse(lane: WorkflowLane): WorkflowLaneResponse {
  const { id, name, position, taskLimit: limit, createdAt, updatedAt } = lane;
  return { id, name, position, limit, createdAt, updatedAt };
}
