import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { WholeNumber } from '#common/http/response.decorators.js';
import { NameArray } from '#common/validation/fields.js';
import { LIMITS } from '#common/validation/text.js';
import type { WorkflowLane } from './workflow-lane.entity.js';
import { DONE } from '#schema/lanes.js';

/** Lanes of one board. */
export const MOST_LANES = 50;

export class ReplaceWorkflowLanes {
  /** In the order of the board; unique whatever their case, `Done` among them. */
  @NameArray('required', { minimum: 1, maximum: MOST_LANES, item: LIMITS.shortName, including: DONE })
  lanes: string[];
}

export class WorkflowLaneResponse extends ResourceResponse {
  /** The status of the tasks in it. */
  name: string;

  /** From 0 on. */
  @WholeNumber({ minimum: 0 })
  position: number;
}

export function toWorkflowLaneResponse(lane: WorkflowLane): WorkflowLaneResponse {
  const { id, name, position, createdAt, updatedAt } = lane;
  return { id, name, position, createdAt, updatedAt };
}
