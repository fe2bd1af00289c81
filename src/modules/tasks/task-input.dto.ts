import {
  AnyString,
  Hours,
  Flag,
  Integer,
  Matching,
  TrimmedText,
  Nested,
  NestedArray,
  OneOf,
  Text,
  Timestamp,
  Uuid,
  UuidArray,
} from '#common/validation/fields.js';
import { ExactlyOneOf } from '#common/validation/exactly-one.decorator.js';
import { LIMITS } from '#common/validation/text.js';
import { MAX_TASK_HOURS, MOST_LABELS, PRIORITIES, type Priority } from '#schema/tasks.js';
import { CustomValues } from './values/custom-values.dto.js';

/** What a task has when it is made, in this project or another. */
export class NewTaskContent {
  /** What is to be done, in a line. */
  @TrimmedText('required')
  title: string;

  /** What it is about, in Markdown. */
  @Text('optional')
  description?: string;

  /** Free-form; one that equals a lane's name in another case is stored as the lane is written. Default `Backlog`. */
  @TrimmedText('optional', LIMITS.shortName)
  status?: string;

  /** Default `None`. */
  @OneOf('optional', PRIORITIES, 'Priority')
  priority?: Priority;

  /** Hours that it is expected to take; shown as story points in sprint planning. */
  @Hours('optional', 0, MAX_TASK_HOURS)
  estimatedHours?: number;

  /** Hours spent on it so far. */
  @Hours('optional', 0, MAX_TASK_HOURS)
  loggedHours?: number;

  /** A virtual colleague that is enabled and reaches the project, of the role `agent` or `agent_orchestrator`. */
  @Uuid('optional')
  delegateId?: string;

  /** The sprint that it is in, of the same project. */
  @Uuid('optional')
  sprintId?: string;

  /** The epic that it is part of, of the same project. */
  @Uuid('optional')
  epicId?: string;

  /** The labels that it carries; equal ids count once. */
  @UuidArray('optional', { maximum: MOST_LABELS })
  labelIds?: string[];

  /** Values of the company's own fields by their keys. */
  @CustomValues('optional')
  custom?: Record<string, unknown>;
}

export class CreateTask extends NewTaskContent {
  /** The project that it belongs to. */
  @Uuid('required')
  projectId: string;

  /** An active user who can reach the project. */
  @Uuid('optional')
  assigneeId?: string;

  /** A task of the same project. */
  @Uuid('optional')
  parentId?: string;

  /** When it is to be done. */
  @Timestamp('optional')
  dueDate?: string;

  /** When the work on it begins; not after `dueDate`. */
  @Timestamp('optional')
  startDate?: string;
}

/** What a task need not have: null for none. */
class ClearableFields {
  /** What it is about, in Markdown. */
  @Text('clearable')
  description?: string | null;

  /** Hours that it is expected to take; shown as story points in sprint planning. */
  @Hours('clearable', 0, MAX_TASK_HOURS)
  estimatedHours?: number | null;

  /** Hours spent on it so far. */
  @Hours('clearable', 0, MAX_TASK_HOURS)
  loggedHours?: number | null;

  /** Who is to do it, an active user who can reach the project; null for nobody. */
  @Uuid('clearable')
  assigneeId?: string | null;

  /** A virtual colleague that is enabled and reaches the project, of the role `agent` or `agent_orchestrator`; null for none. */
  @Uuid('clearable')
  delegateId?: string | null;

  /** The sprint that it is in, of the same project; null for none. */
  @Uuid('clearable')
  sprintId?: string | null;

  /** The epic that it is part of, of the same project; null for none. */
  @Uuid('clearable')
  epicId?: string | null;

  /** The task that it is a subtask of, of the same project; null for none. */
  @Uuid('clearable')
  parentId?: string | null;

  /** When it is to be done. */
  @Timestamp('clearable')
  dueDate?: string | null;

  /** When the work on it begins; not after `dueDate`. */
  @Timestamp('clearable')
  startDate?: string | null;
}

/** A new task. With a `templateId` it has what the template has; fields that are given win, and null takes away. */
export class PostTask extends ClearableFields {
  /** What is to be done, in a line. */
  @TrimmedText('changeable', LIMITS.name, { requiredWithout: 'templateId' })
  title?: string;

  /** The project that it belongs to. */
  @Uuid('required')
  projectId: string;

  /** A template of the project or of the company, which the task and its subtasks are made from. */
  @Uuid('optional')
  templateId?: string;

  /** Free-form; one that equals a lane's name in another case is stored as the lane is written. Default `Backlog`. */
  @TrimmedText('clearable', LIMITS.shortName)
  status?: string | null;

  /** Default `None`. */
  @OneOf('clearable', PRIORITIES, 'Priority')
  priority?: Priority | null;

  /** The labels that it carries; equal ids count once. They replace those of a template. */
  @UuidArray('clearable', { maximum: MOST_LABELS })
  labelIds?: string[] | null;

  /** Values of the company's own fields by their keys; those of a template stay beside them. */
  @CustomValues('clearable')
  custom?: Record<string, unknown> | null;

  /** `fail`: nothing is made while an open task of the project has a title that is alike, from 0.8 on. */
  @Matching('optional', /^fail$/, 'Must be one of: fail')
  ifSimilar?: string;
}

export class UpdateTask extends ClearableFields {
  /** What is to be done, in a line. */
  @TrimmedText('changeable')
  title?: string;

  /** Must be the task's own: POST /tasks/{id}/transfer takes it to another one. */
  @Uuid('changeable')
  projectId?: string;

  /** The workflow lane to put it in, or any other text. */
  @TrimmedText('changeable', LIMITS.shortName)
  status?: string;

  /** How urgent it is. */
  @OneOf('changeable', PRIORITIES, 'Priority')
  priority?: Priority;

  /** The whole new set; none is added past 100. */
  @UuidArray('changeable', { maximum: 1_000 })
  labelIds?: string[];

  /** Values of the company's own fields by their keys; null clears one, those left out stay. */
  @CustomValues('changeable')
  custom?: Record<string, unknown>;
}

export class BulkCreateTasks {
  /** What a POST of each would take. */
  @NestedArray('required', () => CreateTask, { minimum: 1, maximum: 100 })
  tasks: CreateTask[];

  /** True: only new assignees are told. Default false. */
  @Flag('optional')
  quiet?: boolean;
}

/** Many tasks, by their ids or by a filter. */
export class ManyTasks {
  /** The tasks. Give exactly one of `ids` and `filter`. */
  @UuidArray('optional', { minimum: 1, maximum: 200 }, { requiredWithout: 'filter', notWith: 'filter' })
  ids?: string[];

  /** Which tasks, in the filter language; at most 200. Needs `expected`. */
  @AnyString('optional')
  filter?: string;

  /** How many tasks the filter lets through; another number is 409, and nothing changes. */
  @Integer('optional', 1, 200, { requiredWith: 'filter', notWith: 'ids' })
  expected?: number;

  /** True: only new assignees are told. Default false. */
  @Flag('optional')
  quiet?: boolean;
}

@ExactlyOneOf('ids', 'filter')
export class BulkDeleteTasks extends ManyTasks {}

/** What tasks are changed to: only what can be set. */
export class BulkTaskSettings extends UpdateTask {}

@ExactlyOneOf('ids', 'filter')
export class BulkUpdateTasks extends ManyTasks {
  /** What all of them get. */
  @Nested('required', () => BulkTaskSettings)
  set: BulkTaskSettings;
}

@ExactlyOneOf('beforeId', 'afterId')
export class MoveTask {
  /** The task comes right before this one. Give exactly one of the two. */
  @Uuid('optional')
  beforeId?: string;

  /** The task comes right after this one. */
  @Uuid('optional')
  afterId?: string;

  /** The status that it gets; unchanged when left out. */
  @TrimmedText('optional', LIMITS.shortName)
  status?: string;
}

export class AddBlocker {
  /** The task that has to be done first. */
  @Uuid('required')
  taskId: string;
}
