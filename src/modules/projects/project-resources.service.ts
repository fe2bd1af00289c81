import { Injectable } from '@nestjs/common';
import type { FindOptionsWhere } from 'typeorm';
import { NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';
import type { CompanyScopedRepository, NewRow } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { projectsOfRows } from '#schema/projects.js';
import { ProjectAccess, type ReachableProject } from './project-access.service.js';
import { ProjectCounters } from './project-counters.service.js';

type ProjectEntity = CompanyScopedEntity & { projectId: string };

/** A row, and the project that the caller reaches it in. */
export interface InProject<Entity> {
  row: Entity;
  project: ReachableProject;
}

/** The rows of things in projects. What is in a project out of reach does not exist for the caller. */
export class ProjectScopedRepository<Entity extends ProjectEntity> {
  constructor(
    private readonly name: string,
    private readonly rows: CompanyScopedRepository<Entity>,
    private readonly access: ProjectAccess,
    private readonly counters: ProjectCounters,
  ) {}

  /** The rows `e` that meet the conditions, as the endpoint asks for them, the oldest first. */
  find<Item>(
    context: RequestContext,
    query: PageQuery,
    toItem: (entity: Entity) => Item,
    addConditions: (conditions: Conditions) => void,
  ): Promise<List<Item>> {
    const conditions = new Conditions(this.access.parametersOf(context));
    conditions.add(this.access.conditionOn(context, 'e.project_id'));
    addConditions(conditions);
    return this.rows.find(context, query, toItem, conditions);
  }

  /** The 404 when one of the ids is of a row out of the caller's reach; `table` is that of the rows. */
  async findHidden(context: RequestContext, table: string, ids: readonly string[]): Promise<NotFoundError | undefined> {
    return (await this.access.isAnyHidden(context, projectsOfRows(table), ids))
      ? new NotFoundError(this.name)
      : undefined;
  }

  /** @throws NotFoundError */
  async getOne(context: RequestContext, id: string): Promise<InProject<Entity>> {
    const row = await this.rows.findOne(context, { id } as FindOptionsWhere<Entity>);
    return this.required(row, row && (await this.access.findReachable(context, row.projectId)));
  }

  /** As `getOne`, and no one else changes it until the transaction ends; nor is its project archived. */
  async getOneForUpdate(tx: TransactionContext, id: string): Promise<InProject<Entity>> {
    const found = await this.rows.findOne(tx, { id } as FindOptionsWhere<Entity>);
    const project = found && (await this.access.findReachableForChange(tx, found.projectId));
    return this.required(await this.rows.findOneForUpdate(tx, { id } as FindOptionsWhere<Entity>), project);
  }

  /** As `getOneForUpdate`, and no more tasks are put into it meanwhile. */
  async getOneWithTasksForUpdate(tx: TransactionContext, id: string): Promise<InProject<Entity>> {
    const { project } = await this.getOne(tx, id);
    await this.counters.lockProject(tx, project.id);
    return this.getOneForUpdate(tx, id);
  }

  /** The project is neither deleted nor archived meanwhile. @throws NotFoundError, ConflictError of the project */
  async insert(tx: TransactionContext, values: NewRow<Entity>): Promise<Entity> {
    const { projectId } = values as unknown as ProjectEntity;
    await this.counters.lockProject(tx, projectId);
    await this.access.getWritable(tx, projectId);
    return this.rows.insert(tx, values);
  }

  /** Changes a row that was found for update, and moves its `updatedAt`. */
  update(tx: TransactionContext, row: Entity, changes: Partial<Entity>): Promise<Entity> {
    return this.rows.update(tx, row, changes);
  }

  delete(tx: TransactionContext, id: string): Promise<void> {
    return this.rows.delete(tx, id);
  }

  private required(row: Entity | null, project: ReachableProject | null | undefined): InProject<Entity> {
    if (!row || !project) throw new NotFoundError(this.name);
    return { row, project };
  }
}

@Injectable()
export class ProjectResources {
  constructor(
    private readonly access: ProjectAccess,
    private readonly counters: ProjectCounters,
  ) {}

  /** The rows of an entity; errors call a missing one `name`. */
  rowsOf<Entity extends ProjectEntity>(
    name: string,
    rows: CompanyScopedRepository<Entity>,
  ): ProjectScopedRepository<Entity> {
    return new ProjectScopedRepository(name, rows, this.access, this.counters);
  }
}
