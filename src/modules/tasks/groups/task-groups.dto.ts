import { ApiProperty } from '@nestjs/swagger';
import { WholeNumber } from '#common/http/response.decorators.js';
import { OneOrTwoOfListParameter } from '#common/validation/parameters.js';
import { CUSTOM_NAMES, type CustomName } from '#schema/fields.js';
import { TaskFilterQuery } from '../list/tasks-query.dto.js';

/** What tasks can be counted by. */
export const GROUP_KEYS = [
  'status',
  'priority',
  'assignee',
  'delegate',
  'creator',
  'label',
  'sprint',
  'epic',
  'project',
  'team',
  'parent',
  'dueDay',
  'dueWeek',
  'startDay',
  'startWeek',
  'createdDay',
  'createdWeek',
  'createdMonth',
  'completedDay',
  'completedWeek',
  'completedMonth',
] as const;

export type GroupKey = (typeof GROUP_KEYS)[number];

/** GET /tasks/groups: every filter of GET /tasks. */
export class TaskGroupsQuery extends TaskFilterQuery {
  /** One or two different ones; `custom.<key>` is a field of the company's own. */
  @OneOrTwoOfListParameter(GROUP_KEYS, CUSTOM_NAMES)
  by: (GroupKey | CustomName)[];
}

export class TaskGroupKey {
  /** Of a status or priority the text, of an option its id, of a mark `true` or `false`, of a moment its first day, of a parent the tid; null when it is unset. */
  @ApiProperty({ type: String, nullable: true })
  id: string | null;

  /** The name, of a parent the title; null when it is unset. */
  @ApiProperty({ type: String, nullable: true })
  name: string | null;
}

export class TaskGroupResponse {
  /** Of each key in `by`, in that order. */
  keys: TaskGroupKey[];

  /** How many tasks there are. */
  @WholeNumber()
  tasks: number;

  /** How many of them are done. */
  @WholeNumber()
  done: number;

  /** What they add up to. */
  estimatedHours: number;

  /** What they add up to. */
  loggedHours: number;

  /** Of the open tasks, estimated less logged hours; a task counts 0 at least. */
  remainingHours: number;
}
