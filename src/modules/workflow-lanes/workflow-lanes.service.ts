import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '#common/database/database-error.js';
import { ConflictError, ValidationError } from '#common/errors/app-error.js';
import { isSameText } from '#common/text/folded.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository, type Moments } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { changesOf, listChange } from '#core/events/changes.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { OnCompanyCreation } from '#modules/companies/company.hooks.js';
import {
  MOST_LANES,
  ReplaceWorkflowLanes,
  toWorkflowLaneResponse,
  type UpdateWorkflowLane,
  WorkflowLaneResponse,
} from './workflow-lane.dto.js';
import { WorkflowLane } from './workflow-lane.entity.js';
import { DEFAULT_LANES, DONE } from '#schema/lanes.js';
import { WorkflowLanesRepository } from './workflow-lanes.repository.js';

/** A lane of another company, with its limit and its dates there. */
type BroughtLane = Pick<WorkflowLane, 'name'> & Partial<Pick<WorkflowLane, 'taskLimit'> & Moments>;

/** The lanes of a company's board: an order of statuses, and how they are written. */
@Injectable()
export class WorkflowLanesService {
  constructor(
    @InjectCompanyScoped(WorkflowLane) private readonly lanes: CompanyScopedRepository<WorkflowLane>,
    private readonly statements: WorkflowLanesRepository,
    private readonly callerCheck: CallerCheck,
    private readonly companies: CompaniesService,
    private readonly outbox: Outbox,
  ) {}

  findAll(context: RequestContext, query: PageQuery): Promise<List<WorkflowLaneResponse>> {
    return this.statements.findAll(context, query);
  }

  /**
   * Replaces the lanes of a company, one request at a time. A lane that keeps its name, as people read it, keeps its
   * id. Lanes have no events.
   */
  async replace(context: RequestContext, { lanes: names }: ReplaceWorkflowLanes): Promise<WorkflowLaneResponse[]> {
    try {
      return await this.callerCheck.commit(context, async (tx) => {
        const before = await this.lockAll(tx);
        const kept = names.map((name) => before.find((lane) => isSameText(lane.name, name)));
        for (const lane of before) if (!kept.includes(lane)) await this.lanes.delete(tx, lane.id);
        const lanes: WorkflowLaneResponse[] = [];
        for (const [position, name] of names.entries()) {
          lanes.push(toWorkflowLaneResponse(await this.put(tx, kept[position], { name, position })));
        }
        const change = unannounced(lanes);
        const from = before.map(({ name }) => name);
        if (from.join('\n') === lanes.map(({ name }) => name).join('\n')) return change;
        const changes = {
          lanes: listChange(
            from,
            lanes.map(({ name }) => name),
          ),
        };
        return audited(change, { action: 'lanes.changed', target: null, changes });
      });
    } catch (error) {
      if (isUniqueViolation(error, 'workflow_lanes_name')) throw new ValidationError({ lanes: 'Must be unique' });
      throw error;
    }
  }

  /** @throws NotFoundError */
  update(context: RequestContext, id: string, { limit }: UpdateWorkflowLane): Promise<WorkflowLaneResponse> {
    return this.callerCheck.commit(context, async (tx) => {
      await this.companies.lockCompany(tx);
      const before = await this.lanes.requireForUpdate(tx, { id }, 'Workflow lane');
      const values = { taskLimit: limit === undefined ? before.taskLimit : limit };
      if (Object.keys(changesOf(before, values)).length === 0) return unannounced(toWorkflowLaneResponse(before));
      const lane = await this.lanes.update(tx, before, values);
      const target = { type: 'workflow-lane', id, name: lane.name } as const;
      const changes = { limit: { from: before.taskLimit, to: lane.taskLimit } };
      return audited(unannounced(toWorkflowLaneResponse(lane)), { action: 'lanes.changed', target, changes });
    });
  }

  /**
   * Adds the lanes of an archive that are not here, each after the one that it follows there. The lanes
   * that a company begins with give way where `mayReplace` says that nothing is in them. Those added beside others.
   */
  async bringLanes(
    tx: TransactionContext,
    given: readonly BroughtLane[],
    mayReplace: boolean,
  ): Promise<WorkflowLane[]> {
    const before = await this.lockAll(tx);
    const isReplaced = mayReplace && given.some(({ name }) => isSameText(name, DONE)) && isUntouched(before);
    const order: (BroughtLane | WorkflowLane)[] = isReplaced ? [...given] : merged(before, given);
    if (order.length === before.length && !isReplaced) return [];
    if (isReplaced) for (const { id } of before) await this.lanes.delete(tx, id);
    const added = await this.order(tx, before, order);
    return isReplaced ? [] : added;
  }

  /** Adds lanes that are not here before the one that is Done, or at the end, in their order. */
  async addLanes(tx: TransactionContext, names: readonly string[]): Promise<WorkflowLane[]> {
    const before = await this.lockAll(tx);
    const added = names.filter((name) => !before.some((lane) => isSameText(lane.name, name)));
    if (added.length === 0) return [];
    if (before.length + added.length > MOST_LANES) throw new ConflictError(`There are at most ${MOST_LANES} lanes`);
    const end = before.findIndex(({ name }) => isSameText(name, DONE));
    const place = end < 0 ? before.length : end;
    const order = [...before.slice(0, place), ...added.map((name) => ({ name })), ...before.slice(place)];
    return this.order(tx, before, order);
  }

  /** How many a company can have. */
  get most(): number {
    return MOST_LANES;
  }

  /** Deletes a lane that an import has added. */
  async remove(tx: TransactionContext, id: string): Promise<void> {
    await this.lanes.delete(tx, id);
  }

  /** The lanes that a new company begins with. */
  @OnCompanyCreation()
  async createDefaults(tx: TransactionContext): Promise<void> {
    for (const [position, name] of DEFAULT_LANES.entries())
      await this.lanes.insert(tx, { name, position, taskLimit: null });
  }

  /** The status as the company's lane of that name is written; any other status is kept as it is. */
  async canonicalStatus(context: RequestContext, status: string): Promise<string> {
    const [lane] = await this.statements.findNamesLike(context, [status]);
    return lane ?? status;
  }

  /** The names of the lanes, in their order. */
  findNames(context: RequestContext): Promise<string[]> {
    return this.statements.findNames(context);
  }

  /** The statuses, and the lanes that they name in another case. */
  async withLanes(context: RequestContext, statuses: readonly string[]): Promise<string[]> {
    return [...new Set([...statuses, ...(await this.statements.findNamesLike(context, statuses))])];
  }

  /** All of them, which nobody else changes until the transaction ends. */
  private async lockAll(tx: TransactionContext): Promise<WorkflowLane[]> {
    await this.companies.lockCompany(tx);
    return this.statements.findInOrder(tx);
  }

  /** Puts them in their order, and gives back the new ones. */
  private async order(
    tx: TransactionContext,
    before: readonly WorkflowLane[],
    order: readonly (BroughtLane | WorkflowLane)[],
  ): Promise<WorkflowLane[]> {
    const added: WorkflowLane[] = [];
    for (const [position, lane] of order.entries()) {
      if ('id' in lane) await this.put(tx, lane, { name: lane.name, position });
      else added.push(await this.lanes.insert(tx, { ...lane, taskLimit: lane.taskLimit ?? null, position }));
    }
    await this.outbox.commit(tx, () => {
      const changes = { lanes: listChange(namesOf(before), namesOf(order)) };
      return Promise.resolve(audited(unannounced(undefined), { action: 'lanes.changed', target: null, changes }));
    });
    return added;
  }

  private async put(
    tx: TransactionContext,
    lane: WorkflowLane | undefined,
    values: Pick<WorkflowLane, 'name' | 'position'>,
  ): Promise<WorkflowLane> {
    if (!lane) return this.lanes.insert(tx, { ...values, taskLimit: null });
    const isSame = lane.name === values.name && lane.position === values.position;
    return isSame ? lane : this.lanes.update(tx, lane, values);
  }

  /** The lanes of these names, in any case. */
  namesLike(context: RequestContext, statuses: readonly string[]): Promise<string[]> {
    return this.statements.findNamesLike(context, statuses);
  }
}

const namesOf = (lanes: readonly { readonly name: string }[]): string[] => lanes.map(({ name }) => name);

/** Whether they are those that a company begins with. */
function isUntouched(lanes: readonly WorkflowLane[]): boolean {
  return (
    namesOf(lanes).join('\n') === DEFAULT_LANES.join('\n') && lanes.every((lane) => lane.createdAt === lane.updatedAt)
  );
}

/** Those that are here with the others in between, as far as there may be so many. */
function merged(here: readonly WorkflowLane[], given: readonly BroughtLane[]): (BroughtLane | WorkflowLane)[] {
  const all: (BroughtLane | WorkflowLane)[] = [...here];
  let place = 0;
  for (const lane of given) {
    const found = all.findIndex(({ name }) => isSameText(name, lane.name));
    if (found < 0 && all.length >= MOST_LANES) continue;
    if (found < 0) all.splice(place, 0, lane);
    place = (found < 0 ? place : found) + 1;
  }
  return all;
}
