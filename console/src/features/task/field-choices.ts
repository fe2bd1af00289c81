import { useQuery } from '@tanstack/react-query';
import type { Choice } from '../../components/choice-fields.tsx';
import { DONE, PRIORITIES } from '../../lib/model.ts';
import { epicsQuery, labelsQuery, lanesQuery, sprintsQuery, usersQuery } from '../../lib/queries.ts';
import { texts } from '../../lib/texts.ts';
import * as workTexts from '../../lib/texts/work.texts.ts';

const named = (items: readonly { id: string; name: string }[]): Choice[] =>
  items.map(({ id, name }) => ({ value: id, label: name }));

/** What the fields of a task of the project can be set to. Empty text stands for nothing. */
export function useFieldChoices(
  projectId: string,
  present: { status?: string; sprintId?: string | null; assigneeId?: string | null } = {},
) {
  const { data: lanes = [] } = useQuery(lanesQuery);
  const { data: users = [] } = useQuery(usersQuery);
  const { data: sprints = [] } = useQuery({ ...sprintsQuery(projectId), enabled: projectId !== '' });
  const { data: epics = [] } = useQuery({ ...epicsQuery(projectId), enabled: projectId !== '' });
  const { data: labels = [] } = useQuery(labelsQuery);
  const statuses = present.status && !lanes.includes(present.status) ? [...lanes, present.status] : lanes;
  const isOpen = ({ id, status }: { id: string; status: string }) =>
    id === present.sprintId || status === 'planned' || status === 'active';
  return {
    statuses: (statuses.length > 0 ? statuses : [present.status ?? DONE]).map((status) => ({
      value: status,
      label: status,
    })),
    priorities: PRIORITIES.map((priority) => ({ value: priority, label: priority })),
    people: [
      { value: '', label: texts.common.nobody },
      ...named(users.filter(({ id, active }) => active || id === present.assigneeId)),
    ],
    sprints: [{ value: '', label: workTexts.task.noSprint }, ...named(sprints.filter(isOpen))],
    epics: [{ value: '', label: workTexts.task.noEpic }, ...named(epics)],
    labels,
    users,
  };
}
