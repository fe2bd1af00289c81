import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { RequestContext, TransactionContext } from '../../core/company-scope/request-context.js';
import { Database, Statement } from '../../core/database/database.js';
import { Outbox } from '../../core/events/outbox.js';
import { ProjectCounters, TaskNumber } from '../projects/project-counters.service.js';
import { WorkflowLanesService } from '../workflow-lanes/workflow-lanes.service.js';
import { SprintRecord } from './sprint-record.service.js';
import { columnOf } from './task-columns.js';
import type { CreateTask, TaskResponse } from './task.dto.js';
import { taskCreated } from './task.events.js';
import { TaskLabels } from './task-labels.service.js';
import { rankOfNumber } from './task-rank.js';
import { TaskReferences } from './task-references.service.js';
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
    private readonly counters: ProjectCounters,
    private readonly lanes: WorkflowLanesService,
    private readonly references: TaskReferences,
    private readonly labels: TaskLabels,
    private readonly sprints: SprintRecord,
  ) {}

  /** @throws NotFoundError, ConflictError of the project, and what `TaskReferences.require` throws */
  create(context: RequestContext, input: CreateTask): Promise<TaskResponse> {
    return this.outbox.commit(context, async (transaction) => {
      const assignee = await this.references.requireForNew(transaction, input);
      const status =
        input.status === undefined ? DEFAULT_STATUS : await this.lanes.canonicalStatus(transaction, input.status);
      const number = await this.counters.next(transaction, input.projectId);
      const task = newTask({ ...input, status }, number);
      const { labelIds = [] } = input;
      const { events: completed } = await this.labels.completing(transaction, { named: labelIds }, () =>
        this.insert(transaction, task, labelIds),
      );
      return { result: task, events: [...taskCreated(task, assignee), ...completed] };
    });
  }

  private async insert(context: TransactionContext, task: TaskResponse, labelIds: readonly string[]): Promise<void> {
    const values = STORED_FIELDS.map((field) => task[field]);
    await this.database.execute(context, INSERT_TASK, [context.companyId, ...values, uuidv7(), context.userId]);
    if (labelIds.length > 0) await this.labels.replace(context, [task.id], labelIds);
    await this.sprints.write(context, task.createdAt, [], [task]);
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
