import { Decimal, Name, Nested, OneOf, Text, Timestamp, Uuid, UuidArray } from '../../common/validation/decorators.js';
import { LIMITS } from '../../common/validation/text.js';
import { MAX_HOURS, PRIORITIES, type Priority } from './task.entity.js';

export class CreateTask {
  @Name('required')
  title: string;

  @Uuid('required')
  projectId: string;

  @Text('optional')
  description?: string;

  /** Free-form; one that equals a lane's name in another case is stored as the lane is written. Default `Backlog`. */
  @Name('optional', LIMITS.shortName)
  status?: string;

  /** Default `None`. */
  @OneOf('optional', PRIORITIES, 'Priority')
  priority?: Priority;

  @Decimal('optional', 0, MAX_HOURS)
  estimatedHours?: number;

  @Decimal('optional', 0, MAX_HOURS)
  loggedHours?: number;

  /** An active user who can reach the project. */
  @Uuid('optional')
  assigneeId?: string;

  @Uuid('optional')
  sprintId?: string;

  @Uuid('optional')
  epicId?: string;

  /** A task of the same project. */
  @Uuid('optional')
  parentId?: string;

  @UuidArray('optional')
  labelIds?: string[];

  @Timestamp('optional')
  dueDate?: string;
}

export class UpdateTask {
  @Name('changeable')
  title?: string;

  /** Must be the task's own. */
  @Uuid('changeable')
  projectId?: string;

  @Text('clearable')
  description?: string | null;

  @Name('changeable', LIMITS.shortName)
  status?: string;

  @OneOf('changeable', PRIORITIES, 'Priority')
  priority?: Priority;

  @Decimal('clearable', 0, MAX_HOURS)
  estimatedHours?: number | null;

  @Decimal('clearable', 0, MAX_HOURS)
  loggedHours?: number | null;

  @Uuid('clearable')
  assigneeId?: string | null;

  @Uuid('clearable')
  sprintId?: string | null;

  @Uuid('clearable')
  epicId?: string | null;

  @Uuid('clearable')
  parentId?: string | null;

  /** The whole new set. */
  @UuidArray('changeable')
  labelIds?: string[];

  @Timestamp('clearable')
  dueDate?: string | null;
}

export class BulkUpdateTasks {
  @UuidArray('required', { minimum: 1, maximum: 200 })
  ids: string[];

  @Nested('required', () => UpdateTask)
  set: UpdateTask;
}

export class MoveTask {
  /** The task comes right before this one. Give exactly one of the two. */
  @Uuid('optional')
  beforeId?: string;

  /** The task comes right after this one. */
  @Uuid('optional')
  afterId?: string;

  @Name('optional', LIMITS.shortName)
  status?: string;
}

export class AddBlocker {
  /** The task that has to be done first. */
  @Uuid('required')
  taskId: string;
}
