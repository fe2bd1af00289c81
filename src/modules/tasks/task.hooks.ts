import type { TransactionContext } from '#core/company-scope/request-context.js';
import type { Change, Changes, DomainEvent } from '#core/events/domain-event.js';
import { defineHook } from '#core/hooks/hook.js';
import type { LockedTask } from './changes/task-locks.service.js';
import type { TaskSettings } from './changes/task-settings.js';
import type { CreatedTaskResponse, TaskResponse } from './task.dto.js';
import type { PostTask } from './task-input.dto.js';

/** What a change of tasks does besides: tasks that get another status, and what is told. */
export interface TaskEffects {
  readonly statuses: ReadonlyMap<string, string>;
  readonly events: readonly DomainEvent[];
}

/**
 * Before locked tasks may change, in the transaction of the change; also when they stay as they are. Gives what the change
 * does besides.
 */
export const BeforeTaskChange =
  defineHook<(tx: TransactionContext, tasks: readonly LockedTask[], settings: TaskSettings) => Promise<TaskEffects>>(
    'before a change of tasks',
  );

/** A task as it is after a change, and what changed. */
export interface ChangedTask {
  readonly task: TaskResponse;
  readonly changes: Changes;
}

/** After locked tasks have changed, in the transaction of the change. Gives what is told besides. */
export const AfterTaskChange =
  defineHook<(tx: TransactionContext, changed: readonly ChangedTask[]) => Promise<readonly DomainEvent[]>>(
    'after a change of tasks',
  );

/**
 * Before locked tasks are deleted, in that transaction: all that hangs on them is still there. `isForGood`: they never come back.
 * Those of a deleted project are not among them.
 */
export const BeforeTaskDeletion =
  defineHook<(tx: TransactionContext, tasks: readonly LockedTask[], isForGood: boolean) => Promise<void>>(
    'before a deletion of tasks',
  );

/** After deleted tasks have come back, in that transaction: as they are now. */
export const AfterTaskRestoration =
  defineHook<(tx: TransactionContext, tasks: readonly TaskResponse[]) => Promise<void>>('restoration of tasks');

/** When a task is made that has a delegate, in that transaction. */
export const OnTaskDelegation =
  defineHook<(tx: TransactionContext, taskId: string, delegateId: string) => Promise<void>>('new task with a delegate');

/** In the transaction in which a task is made from a template: makes it with its subtasks. */
export const MakesFromTemplate =
  defineHook<
    (tx: TransactionContext, input: PostTask & { readonly templateId: string }) => Promise<Change<CreatedTaskResponse>>
  >('new task from a template');
