import { Injectable } from '@nestjs/common';
import {
  ConflictError,
  InsufficientPermissionsError,
  NotFoundError,
  ValidationError,
} from '#common/errors/app-error.js';
import type { NamedReference } from '#common/http/named-reference.dto.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { LabelsService } from '#modules/labels/labels.service.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { ProjectCounters } from '#modules/projects/project-counters.service.js';
import { ColleagueNotFoundError } from '#common/errors/colleague-not-found-error.js';
import { isAgentRole } from '#schema/colleagues.js';
import { WorkflowLanesService } from '#modules/workflow-lanes/workflow-lanes.service.js';
import { TaskQueries } from '../list/task-queries.service.js';
import type { CreateTask } from '../task-input.dto.js';
import { TaskFence } from './task-fence.js';
import { type PlanningReference, TaskReferencesRepository } from './task-references.repository.js';

/** The ids that a task may refer to; null refers to nothing. */
interface TaskReferenceIds {
  assigneeId?: string | null;
  delegateId?: string | null;
  sprintId?: string | null;
  epicId?: string | null;
  parentId?: string | null;
  labelIds?: string[];
}

const PLANNING = {
  sprintId: {
    resource: 'Sprint',
    mismatch: { sprintId: 'Must be a sprint of the same project' },
  },
  epicId: {
    resource: 'Epic',
    mismatch: { epicId: 'Must be an epic of the same project' },
  },
} as const;

/** Checks what a task refers to, before the task is written. */
@Injectable()
export class TaskReferences {
  constructor(
    private readonly rows: TaskReferencesRepository,
    private readonly access: ProjectAccess,
    private readonly counters: ProjectCounters,
    private readonly queries: TaskQueries,
    private readonly labels: LabelsService,
    private readonly lanes: WorkflowLanesService,
    private readonly fence: TaskFence,
  ) {}

  /** The status as the company's lane of that name is written. */
  canonicalStatus(tx: TransactionContext, status: string): Promise<string> {
    return this.lanes.canonicalStatus(tx, status);
  }

  /**
   * Checks ids that tasks of the project, or a new task, are about to get; returns the assignee. With a
   * `parentId`, a `sprintId` or an `epicId`, the project's counter must be locked.
   *
   * @throws NotFoundError when the caller reaches no such thing; ValidationError when it does not fit; ConflictError when
   *   the sprint has ended.
   */
  async requireReferences(
    tx: TransactionContext,
    projectId: string,
    ids: TaskReferenceIds,
    taskIds: string[] = [],
  ): Promise<NamedReference | undefined> {
    const { assigneeId, delegateId, parentId, sprintId, epicId, labelIds = [] } = ids;
    const sprint = sprintId ? await this.getPlanning(tx, 'sprintId', sprintId) : undefined;
    const epic = epicId ? await this.getPlanning(tx, 'epicId', epicId) : undefined;
    if (labelIds.length > 0) await this.labels.ensureExist(tx, labelIds);
    const assignee = assigneeId ? await this.access.getAssignable(tx, projectId, assigneeId) : undefined;
    if (delegateId) await this.ensureDelegate(tx, projectId, delegateId);
    if (parentId) await this.ensureParent(tx, projectId, parentId, taskIds);
    if (parentId) await this.fence.ensureOpenParent(tx, parentId);
    if (sprint && sprint.projectId !== projectId) throw new ValidationError(PLANNING.sprintId.mismatch);
    if (epic && epic.projectId !== projectId) throw new ValidationError(PLANNING.epicId.mismatch);
    if (sprint?.status === 'completed' || sprint?.status === 'cancelled') {
      throw new ConflictError(`The sprint is ${sprint.status}; choose one that is planned or active`);
    }
    return assignee;
  }

  /** To set the same one is to delegate anew, too. @throws InsufficientPermissionsError for an agent */
  ensureMayDelegate({ agent }: TransactionContext, { delegateId }: Pick<TaskReferenceIds, 'delegateId'>): void {
    if (delegateId !== undefined && agent?.role === 'agent') throw new InsufficientPermissionsError();
  }

  /** @throws ConflictError when the request names a work that has ended, or that its key does not hold */
  async ensureWork(tx: TransactionContext): Promise<void> {
    if (tx.agent?.workId !== undefined) await this.fence.ensureOpen(tx, []);
  }

  /** As `requireReferences`, for a new task. Costs nothing when the task refers to nothing. */
  async requireForNew(tx: TransactionContext, input: CreateTask): Promise<NamedReference | undefined> {
    const { projectId, assigneeId, delegateId, sprintId, epicId, parentId, labelIds } = input;
    const ids: TaskReferenceIds = { assigneeId, delegateId, sprintId, epicId, parentId, labelIds };
    if (input.custom) await this.access.getProject(tx, projectId);
    if (Object.values(ids).every((id) => id === undefined)) return undefined;
    this.ensureMayDelegate(tx, ids);
    await this.access.getProject(tx, projectId);
    if (parentId ?? sprintId ?? epicId) await this.counters.lockProject(tx, projectId);
    return this.requireReferences(tx, projectId, ids);
  }

  /** An enabled colleague that takes work in some project. @throws NotFoundError; ValidationError */
  ensureAgent(tx: TransactionContext, delegateId: string): Promise<void> {
    return this.ensureDelegate(tx, null, delegateId);
  }

  /** Keeps the colleague until the transaction ends. @throws NotFoundError; ValidationError when it takes no work there */
  private async ensureDelegate(tx: TransactionContext, projectId: string | null, delegateId: string): Promise<void> {
    const found = await this.rows.findDelegate(tx, projectId, delegateId);
    if (!found) throw new ColleagueNotFoundError();
    const refuse = (message: string) => new ValidationError({ delegateId: message });
    if (!isAgentRole(found.role)) throw refuse('Must be an agent or an agent_orchestrator');
    if (!found.active) throw refuse('Must be an enabled colleague');
    if (projectId !== null && !found.isGiven) throw refuse('Must be a colleague that reaches the project');
  }

  private async getPlanning(
    tx: TransactionContext,
    reference: keyof typeof PLANNING,
    id: string,
  ): Promise<PlanningReference> {
    const found = await this.rows.findPlanning(tx, reference, id);
    if (!found) throw new NotFoundError(PLANNING[reference].resource);
    return found;
  }

  /** The project must be locked: the answer stays true, and two changes cannot close a cycle together. */
  private async ensureParent(
    tx: TransactionContext,
    projectId: string,
    parentId: string,
    taskIds: string[],
  ): Promise<void> {
    if ((await this.queries.getProjectId(tx, parentId)) !== projectId) {
      throw new ValidationError({ parentId: 'Must be a task of the same project' });
    }
    if (taskIds.length > 0 && (await this.rows.isAmongAncestors(tx, taskIds, parentId))) {
      throw new ValidationError({ parentId: 'Must not be the task itself or one below it' });
    }
  }
}
