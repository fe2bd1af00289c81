import { Injectable } from '@nestjs/common';
import type { NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import { DEFAULT_COLOR } from '#common/validation/color.js';
import { ensureDateOrder } from '#common/validation/date-order.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository, type Moments } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { changesOf } from '#core/events/changes.js';
import { changed, type DomainEvent, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { FindsHidden } from '#core/http/path-name.hooks.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { ProjectResources, type ProjectScopedRepository } from '#modules/projects/project-resources.service.js';
import { TaskBatches } from '#modules/tasks/changes/task-batches.service.js';
import { TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import { TaskTotals } from '#modules/tasks/planning/task-totals.service.js';
import { CreateEpic, EpicDetailResponse, EpicResponse, EpicsQuery, toEpicResponse, UpdateEpic } from './epic.dto.js';
import { Epic } from './epic.entity.js';

/** Epics. */
@Injectable()
export class EpicsService {
  private readonly epics: ProjectScopedRepository<Epic>;

  constructor(
    @InjectCompanyScoped(Epic) rows: CompanyScopedRepository<Epic>,
    resources: ProjectResources,
    private readonly access: ProjectAccess,
    private readonly totals: TaskTotals,
    private readonly locks: TaskLocks,
    private readonly batches: TaskBatches,
    private readonly outbox: Outbox,
  ) {
    this.epics = resources.rowsOf('Epic', rows);
  }

  findAll(context: RequestContext, query: EpicsQuery): Promise<List<EpicResponse>> {
    return this.epics.find(context, query, toEpicResponse, (conditions) =>
      conditions.in('e.project_id', 'uuid', query.projectId),
    );
  }

  /** The 404 when one of the ids is of an epic out of the caller's reach. */
  @FindsHidden()
  findHidden(context: RequestContext, ids: readonly string[]): Promise<NotFoundError | undefined> {
    return this.epics.findHidden(context, 'epics', ids);
  }

  /** @throws NotFoundError */
  async findOne(context: RequestContext, id: string): Promise<EpicDetailResponse> {
    const { row } = await this.epics.getOne(context, id);
    const { tasks, done } = await this.totals.findTotals(context, 'epicId', id);
    return { ...toEpicResponse(row), progress: { tasks, done } };
  }

  /** `moments` are those of one that was elsewhere before. */
  async create(context: RequestContext, input: CreateEpic, moments: Partial<Moments> = {}): Promise<EpicResponse> {
    ensureDateOrder(input, 'startDate', 'dueDate');
    return this.outbox.commit(context, async (tx) => {
      const { projectId, name, description = null, color = DEFAULT_COLOR, startDate = null, dueDate = null } = input;
      const values = { projectId, name, description, color, startDate, dueDate, ...moments };
      const epic = toEpicResponse(await this.epics.insert(tx, values));
      return changed(epic, { name: 'epic.created', projectId: epic.projectId, data: epic });
    });
  }

  async update(context: RequestContext, id: string, input: UpdateEpic): Promise<EpicResponse> {
    ensureDateOrder(input, 'startDate', 'dueDate');
    return this.outbox.commit(context, async (tx) => {
      const { row: before, project } = await this.epics.getOneForUpdate(tx, id);
      ensureDateOrder({ ...before, ...input }, 'startDate', 'dueDate');
      this.access.ensureWritable(project.status);
      const changes = changesOf(before, input);
      if (Object.keys(changes).length === 0) return unannounced(toEpicResponse(before));
      const epic = toEpicResponse(await this.epics.update(tx, before, input));
      const updated: DomainEvent = { name: 'epic.updated', projectId: epic.projectId, data: { ...epic, changes } };
      return changed(epic, updated);
    });
  }

  /** Its tasks stay, without an epic; each of them is a change of its own. */
  remove(context: RequestContext, id: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      const { row, project } = await this.epics.getOneWithTasksForUpdate(tx, id);
      this.access.ensureWritable(project.status);
      const taskIds = await this.locks.lockAllIn(tx, 'epicId', id);
      await this.batches.applySettings(tx, taskIds, { epicId: null });
      await this.epics.delete(tx, id);
      const deleted: DomainEvent = { name: 'epic.deleted', projectId: project.id, data: toEpicResponse(row) };
      return changed(undefined, deleted);
    });
  }
}
