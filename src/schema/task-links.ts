export const LINK_TYPES = ['relates', 'duplicates'] as const;
export type LinkType = (typeof LINK_TYPES)[number];

/** `out`: the task duplicates the other; `in`: the other duplicates it. */
export const LINK_DIRECTIONS = ['out', 'in'] as const;
export type LinkDirection = (typeof LINK_DIRECTIONS)[number];

/** Most links of a task. */
export const MOST_LINKS = 200;

/** Whether the task is a duplicate of another. `$1` is the company. */
export function isDuplicate(task: string): string {
  return `EXISTS (SELECT 1 FROM task_links dl WHERE dl.company_id = $1 AND dl.duplicate_id = ${task}.id)`;
}
