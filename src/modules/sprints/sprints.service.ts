import { Injectable } from '@nestjs/common';
import type { NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import { ensureDateOrder } from '#common/validation/date-order.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository, type Moments } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { changesOf } from '#core/events/changes.js';
import { type Change, changed, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { FindsHidden } from '#core/http/path-name.hooks.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { ProjectResources, type ProjectScopedRepository } from '#modules/projects/project-resources.service.js';
import { SprintRecord } from '#modules/tasks/planning/sprint-record.service.js';
import { TaskTotals } from '#modules/tasks/planning/task-totals.service.js';
import { CarriedTasksRepository } from './carried-tasks.repository.js';
import { burndownOf } from './sprint-burndown.js';
import {
  BurndownRow,
  CreateSprint,
  SprintDetailResponse,
  SprintResponse,
  SprintsQuery,
  toSprintResponse,
  UpdateSprint,
} from './sprint.dto.js';
import { Sprint } from './sprint.entity.js';
import { sprintEvent } from './sprint.events.js';

/** How far a sprint is, and when it was made. */
export type SprintLife = Pick<Sprint, 'status' | 'startedAt' | 'endedAt'> & Partial<Moments>;

const PLANNED = { status: 'planned', startedAt: null, endedAt: null } as const;

/** Sprints; how they start and end is in `SprintLifecycle`. */
@Injectable()
export class SprintsService {
  private readonly sprints: ProjectScopedRepository<Sprint>;

  constructor(
    @InjectCompanyScoped(Sprint) private readonly rows: CompanyScopedRepository<Sprint>,
    resources: ProjectResources,
    private readonly access: ProjectAccess,
    private readonly totals: TaskTotals,
    private readonly record: SprintRecord,
    private readonly carried: CarriedTasksRepository,
    private readonly outbox: Outbox,
  ) {
    this.sprints = resources.rowsOf('Sprint', rows);
  }

  findAll(context: RequestContext, query: SprintsQuery): Promise<List<SprintResponse>> {
    return this.sprints.find(context, query, toSprintResponse, (conditions) =>
      conditions.in('e.project_id', 'uuid', query.projectId).in('e.status', 'text', query.status),
    );
  }

  /** The 404 when one of the ids is of a sprint out of the caller's reach. */
  @FindsHidden()
  findHidden(context: RequestContext, ids: readonly string[]): Promise<NotFoundError | undefined> {
    return this.sprints.findHidden(context, 'sprints', ids);
  }

  /** @throws NotFoundError */
  async findOne(context: RequestContext, id: string): Promise<SprintDetailResponse> {
    const { row } = await this.sprints.getOne(context, id);
    const carriedOver = row.endedAt === null ? [] : await this.carried.findCarried(context, id);
    return { ...toSprintResponse(row), totals: await this.totals.findTotals(context, 'sprintId', id), carriedOver };
  }

  /** @throws NotFoundError */
  async findBurndown(context: RequestContext, id: string): Promise<BurndownRow[]> {
    const { row } = await this.sprints.getOne(context, id);
    return burndownOf(row, await this.record.findChanges(context, id), new Date());
  }

  async create(context: RequestContext, input: CreateSprint): Promise<SprintResponse> {
    ensureDateOrder(input, 'startDate', 'endDate');
    return this.outbox.commit(context, (tx) => this.insert(tx, input, PLANNED));
  }

  /** Makes a sprint that was elsewhere before. A second active one of the project is planned again. */
  bringSprint(tx: TransactionContext, input: CreateSprint, life: SprintLife): Promise<SprintResponse> {
    return this.outbox.commit(tx, async () => {
      const where = { projectId: input.projectId, status: 'active' } as const;
      const isSecond = life.status === 'active' && (await this.rows.findOne(tx, where)) !== null;
      return this.insert(tx, input, isSecond ? { ...life, ...PLANNED } : life);
    });
  }

  /** Deletes a sprint that an import has made and that no task is in. It has no event: clients cannot delete sprints. */
  async removeUnused(tx: TransactionContext, id: string): Promise<void> {
    await this.sprints.delete(tx, id);
  }

  /** An ended sprint can still be renamed. A change of a sprint has no event. */
  async update(context: RequestContext, id: string, input: UpdateSprint): Promise<SprintResponse> {
    ensureDateOrder(input, 'startDate', 'endDate');
    return this.outbox.commit(context, async (tx) => {
      const { row: before, project } = await this.sprints.getOneForUpdate(tx, id);
      const changes = changesOf(before, input);
      ensureDateOrder({ ...before, ...input }, 'startDate', 'endDate');
      this.access.ensureWritable(project.status);
      if (Object.keys(changes).length === 0) return unannounced(toSprintResponse(before));
      return unannounced(toSprintResponse(await this.sprints.update(tx, before, input)));
    });
  }

  private async insert(tx: TransactionContext, input: CreateSprint, life: SprintLife): Promise<Change<SprintResponse>> {
    const { projectId, name, goal = null, startDate = null, endDate = null } = input;
    const values = { projectId, name, goal, startDate, endDate, ...life };
    const sprint = toSprintResponse(await this.sprints.insert(tx, values));
    return changed(sprint, sprintEvent('sprint.created', sprint));
  }
}
