import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { RequestContext, TransactionContext } from '../../core/company-scope/request-context.js';
import { Database, Statement } from '../../core/database/database.js';
import { Outbox } from '../../core/events/outbox.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { ProjectCounters, TaskNumber } from '../projects/project-counters.service.js';
import { WorkflowLanesService } from '../workflow-lanes/workflow-lanes.service.js';
import { columnOf } from './task-columns.js';
import type { CreateTask, TaskResponse, UserReference } from './task.dto.js';
import { taskCreated } from './task.events.js';
import { rankOfNumber } from './task-rank.js';
import { TaskReferenceIds, TaskReferences } from './task-references.service.js';
import { TASK_FIELDS } from './tasks-query.dto.js';

const DEFAULT_STATUS = 'Backlog';
const BLOCKED = 'Blocked';

const STORED_FIELDS = TASK_FIELDS.filter((field) => field !== 'isBlocked');

const OWN_PARAMETERS = STORED_FIELDS.length + 1;

/** A task and the first entry of its history, in one round trip: this is the busiest write of the service. */
const INSERT_TASK: Statement = {
  name: 'insert-task',
  text: `WITH task AS (
      INSERT INTO tasks (company_id, ${STORED_FIELDS.map((field) => columnOf(field).slice(2)).join(', ')})
      VALUES ($1, ${STORED_FIELDS.map((_, index) => `$${index + 2}`).join(', ')})
      RETURNING company_id, id, created_at)
    INSERT INTO task_activity (company_id, task_id, at, id, actor_id, event, changes)
    SELECT company_id, id, created_at, $${OWN_PARAMETERS + 1}, $${OWN_PARAMETERS + 2}, 'task.created', '{}' FROM task`,
};

/** Makes tasks (decisions 7). */
@Injectable()
export class TaskCreation {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly access: ProjectAccess,
    private readonly counters: ProjectCounters,
    private readonly lanes: WorkflowLanesService,
    private readonly references: TaskReferences,
  ) {}

  /** @throws NotFoundError, ConflictError of the project, and what `TaskReferences.require` throws */
  create(context: RequestContext, input: CreateTask): Promise<TaskResponse> {
    return this.outbox.commit(context, async (transaction) => {
      const assignee = await this.requireReferences(transaction, input);
      const status =
        input.status === undefined ? DEFAULT_STATUS : await this.lanes.canonicalStatus(transaction, input.status);
      const number = await this.counters.next(transaction, input.projectId);
      const task = newTask({ ...input, status }, number);
      await this.database.execute(transaction, INSERT_TASK, [
        context.companyId,
        ...STORED_FIELDS.map((field) => task[field]),
        uuidv7(),
        context.userId,
      ]);
      return { result: task, events: taskCreated(task, assignee) };
    });
  }

  private async requireReferences(context: TransactionContext, input: CreateTask): Promise<UserReference | undefined> {
    const { assigneeId, sprintId, epicId, parentId, labelIds } = input;
    const ids: TaskReferenceIds = { assigneeId, sprintId, epicId, parentId, labelIds };
    if (Object.values(ids).every((id) => id === undefined)) return undefined;
    await this.access.find(context, input.projectId);
    if (parentId) await this.counters.lock(context, input.projectId);
    return this.references.require(context, input.projectId, ids);
  }
}

/** Last in its project, by its number. */
function newTask(input: CreateTask & { status: string }, { number, projectKey }: TaskNumber): TaskResponse {
  const now = new Date().toISOString();
  return {
    id: uuidv7(),
    tid: `${projectKey}-${number}`,
    title: input.title,
    description: input.description ?? null,
    status: input.status,
    priority: input.priority ?? 'None',
    estimatedHours: input.estimatedHours ?? null,
    loggedHours: input.loggedHours ?? null,
    projectId: input.projectId,
    assigneeId: input.assigneeId ?? null,
    sprintId: input.sprintId ?? null,
    epicId: input.epicId ?? null,
    parentId: input.parentId ?? null,
    dueDate: input.dueDate ?? null,
    rank: rankOfNumber(number),
    isBlocked: input.status === BLOCKED,
    createdAt: now,
    updatedAt: now,
  };
}
