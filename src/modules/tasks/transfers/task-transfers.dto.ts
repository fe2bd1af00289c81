import { Flag, Integer, AnyString, OneOf, Uuid, UuidArray } from '#common/validation/fields.js';
import { ExactlyOneOf } from '#common/validation/exactly-one.decorator.js';
import { WholeNumber } from '#common/http/response.decorators.js';
import { TaskResponse } from '../task.dto.js';

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

/** Many tasks, by their ids or by a filter. */
@ExactlyOneOf('ids', 'filter')
export class BulkTransferTasks {
  /** The tasks. Give exactly one of `ids` and `filter`. */
  @UuidArray('optional', { minimum: 1, maximum: 200 }, { requiredWithout: 'filter', notWith: 'filter' })
  ids?: string[];

  /** Which tasks, in the filter language; at most 200. Needs `expected`. */
  @AnyString('optional')
  filter?: string;

  /** How many tasks the filter lets through; another number is 409, and nothing changes. */
  @Integer('optional', 1, 200, { requiredWith: 'filter', notWith: 'ids' })
  expected?: number;

  /** The project that they go to. */
  @Uuid('required')
  projectId: string;

  /** `with`: all below them comes along; `stay`: their subtasks lose their parent. Default `with`. */
  @OneOf('optional', SUBTASKS, 'TransferredSubtasks')
  subtasks?: Subtasks;

  /** True: only new assignees are told. Default false. */
  @Flag('optional')
  quiet?: boolean;
}

export class BulkTransferResponse {
  /** How many tasks went to the project, subtasks among them. */
  @WholeNumber()
  transferred: number;

  /** All of the named tasks, as they are now, in the order of `ids`. */
  tasks: TaskResponse[];
}
