import { OneOf, Uuid } from '#common/validation/fields.js';
import { ExactlyOneOf } from '#common/validation/exactly-one.decorator.js';
import { WholeNumber } from '#common/http/response.decorators.js';
import { TaskResponse } from '../task.dto.js';
import { ManyTasks } from '../task-input.dto.js';

export const SUBTASKS = ['with', 'stay'] as const;
export type Subtasks = (typeof SUBTASKS)[number];

export class TransferTask {
  /** The project that it goes to. */
  @Uuid('required')
  projectId: string;

  /** `with`: all below it comes along; `stay`: its subtasks lose their parent. Default `with`. */
  @OneOf('optional', SUBTASKS, 'TransferredSubtasks')
  subtasks?: Subtasks;
}

@ExactlyOneOf('ids', 'filter')
export class BulkTransferTasks extends ManyTasks {
  /** The project that they go to. */
  @Uuid('required')
  projectId: string;

  /** `with`: all below them comes along; `stay`: their subtasks lose their parent. Default `with`. */
  @OneOf('optional', SUBTASKS, 'TransferredSubtasks')
  subtasks?: Subtasks;
}

export class BulkTransferResponse {
  /** How many tasks went to the project, subtasks among them. */
  @WholeNumber()
  transferred: number;

  /** All of the named tasks, as they are now, in the order of `ids`. */
  tasks: TaskResponse[];
}
