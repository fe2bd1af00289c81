import { listOf, quoted, type TaskFilters } from '../lib/tasks.ts';

const FIELDS = {
  assigneeId: 'assignee',
  labelIds: 'label',
  priority: 'priority',
  epicId: 'epic',
  sprintId: 'sprint',
  status: 'status',
} as const;

/** The filter of a view that shows what the box and the chips show together. */
export function wholeFilter(text: string, filters: TaskFilters): string {
  const chips = Object.entries(FIELDS).flatMap(([name, field]) => {
    const values = listOf(filters[name as keyof typeof FIELDS]);
    const given = values.filter((value) => value !== 'null');
    const written = given.map((value) => (value === 'me' ? value : quoted(value)));
    const alternatives = [
      ...(written.length > 1 ? [`${field} in (${written.join(', ')})`] : written.map((value) => `${field} = ${value}`)),
      ...(given.length < values.length ? [`${field} is empty`] : []),
    ];
    return alternatives.length > 0 ? [`(${alternatives.join(' or ')})`] : [];
  });
  const search = filters.search ? [`text ~ ${quoted(filters.search)}`] : [];
  const parts = [...(text ? [text] : []), ...chips, ...search];
  return parts.length > 1 && text ? [`(${text})`, ...parts.slice(1)].join(' and ') : parts.join(' and ');
}
