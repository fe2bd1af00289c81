import { joinNames } from '../../../common/csv/csv-format.js';
import type { CsvColumn } from '../../../common/http/csv-text.js';
import type { TASK_FIELDS } from '../task.dto.js';
import type { CSV_INCLUDES, ListedTask } from './tasks-query.dto.js';

const NAMES: Record<(typeof CSV_INCLUDES)[number], CsvColumn<ListedTask>['valueOf']> = {
  assignee: ({ assignee }) => assignee?.name,
  delegate: ({ delegate }) => delegate?.name,
  project: ({ project }) => project?.name,
  labels: ({ labels }) => labels && joinNames(labels.map(({ name }) => name)),
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
