import { Inject, Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import { inBulk, type RequestContext, type TransactionContext } from '#core/company-scope/request-context.js';
import { type Change, changed, type DomainEvent } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { waitLeft } from '#core/concurrency-limits/concurrency-limit.js';
import { GroupCommit, mayBeOfOne } from '#core/concurrency-limits/group-commit.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { Hooks } from '#core/hooks/hooks.js';
import { ProjectCounters } from '#modules/projects/project-counters.service.js';
import { mayMention } from '#modules/mentions/mentions.service.js';
import { BLOCKED } from '#schema/lanes.js';
import { TaskLabels } from '../labels/task-labels.js';
import { SprintRecord } from '../planning/sprint-record.service.js';
import { SimilarTasks } from '../similar/similar-tasks.js';
import type { BulkCreateTasks, CreateTask, PostTask } from '../task-input.dto.js';
import { own, TaskValues } from '../values/task-values.service.js';
import { answered, type CreatedTaskResponse, type TaskResponse, versioned } from '../task.dto.js';
import { taskCreated } from '../task.events.js';
import { MakesFromTemplate, OnTaskDelegation } from '../task.hooks.js';
import type { NewTask } from './new-tasks.repository.js';
import { newTask, NewTasks, type TaskToMake } from './new-tasks.js';
import { ensureStartInTime } from './task-differences.js';
import { TaskReferences } from './task-references.js';

/** Milliseconds that a group waits for a lock: then its members go on alone, so that no one waits for another's project. */
const LOCK_TIMEOUT = 200;

interface CreationRequest {
  readonly context: RequestContext;
  readonly input: CreateTask;
}

/** Makes tasks. */
@Injectable()
export class TaskCreation {
  @Inject() private readonly hooks: Hooks;
  @Inject() private readonly values: TaskValues;
  @Inject() private readonly similar: SimilarTasks;
  private readonly groups: GroupCommit<CreationRequest, TaskResponse | undefined>;

  constructor(
    private readonly outbox: Outbox,
    private readonly counters: ProjectCounters,
    private readonly references: TaskReferences,
    private readonly newTasks: NewTasks,
    private readonly labels: TaskLabels,
    private readonly sprints: SprintRecord,
    concurrency: ConcurrencyLimits,
  ) {
    const turns = concurrency.create('creations', { slots: Infinity, most: 1 });
    this.groups = new GroupCommit(turns, (requests, longestWait) => this.createTogether(requests, longestWait));
  }

  /** Makes a task, from a template where the request names one. @throws what `create` throws; NotFoundError of the template */
  postTask(context: RequestContext, { templateId, ...input }: PostTask): Promise<CreatedTaskResponse> {
    if (templateId === undefined) return this.create(context, withoutNulls(input));
    return this.outbox.commit(context, async (tx) => {
      const [made] = await this.hooks.call(MakesFromTemplate, tx, { ...input, templateId });
      return made as Change<CreatedTaskResponse>;
    });
  }

  /** @throws NotFoundError, ConflictError of the project, and what `TaskReferences.requireReferences` throws */
  async create(
    context: RequestContext,
    { ifSimilar, ...input }: CreateTask & Pick<PostTask, 'ifSimilar'>,
  ): Promise<TaskResponse> {
    ensureStartInTime(input);
    const begin = performance.now();
    const created =
      ifSimilar === undefined && isIndependent(context, input)
        ? await this.groups.join(callerOf(context), { context, input })
        : undefined;
    if (created) return created;
    return this.outbox.commit({ ...context, longestWait: waitLeft(begin) }, (tx) =>
      this.makeTask(tx, input, ifSimilar),
    );
  }

  /** No task can join the project until the transaction ends. */
  private async ensureNoneSimilar(tx: TransactionContext, { projectId, title }: CreateTask): Promise<void> {
    await this.counters.lockProject(tx, projectId);
    await this.similar.ensureNone(tx, projectId, title);
  }

  /** All or nothing, in the order given. @throws what `create` throws; a ValidationError names the task */
  async createAll(context: RequestContext, { tasks: inputs, quiet }: BulkCreateTasks): Promise<{ ids: string[] }> {
    for (const [index, input] of inputs.entries()) await ofTask(index, () => ensureStartInTime(input));
    return this.outbox.commit(inBulk(context, quiet), async (tx) => {
      // In the order of their ids, so that two requests cannot wait for each other.
      const projectIds = [...new Set(inputs.map(({ projectId }) => projectId))].sort();
      for (const projectId of projectIds) await this.counters.lockProject(tx, projectId);
      const ids: string[] = [];
      const events: DomainEvent[] = [];
      for (const [index, input] of inputs.entries()) {
        const made = await ofTask(index, () => this.makeTask(tx, input));
        ids.push(made.result.id);
        events.push(...made.events);
      }
      return changed({ ids }, ...events);
    });
  }

  /** As `create`, in a transaction with other things. */
  async makeTask(
    tx: TransactionContext,
    input: TaskToMake,
    ifSimilar?: PostTask['ifSimilar'],
  ): Promise<Change<TaskResponse>> {
    ensureStartInTime(input);
    await this.references.ensureWork(tx);
    const assignee = await this.references.requireForNew(tx, input);
    const [values] = await this.values.readForNew(tx, [input]);
    if (ifSimilar !== undefined) await this.ensureNoneSimilar(tx, input);
    const number = await this.counters.nextNumber(tx, input.projectId);
    const { labelIds = [] } = input;
    const { input: read, mentions } = await this.newTasks.readInput(tx, input);
    const { result: task, events: completed } = await this.labels.completingLabels(tx, { named: labelIds }, () =>
      this.insert(tx, { ...newTask(read, number, tx.userId), mentions, ...own(values) }, labelIds),
    );
    if (task.delegateId !== null) await this.hooks.call(OnTaskDelegation, tx, task.id, task.delegateId);
    const mentioned = await this.newTasks.noteMentions(tx, task, mentions);
    return changed(answered(task), ...taskCreated(task, assignee, mentioned), ...completed);
  }

  private async insert(
    tx: TransactionContext,
    input: Parameters<NewTasks['insertTasks']>[1][number],
    labelIds: readonly string[],
  ): Promise<TaskResponse> {
    const { mentions: _mentions, values: _values, ...made } = input;
    const [stored = made] = await this.newTasks.insertTasks(tx, [input]);
    const task = toTask(stored, new Set(labelIds).size);
    if (labelIds.length > 0) await this.labels.replace(tx, [task.id], labelIds);
    await this.sprints.writeChanges(tx, task.createdAt, [], [task]);
    return task;
  }

  /** Leaves out what is to be created alone: what has an error of its own, and all when one of them must wait long. */
  private async createTogether(
    requests: readonly CreationRequest[],
    longestWait: number,
  ): Promise<(TaskResponse | undefined)[]> {
    const contexts = requests.map(({ context }) => ({ ...context, longestWait, lockTimeout: LOCK_TIMEOUT }));
    const inputs = requests.map(({ input }) => input);
    try {
      return await this.outbox.commitTogether(contexts, (tx) => this.makeTogether(tx, inputs));
    } catch (error) {
      if (mayBeOfOne(error)) return requests.map(() => undefined);
      throw error;
    }
  }

  private async makeTogether(
    tx: TransactionContext,
    inputs: readonly CreateTask[],
  ): Promise<(Change<TaskResponse> | undefined)[]> {
    const values = await this.values.readForNew(tx, inputs);
    const numbers = await this.counters.nextOfEach(
      tx,
      inputs.map(({ projectId }) => projectId),
    );
    const numbered = inputs.map(
      (input, index) => numbers[index] && { ...newTask(input, numbers[index], tx.userId), ...own(values[index]) },
    );
    const stored = await this.newTasks.insertTasks(
      tx,
      numbered.filter((task) => task !== undefined),
    );
    const tasks = new Map(stored.map((task) => [task.id, toTask(task, 0)]));
    return numbered.map((made) => {
      const task = made && tasks.get(made.id);
      return task && changed(answered(task), ...taskCreated(task, undefined, []));
    });
  }
}

/** A ValidationError of the work names the task. */
async function ofTask<Result>(index: number, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ValidationError ? error.within(`tasks.${index}`) : error;
  }
}

function toTask(stored: NewTask, labelCount: number): TaskResponse {
  return versioned({ ...stored, isBlocked: stored.status === BLOCKED, labelCount });
}

/** What is null counts as left out; the title is there. */
function withoutNulls(input: Omit<PostTask, 'templateId'>): CreateTask {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) as unknown as CreateTask;
}

/** Whether the task refers to nothing but its project, so that nothing else must be locked or stay as it is. */
function isIndependent(context: RequestContext, input: CreateTask): boolean {
  const { assigneeId, delegateId, sprintId, epicId, parentId, labelIds, description } = input;
  const references = [assigneeId, delegateId, sprintId, epicId, parentId, labelIds];
  const refersToNothing = references.every((id) => id === undefined);
  const namesNobody = description === undefined || !mayMention(description);
  const isPlain = !context.transaction && !context.precondition && context.agent?.workId === undefined;
  return refersToNothing && namesNobody && isPlain;
}

/** Whose requests can share a transaction: its events have one actor, and its statements one reach. */
function callerOf({ companyId, userId, apiKeyId, grant, role, permission }: RequestContext): string {
  return [companyId, userId, apiKeyId, grant?.id, role, permission].join(' ');
}
