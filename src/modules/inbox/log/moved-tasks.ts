import type { LogRow } from './log-row.js';
import type { MovedThing } from './written-entries.repository.js';

/** The tasks that have gone to other projects, from each of their projects to the last one. */
export function movedTasks(rows: readonly LogRow[]): MovedThing[] {
  const moves = rows.flatMap(({ name, projectId, data: { id, changes } }) => {
    const from = name === 'task.updated' ? changes?.['projectId']?.from : undefined;
    return typeof from === 'string' && id !== undefined && projectId !== null
      ? [{ taskId: id, from, to: projectId }]
      : [];
  });
  const last = new Map(moves.map(({ taskId, to }) => [taskId, to]));
  return moves.map(({ taskId, from }) => ({ taskId, from, to: last.get(taskId) ?? from }));
}
