import { joinNames } from '#common/csv/csv-format.js';
import type { CsvColumn } from '#common/http/csv-text.js';
import { type TaskField } from '#schema/tasks.js';
import type { CSV_INCLUDES, ListedTask } from './tasks-query.dto.js';

/** Names that CSV has besides what can be included: without them it would not come back as it was. */
export const CSV_NAMES = ['sprint', 'epic'] as const;

type Named = (typeof CSV_INCLUDES)[number] | (typeof CSV_NAMES)[number];
export type CsvTask = ListedTask & { readonly [name in (typeof CSV_NAMES)[number]]?: string | null };

const NAMES: Record<Named, CsvColumn<CsvTask>['valueOf']> = {
  assignee: ({ assignee }) => assignee?.name,
  delegate: ({ delegate }) => delegate?.name,
  project: ({ project }) => project?.name,
  labels: ({ labels }) => labels && joinNames(labels.map(({ name }) => name)),
  sprint: ({ sprint }) => sprint,
  epic: ({ epic }) => epic,
};

/** The fields as they are, and the names of included resources. */
export function csvColumns(fields: readonly TaskField[], include: readonly Named[]): CsvColumn<CsvTask>[] {
  return [
    ...fields.map((name) => ({ name, valueOf: (task: CsvTask) => task[name] })),
    ...include.map((name) => ({ name, valueOf: NAMES[name] })),
  ];
}
