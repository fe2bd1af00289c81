import type { SprintLife } from '#modules/sprints/sprints.service.js';
import type { EpicRecord, SprintRecord } from '../readers/records.js';
import type { Row } from './archive-zip.js';
import { COLOR, idOf, matching, momentOrNull, momentsOf, textOf, textOrNull } from './archived-values.js';

const SPRINT_STATUSES = ['active', 'completed', 'cancelled'] as const;

export function sprintOf(row: Row): SprintRecord {
  const { createdAt, updatedAt } = momentsOf(row);
  const status = SPRINT_STATUSES.find((known) => known === row['status']);
  const life: SprintLife = {
    status: status ?? 'planned',
    startedAt: status ? momentOrNull(row['startedAt']) : null,
    endedAt: status ? momentOrNull(row['endedAt']) : null,
    ...(createdAt && updatedAt && { createdAt, updatedAt }),
  };
  return {
    kind: 'sprint',
    externalId: idOf(row['id']),
    name: textOf(row['name']),
    startDate: momentOrNull(row['startDate']),
    endDate: momentOrNull(row['endDate']),
    goal: textOrNull(row['goal']),
    life,
  };
}

export function epicOf(row: Row, line: number): EpicRecord {
  return {
    kind: 'epic',
    row: line,
    externalId: idOf(row['id']),
    name: textOf(row['name']),
    description: textOrNull(row['description']),
    color: matching(row['color'], COLOR),
    startDate: momentOrNull(row['startDate']),
    dueDate: momentOrNull(row['dueDate']),
    ...momentsOf(row),
  };
}
