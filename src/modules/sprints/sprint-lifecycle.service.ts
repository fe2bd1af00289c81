import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '#common/database/database-error.js';
import { ConflictError, ValidationError } from '#common/errors/app-error.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { changed, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { ProjectResources, type ProjectScopedRepository } from '#modules/projects/project-resources.service.js';
import { TaskBatches } from '#modules/tasks/changes/task-batches.service.js';
import { TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import { CarriedTasksRepository } from './carried-tasks.repository.js';
import { CompleteSprint, SprintResponse, toSprintResponse } from './sprint.dto.js';
import { Sprint, SprintStatus } from './sprint.entity.js';
import { sprintEvent } from './sprint.events.js';

/** How sprints start and end: planned → active → completed; planned or active → cancelled. */
@Injectable()
export class SprintLifecycle {
  private readonly sprints: ProjectScopedRepository<Sprint>;

  constructor(
    @InjectCompanyScoped(Sprint) rows: CompanyScopedRepository<Sprint>,
    resources: ProjectResources,
    private readonly access: ProjectAccess,
    private readonly outbox: Outbox,
    private readonly locks: TaskLocks,
    private readonly batches: TaskBatches,
    private readonly carried: CarriedTasksRepository,
  ) {
    this.sprints = resources.rowsOf('Sprint', rows);
  }

  /** @throws ConflictError unless it is planned, and no other sprint of the project is active. */
  async startSprint(context: RequestContext, id: string): Promise<SprintResponse> {
    try {
      return await this.outbox.commit(context, async (tx) => {
        const { row: before, project } = await this.sprints.getOneForUpdate(tx, id);
        this.access.ensureWritable(project.status);
        ensureStatus(before, 'started', 'planned');
        const started = { status: 'active', startedAt: new Date().toISOString() } as const;
        const sprint = toSprintResponse(await this.sprints.update(tx, before, started));
        return changed(sprint, sprintEvent('sprint.started', sprint));
      });
    } catch (error) {
      if (!isUniqueViolation(error, 'sprints_active')) throw error;
      throw new ConflictError('The project already has an active sprint; complete or cancel that one first');
    }
  }

  /** @throws ConflictError unless it is active; NotFoundError, ValidationError, ConflictError of `moveOpenTo`. */
  completeSprint(context: RequestContext, id: string, { moveOpenTo }: CompleteSprint): Promise<SprintResponse> {
    return this.outbox.commit(context, async (tx) => {
      const { row: sprint, project } = await this.sprints.getOneWithTasksForUpdate(tx, id);
      const target = moveOpenTo === undefined ? null : await this.getTarget(tx, sprint, moveOpenTo);
      this.access.ensureWritable(project.status);
      ensureStatus(sprint, 'completed', 'active');
      if (target) ensureStatus(target, 'given tasks', 'planned', 'active');
      return unannounced(await this.end(tx, sprint, 'completed', target?.id ?? null));
    });
  }

  /** @throws ConflictError unless it is planned or active. */
  cancelSprint(context: RequestContext, id: string): Promise<SprintResponse> {
    return this.outbox.commit(context, async (tx) => {
      const { row: sprint, project } = await this.sprints.getOneWithTasksForUpdate(tx, id);
      this.access.ensureWritable(project.status);
      ensureStatus(sprint, 'cancelled', 'planned', 'active');
      return unannounced(await this.end(tx, sprint, 'cancelled', null));
    });
  }

  /** @throws ConflictError unless it is planned. */
  remove(context: RequestContext, id: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      const { row: sprint, project } = await this.sprints.getOneWithTasksForUpdate(tx, id);
      this.access.ensureWritable(project.status);
      ensureStatus(sprint, 'deleted', 'planned');
      const taskIds = await this.locks.lockAllIn(tx, 'sprintId', id);
      await this.batches.applySettings(tx, taskIds, { sprintId: null });
      await this.sprints.delete(tx, id);
      return unannounced(undefined);
    });
  }

  /**
   * Writes its events itself, batch by batch. It locks all tasks of the sprint first: a task that another request
   * closes or opens is read after that.
   */
  private async end(
    tx: TransactionContext,
    before: Sprint,
    status: 'completed' | 'cancelled',
    moveOpenTo: string | null,
  ): Promise<SprintResponse> {
    const openIds = await this.locks.lockAllIn(tx, 'sprintId', before.id, 'open');
    // It ends before its tasks go, so that its burndown keeps what was left undone.
    const sprint = await this.outbox.commit(tx, async () => {
      const ended = { status, endedAt: new Date().toISOString() };
      const result = toSprintResponse(await this.sprints.update(tx, before, ended));
      return changed(result, sprintEvent(`sprint.${status}`, result));
    });
    await this.carried.insertCarried(tx, before.id, openIds);
    await this.batches.applySettings(tx, openIds, { sprintId: moveOpenTo });
    return sprint;
  }

  private async getTarget(tx: TransactionContext, sprint: Sprint, targetId: string): Promise<Sprint> {
    const { row: target } = await this.sprints.getOne(tx, targetId);
    if (target.id === sprint.id) throw new ValidationError({ moveOpenTo: 'Must be another sprint' });
    if (target.projectId === sprint.projectId) return target;
    throw new ValidationError({ moveOpenTo: 'Must be a sprint of the same project' });
  }
}

function ensureStatus({ name, status }: Sprint, action: string, ...allowed: SprintStatus[]): void {
  if (allowed.includes(status)) return;
  throw new ConflictError(`Only a sprint that is ${allowed.join(' or ')} can be ${action}; "${name}" is ${status}`);
}
