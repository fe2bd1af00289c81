import { isSameText } from '#common/text/folded.js';
import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '#common/database/database-error.js';
import { ConflictError, NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import { DEFAULT_COLOR } from '#common/validation/color.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository, type Moments } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { changesOf } from '#core/events/changes.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { type Change, changed, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { CreateLabel, LabelResponse, LabelsQuery, toLabelResponse, UpdateLabel } from './label.dto.js';
import { Label } from './label.entity.js';
import { LabelsRepository } from './labels.repository.js';

const TAKEN = 'A label of that name already exists';

/** Labels. */
@Injectable()
export class LabelsService {
  constructor(
    @InjectCompanyScoped(Label) private readonly labels: CompanyScopedRepository<Label>,
    private readonly statements: LabelsRepository,
    private readonly outbox: Outbox,
  ) {}

  findAll(context: RequestContext, query: LabelsQuery): Promise<List<LabelResponse>> {
    const conditions = new Conditions().contains(['e.name'], query.search);
    return this.labels.find(context, query, toLabelResponse, conditions);
  }

  async findOne(context: RequestContext, id: string): Promise<LabelResponse> {
    return toLabelResponse(await this.labels.require(context, { id }, 'Label'));
  }

  /** @throws ConflictError when the name is taken. */
  create(
    context: RequestContext,
    { name, color = DEFAULT_COLOR }: CreateLabel,
    moments: Partial<Moments> = {},
  ): Promise<LabelResponse> {
    return this.commit(context, async (tx) => {
      await this.ensureFree(tx, name);
      const label = toLabelResponse(await this.labels.insert(tx, { name, color, ...moments }));
      return changed(label, { name: 'label.created', projectId: null, data: label });
    });
  }

  /** @throws ConflictError when the name is taken. */
  update(context: RequestContext, id: string, input: UpdateLabel): Promise<LabelResponse> {
    return this.commit(context, async (tx) => {
      const before = await this.labels.requireForUpdate(tx, { id }, 'Label');
      const changes = changesOf(before, input);
      if (Object.keys(changes).length === 0) return unannounced(toLabelResponse(before));
      if (input.name !== undefined && !isSameText(input.name, before.name)) await this.ensureFree(tx, input.name);
      const label = toLabelResponse(await this.labels.update(tx, before, input));
      return changed(label, { name: 'label.updated', projectId: null, data: { ...label, changes } });
    });
  }

  remove(context: RequestContext, id: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      const label = toLabelResponse(await this.labels.requireForUpdate(tx, { id }, 'Label'));
      await this.labels.delete(tx, id);
      return changed(undefined, { name: 'label.deleted', projectId: null, data: label });
    });
  }

  /** @throws NotFoundError unless all of the labels are there. */
  async ensureExist(context: RequestContext, ids: readonly string[]): Promise<void> {
    if ((await this.statements.countByIds(context, ids)) !== new Set(ids).size) throw new NotFoundError('Label');
  }

  /** The ids of labels by their names as they are compared. */
  findIds(context: RequestContext, names: readonly string[]): Promise<Map<string, string>> {
    return this.statements.findIdsByName(context, names);
  }

  /** Locks the labels until the transaction ends. Returns the existing ones, in the order of their ids. */
  async lockLabels(tx: TransactionContext, ids: readonly string[]): Promise<LabelResponse[]> {
    return (await this.statements.lockLabels(tx, ids)).map(toLabelResponse);
  }

  /** The index knows no names that were alike before it was there. */
  private async ensureFree(tx: TransactionContext, name: string): Promise<void> {
    if ((await this.statements.findIdsByName(tx, [name])).size > 0) throw new ConflictError(TAKEN);
  }

  private async commit(
    context: RequestContext,
    work: (tx: TransactionContext) => Promise<Change<LabelResponse>>,
  ): Promise<LabelResponse> {
    try {
      return await this.outbox.commit(context, work);
    } catch (error) {
      if (isUniqueViolation(error, 'labels_name')) throw new ConflictError(TAKEN);
      throw error;
    }
  }
}
