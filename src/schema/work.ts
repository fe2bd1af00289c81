export const LIVE_STATES = ['working', 'asking', 'submitted'] as const;
export type LiveState = (typeof LIVE_STATES)[number];

// In each fragment `$1` is the company.

/** What the filter language knows of work on a task. */
export const WORK_KINDS = ['working', 'asking', 'submitted', 'stuck', 'none'] as const;

/** Whether the work has not ended: a lease that ran out has, whether anything noticed it or not. */
export function isLive(work: string): string {
  return `(${work}.ended_at IS NULL AND (${work}.ends_at IS NULL OR ${work}.ends_at > clock_timestamp()))`;
}

/** Whether the work has ended, and is not recorded so. */
export function isOverdue(work: string): string {
  return `(${work}.ended_at IS NULL AND ${work}.ends_at <= clock_timestamp())`;
}

/** Whether the work was handed in and waits for a person. */
export function isInReview(work: string): string {
  return `${work}.ended_at IS NULL AND ${work}.state = 'submitted'`;
}

/** Whether the task of the row `known` of `taskWorks` is stuck. */
export function isStuck(known: string): string {
  return `${known}.is_stuck`;
}

/** The live work of a task as JSON, or null. */
export function liveWorkOf(task: string): string {
  return `(SELECT json_build_object('id', lw.id, 'state', lw.state, 'colleague', json_build_object('id', lc.id, 'name', lc.name),
      'progress', lw.progress, 'note', lw.note, 'question', lw.question)
    FROM works lw JOIN virtual_colleagues lc ON lc.company_id = lw.company_id AND lc.id = lw.colleague_id
    WHERE lw.company_id = $1 AND lw.task_id = ${task}.id AND ${isLive('lw')})`;
}

/** Whether the task has one of these kinds of work; stuck ones are among `none`, too. `kinds` is a parameter. */
export function hasWork(task: string, kinds: string): string {
  const live = `FROM works ws WHERE ws.company_id = $1 AND ws.task_id = ${task}.id AND ${isLive('ws')}`;
  return `(EXISTS (SELECT 1 ${live} AND ws.state = ANY (${kinds}::text[]))
    OR ('none' = ANY (${kinds}::text[]) AND NOT EXISTS (SELECT 1 ${live}))
    OR ('stuck' = ANY (${kinds}::text[]) AND EXISTS (SELECT 1 FROM task_works sk
      WHERE sk.company_id = $1 AND sk.task_id = ${task}.id AND sk.is_stuck)))`;
}
