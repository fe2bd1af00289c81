import { Inject, Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { ConflictError, InsufficientRoleError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository, type Moments } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Lists } from '#core/database/lists/lists.js';
import { changesOf } from '#core/events/changes.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { hasPermission } from '#core/access/permissions.js';
import { OnCompanyCreation } from '#modules/companies/company.hooks.js';
import { type Filter, Filters, type ShownFilter } from '#modules/filters/filters.service.js';
import { FieldCatalogue } from '#modules/fields/field-catalogue.service.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { CUSTOM_FIELD_TYPES, CUSTOM_PREFIX, GROUPED_TYPES, isCustomName, SORTED_TYPES } from '#schema/fields.js';
import { CreateView, type UpdateView, type ViewResponse, type ViewsQuery } from './view.dto.js';
import { View } from './view.entity.js';
import { ViewsRepository, type ViewRow } from './views.repository.js';

export { CreateView };

/** Views of one user. */
const MOST_VIEWS = 200;

/** What every company has from its start. */
const FIRST_VIEWS = [
  { name: 'Open and mine', filter: 'assignee = me and not done and not archived' },
  { name: 'Overdue', filter: 'overdue and not archived' },
  { name: 'Nobody has it', filter: 'assignee is empty and not done and priority >= High and not archived' },
];

/** A view as a list of tasks needs it. */
export type TaskView = Pick<View, 'projectId' | 'sortBy' | 'sortOrder'> & { filter: Filter };

/** Saved views. They have no events. */
@Injectable()
export class ViewsService {
  @Inject() private readonly fields: FieldCatalogue;

  constructor(
    @InjectCompanyScoped(View) private readonly views: CompanyScopedRepository<View>,
    private readonly statements: ViewsRepository,
    private readonly lists: Lists,
    private readonly outbox: Outbox,
    private readonly callerCheck: CallerCheck,
    private readonly access: ProjectAccess,
    private readonly filters: Filters,
  ) {}

  async findAll(context: RequestContext, { projectId, favorite, ...page }: ViewsQuery): Promise<List<ViewResponse>> {
    const statement = this.statements.listStatement(context, { projectId, favorite });
    const shown = await this.filters.filterPresenterOfList(context, statement.select, statement.values);
    const isThere = await this.knownNames(context);
    return this.lists.find<ViewRow, ViewResponse>(context, page, {
      ...statement,
      toItem: (row) => toViewResponse(knownOf(row, isThere), shown(row.filter)),
    });
  }

  /** @throws NotFoundError when the caller does not see it. */
  async findOne(context: RequestContext, id: string): Promise<ViewResponse> {
    const row = knownOf(await this.statements.getVisible(context, id), await this.knownNames(context));
    return toViewResponse(row, await this.filters.shownFilter(context, this.filters.storedFilter(row.filter)));
  }

  /** What a list of tasks is narrowed down to. @throws NotFoundError when the caller does not see it. */
  async getForTasks(context: RequestContext, id: string): Promise<TaskView> {
    const row = knownOf(await this.statements.getVisible(context, id), await this.knownNames(context));
    return { ...row, filter: this.filters.storedFilter(row.filter) };
  }

  /** @throws NotFoundError of the project, ConflictError past the number of views, ValidationError of the filter */
  create(context: RequestContext, input: CreateView): Promise<ViewResponse> {
    ensureMayShare(context, input.visibility);
    return this.callerCheck.commit(context, async (tx) => {
      ensureMayShare(tx, input.visibility);
      const filter = await this.filters.readFilter(tx, input.filter ?? '');
      await this.ensureFields(tx, input);
      if (input.projectId) await this.access.ensureReachable(tx, [input.projectId]);
      await this.ensureRoom(tx);
      const view = await this.views.insert(tx, {
        name: input.name,
        description: input.description ?? null,
        filter: this.filters.storedText(filter),
        projectId: input.projectId ?? null,
        layout: input.layout ?? 'list',
        groupBy: input.groupBy ?? null,
        subgroupBy: input.subgroupBy ?? null,
        sortBy: input.sortBy ?? 'createdAt',
        sortOrder: input.sortOrder ?? 'desc',
        columns: input.columns ?? null,
        visibility: input.visibility ?? 'private',
        ownerId: tx.userId,
      });
      return unannounced(await this.findOne(tx, view.id));
    });
  }

  /**
   * Makes a view that was elsewhere before, and gives it. A view that every company begins with is here already: it
   * gets the settings from there, unless somebody has changed it here, and the result is undefined.
   */
  async bringView(
    tx: TransactionContext,
    input: CreateView & { filter: string },
    { ownerId, moments }: { readonly ownerId: string | null; readonly moments: Partial<Moments> },
  ): Promise<View | undefined> {
    const { name, description = null, projectId = null, layout = 'list' } = input;
    const { groupBy = null, subgroupBy = null, sortBy = 'createdAt', sortOrder = 'desc', columns = null } = input;
    const { filter, visibility = 'private' } = input;
    const named = { layout, groupBy, subgroupBy, sortBy, sortOrder, columns };
    const shown = knownOf(named, await this.knownNames(tx));
    const values = { name, description, filter, projectId, ...shown, visibility, ownerId, ...moments };
    const first = ownerId === null && FIRST_VIEWS.find((view) => view.name === name);
    const here = first ? await this.views.findOneForUpdate(tx, { name, ownerId: IsNull(), projectId: IsNull() }) : null;
    if (!first || !here) return this.views.insert(tx, values);
    if (here.createdAt !== here.updatedAt) return undefined;
    const { createdAt, updatedAt } = await this.views.update(tx, here, values);
    await this.statements.setMoments(tx, here.id, {
      createdAt: moments.createdAt ?? createdAt,
      updatedAt: moments.updatedAt ?? updatedAt,
    });
    return undefined;
  }

  /** Deletes a view that an import has made. */
  async withdrawView(tx: TransactionContext, id: string): Promise<void> {
    await this.views.delete(tx, id);
  }

  /** @throws NotFoundError, InsufficientRoleError, ValidationError of the filter */
  update(context: RequestContext, id: string, input: UpdateView): Promise<ViewResponse> {
    return this.outbox.commit(context, async (tx) => {
      const before = await this.lock(tx, id);
      if (input.projectId) await this.access.ensureReachable(tx, [input.projectId]);
      ensureMayChange(tx, before);
      ensureMayShare(tx, input.visibility);
      await this.ensureFields(tx, input);
      const { filter: text, ...others } = input;
      const filter = text === undefined ? undefined : await this.filters.readFilter(tx, text, before.filter);
      const changes = { ...others, ...(filter && { filter: this.filters.storedText(filter) }) };
      if (Object.keys(changesOf(before, changes)).length > 0) await this.views.update(tx, before, changes);
      return unannounced(await this.findOne(tx, id));
    });
  }

  /** @throws NotFoundError, InsufficientRoleError */
  remove(context: RequestContext, id: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      ensureMayChange(tx, await this.lock(tx, id));
      await this.views.delete(tx, id);
      return unannounced(undefined);
    });
  }

  /** The views that a new company begins with; nobody owns them. */
  @OnCompanyCreation()
  async createDefaults(tx: TransactionContext): Promise<void> {
    for (const { name, filter } of FIRST_VIEWS) {
      await this.views.insert(tx, {
        name,
        description: null,
        filter,
        projectId: null,
        layout: 'list',
        groupBy: null,
        subgroupBy: null,
        sortBy: 'createdAt',
        sortOrder: 'desc',
        columns: null,
        visibility: 'company',
        ownerId: null,
      });
    }
  }

  /** Whether what a view names is there: fields of the company's own may not be. */
  private async knownNames(context: RequestContext): Promise<(name: string) => boolean> {
    const names = new Set((await this.fields.findAll(context)).map(({ key }) => `${CUSTOM_PREFIX}${key}`));
    return (name) => !isCustomName(name) || names.has(name);
  }

  /** @throws ValidationError when it names fields of the company's own that are not there, or not of the right type */
  private async ensureFields(
    context: RequestContext,
    { groupBy, subgroupBy, sortBy, columns }: Pick<UpdateView, 'groupBy' | 'subgroupBy' | 'sortBy' | 'columns'>,
  ): Promise<void> {
    const named = [
      ...Object.entries({ groupBy, subgroupBy }).map(([about, name]) => ({ about, name, types: GROUPED_TYPES })),
      { about: 'sortBy', name: sortBy, types: SORTED_TYPES },
      ...(columns ?? []).map((name) => ({ about: 'columns', name, types: CUSTOM_FIELD_TYPES })),
    ];
    for (const { about, name, types } of named) {
      if (name && isCustomName(name)) await this.fields.getNamed(context, name, types, about);
    }
  }

  /** Locks a view that the caller sees. */
  private async lock(tx: TransactionContext, id: string): Promise<View> {
    const view = await this.views.requireForUpdate(tx, { id }, 'View');
    await this.findOne(tx, id);
    return view;
  }

  /** No view can join meanwhile: the user is locked. */
  private async ensureRoom(tx: TransactionContext): Promise<void> {
    if ((await this.statements.countOwn(tx)) >= MOST_VIEWS)
      throw new ConflictError(`A user has at most ${MOST_VIEWS} views`);
  }
}

/** A view that names a field which is gone is as if it did not. */
function knownOf<Row extends Pick<View, 'groupBy' | 'subgroupBy' | 'sortBy' | 'columns'>>(
  row: Row,
  isThere: (name: string) => boolean,
): Row {
  const known = (name: string | null) => (name !== null && isThere(name) ? name : null);
  return {
    ...row,
    groupBy: known(row.groupBy),
    subgroupBy: known(row.subgroupBy),
    sortBy: known(row.sortBy) ?? 'createdAt',
    columns: row.columns && row.columns.filter(isThere),
  };
}

function toViewResponse({ companyId: _companyId, ...row }: ViewRow, filter: ShownFilter): ViewResponse {
  return { ...(row as unknown as ViewResponse), ...filter, favorite: row.position !== null };
}

/** That of the company is for its owner, ADMIN and OWNER; others see no other one. */
function ensureMayChange({ userId, role }: RequestContext, { ownerId }: View): void {
  if (ownerId !== userId && !hasPermission(role, 'views:administer')) throw new InsufficientRoleError();
}

/** One for the company needs MEMBER. */
function ensureMayShare({ role }: RequestContext, visibility: string | undefined): void {
  if (visibility === 'company' && !hasPermission(role, 'views:share')) throw new InsufficientRoleError();
}
