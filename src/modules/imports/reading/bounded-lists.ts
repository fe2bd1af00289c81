import type { ProblemRecord, TaskRecord } from '../readers/records.js';

/** What a task names of one kind: people, labels, links, files. More than any task here has. */
const MOST_NAMED = 1_000;
const LISTS = ['aliases', 'assignees', 'labels', 'blockedBy', 'blocks', 'links', 'formerTids', 'files'] as const;

/** An item that was read, whose lists have an end: each of them is gone through at once. A problem says what was cut. */
export function withBoundedLists(item: unknown): readonly unknown[] {
  const task = item as TaskRecord;
  if (task.kind !== 'task') return [item];
  const long = LISTS.filter((list) => (task[list]?.length ?? 0) > MOST_NAMED);
  if (long.length === 0) return [item];
  const { row, externalId } = task;
  const problems = long.map((field): ProblemRecord => {
    const message = 'A task names at most 1,000 of a kind; the others are left out';
    return { kind: 'problem', row, externalId, field, message };
  });
  const cut = Object.fromEntries(long.map((list) => [list, task[list]?.slice(0, MOST_NAMED)]));
  return [...problems, { ...task, ...cut }];
}
