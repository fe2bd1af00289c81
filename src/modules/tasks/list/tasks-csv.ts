import { ValidationError } from '../../../common/errors/app-error.js';
import type { CsvColumn } from '../../../common/http/csv-text.js';
import type { TASK_FIELDS } from '../task.dto.js';
import type { CSV_INCLUDES, ListedTask, TasksQuery } from './tasks-query.dto.js';

const NAMES: Record<(typeof CSV_INCLUDES)[number], CsvColumn<ListedTask>['valueOf']> = {
  assignee: ({ assignee }) => assignee?.name,
  delegate: ({ delegate }) => delegate?.name,
  project: ({ project }) => project?.name,
  labels: ({ labels }) => labels?.map(({ name }) => name).join(';'),
};

/** The fields as they are, and the names of included resources (extensions 4.5). */
export function csvColumns(
  fields: readonly (typeof TASK_FIELDS)[number][],
  include: readonly (typeof CSV_INCLUDES)[number][],
): CsvColumn<ListedTask>[] {
  return [
    ...fields.map((name) => ({ name, valueOf: (task: ListedTask) => task[name] })),
    ...include.map((name) => ({ name, valueOf: NAMES[name] })),
  ];
}

/** @throws ValidationError when a page is asked for: CSV is always all of a list. */
export function ensureWhole(query: Pick<TasksQuery, 'page' | 'cursor'>): void {
  const paging = (['page', 'cursor'] as const).filter((name) => query[name] !== undefined);
  const problems = paging.map((name) => [name, 'Cannot be given with Accept: text/csv']);
  if (paging.length > 0) throw new ValidationError(Object.fromEntries(problems) as Record<string, string>);
}
