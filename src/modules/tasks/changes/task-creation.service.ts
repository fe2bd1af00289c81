import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ValidationError } from '../../../common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '../../../core/company-scope/request-context.js';
import { columnName } from '../../../core/database/columns.js';
import { Database, Statement } from '../../../core/database/database.js';
import { type Change, changed, type DomainEvent } from '../../../core/events/domain-event.js';
import { Outbox } from '../../../core/events/outbox.js';
import { ProjectCounters, TaskNumber } from '../../projects/project-counters.service.js';
import { BLOCKED, DEFAULT_LANES, laneLike } from '../../workflow-lanes/workflow-lanes.sql.js';
import { TaskLabels } from '../labels/task-labels.js';
import { SprintRecord } from '../planning/sprint-record.service.js';
import { rankOfNumber } from '../ranks/task-rank.js';
import type { BulkCreateTasks, CreateTask } from '../task-input.dto.js';
import { type BulkCreateResponse, type TaskResponse, versioned } from '../task.dto.js';
import { taskCreated } from '../task.events.js';
import { STORED_FIELDS } from '../tasks.sql.js';
import { TaskReferences } from './task-references.js';

const [DEFAULT_STATUS] = DEFAULT_LANES;

type NewTask = Omit<TaskResponse, 'isBlocked'>;

const OWN_PARAMETERS = STORED_FIELDS.length + 1;

/** Also the default status is written as the company's lane of that name is (decisions 7). */
const storedValue = (field: string, index: number) =>
  field === 'status' ? `coalesce(${laneLike(`$${index + 2}::text`)}, $${index + 2})` : `$${index + 2}`;

/** A task and the first entry of its history, in one round trip: this is the busiest write of the service. */
const INSERT_TASK: Statement = {
  name: 'insert-task',
  text: `WITH task AS (
      INSERT INTO tasks (company_id, ${STORED_FIELDS.map(columnName).join(', ')})
      SELECT $1, ${STORED_FIELDS.map(storedValue).join(', ')}
      RETURNING company_id, id, created_at, status),
    entry AS (
      INSERT INTO task_activity (company_id, task_id, at, id, actor_id, event, changes)
      SELECT company_id, id, created_at, $${OWN_PARAMETERS + 1}, $${OWN_PARAMETERS + 2}, 'task.created', '{}' FROM task)
    SELECT status FROM task`,
};

/** Makes tasks (decisions 7). */
@Injectable()
export class TaskCreation {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly counters: ProjectCounters,
    private readonly references: TaskReferences,
    private readonly labels: TaskLabels,
    private readonly sprints: SprintRecord,
  ) {}

  /** @throws NotFoundError, ConflictError of the project, and what `TaskReferences.require` throws */
  create(context: RequestContext, input: CreateTask): Promise<TaskResponse> {
    return this.outbox.commit(context, (tx) => this.make(tx, input));
  }

  /** All or nothing, in the order given. @throws what `create` throws; a ValidationError names the task */
  createAll(context: RequestContext, { tasks: inputs }: BulkCreateTasks): Promise<BulkCreateResponse> {
    return this.outbox.commit(context, async (tx) => {
      // In the order of their ids, so that two requests cannot wait for each other.
      const projectIds = [...new Set(inputs.map(({ projectId }) => projectId))].sort();
      for (const projectId of projectIds) await this.counters.lock(tx, projectId);
      const tasks: TaskResponse[] = [];
      const events: DomainEvent[] = [];
      for (const [index, input] of inputs.entries()) {
        const made = await this.make(tx, input).catch((error: unknown) => {
          throw error instanceof ValidationError ? error.within(`tasks.${index}`) : error;
        });
        tasks.push(made.result);
        events.push(...made.events);
      }
      return changed({ tasks }, ...events);
    });
  }

  private async make(tx: TransactionContext, input: CreateTask): Promise<Change<TaskResponse>> {
    const assignee = await this.references.requireForNew(tx, input);
    const number = await this.counters.next(tx, input.projectId);
    const { labelIds = [] } = input;
    const { result: task, events: completed } = await this.labels.completing(tx, { named: labelIds }, () =>
      this.insert(tx, newTask(input, number), labelIds),
    );
    return changed(task, ...taskCreated(task, assignee), ...completed);
  }

  private async insert(tx: TransactionContext, input: NewTask, labelIds: readonly string[]): Promise<TaskResponse> {
    const values = [tx.companyId, ...STORED_FIELDS.map((field) => input[field]), uuidv7(), tx.userId];
    const { status } = (await this.database.row<Pick<NewTask, 'status'>>(tx, INSERT_TASK, values)) ?? input;
    const labelCount = new Set(labelIds).size;
    const task = versioned({ ...input, status, isBlocked: status === BLOCKED, labelCount });
    if (labelIds.length > 0) await this.labels.replace(tx, [task.id], labelIds);
    await this.sprints.write(tx, task.createdAt, [], [task]);
    return task;
  }
}

/** Last in its project, by its number. */
function newTask(input: CreateTask, { number, projectKey }: TaskNumber): NewTask {
  const now = new Date().toISOString();
  return {
    id: uuidv7(),
    tid: `${projectKey}-${number}`,
    title: input.title,
    description: input.description ?? null,
    status: input.status ?? DEFAULT_STATUS,
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
    createdAt: now,
    updatedAt: now,
  };
}
