/** The status of tasks that are closed: every other one is open. */
export const DONE = 'Done';

/** The status of tasks that are blocked whether another one blocks them or not. */
export const BLOCKED = 'Blocked';

/** The status of tasks that wait for review. */
export const IN_REVIEW = 'In Review';

/** The default lane names. */
export const DEFAULT_LANES = ['Backlog', 'To Do', 'In Progress', IN_REVIEW, DONE, BLOCKED] as const;

/** The highest limit of a lane. */
export const MOST_LANE_TASKS = 999;

/** What a task is in that is made without a status. */
export const [DEFAULT_STATUS] = DEFAULT_LANES;

export type DefaultLane = (typeof DEFAULT_LANES)[number];

/** The spelling of the lane that is called so, to people, in the company of `$1`; null when there is no such lane. */
export function laneLike(status: string): string {
  return `(SELECT l.name FROM workflow_lanes l WHERE l.company_id = $1 AND folded(l.name) = folded(${status})
    ORDER BY l.name = ${status} DESC, l.position LIMIT 1)`;
}

/** The position of a status among the lanes of company `$1`, read once per statement; null for other statuses. */
export function lanePosition(status: string): string {
  return `array_position((SELECT array_agg(folded(l.name) ORDER BY l.position)
  FROM workflow_lanes l WHERE l.company_id = $1), folded(${status}))`;
}
