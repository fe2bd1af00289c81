import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { FieldCatalogue } from '#modules/fields/field-catalogue.service.js';
import { UsersService } from '#modules/users/users.service.js';
import { type FieldDefinition, GROUPED_TYPES, isCustomName } from '#schema/fields.js';
import { TaskQueries } from '../list/task-queries.service.js';
import type { TaskGroupResponse, TaskGroupsQuery } from './task-groups.dto.js';
import { isMoment, TaskGroupsRepository } from './task-groups.repository.js';

const MOST_GROUPS = 1_000;

/** What tasks add up to, by one or two of their properties: a report in one request. */
@Injectable()
export class TaskGroups {
  constructor(
    private readonly groups: TaskGroupsRepository,
    private readonly queries: TaskQueries,
    private readonly users: UsersService,
    private readonly fields: FieldCatalogue,
  ) {}

  /** @throws ValidationError about `by`, and what `TaskQueries.narrowConditions` throws */
  async findGroups(context: RequestContext, { by: keys, ...query }: TaskGroupsQuery): Promise<TaskGroupResponse[]> {
    const fields = await this.findFields(context, keys);
    const zone = keys.some(isMoment) ? await this.users.findTimeZone(context, context.userId) : undefined;
    const conditions = await this.queries.narrowConditions(context, query);
    const rows = await this.groups.findGroups(context, conditions, { keys, fields, zone }, MOST_GROUPS + 1);
    if (rows.length > MOST_GROUPS) {
      throw new ValidationError({ by: `Makes more than ${MOST_GROUPS.toLocaleString('en')} groups` });
    }
    return rows.map(({ keys: named, ...totals }) => ({
      keys: keys.map((_key, index) => ({ id: named[2 * index] ?? null, name: named[2 * index + 1] ?? null })),
      ...totals,
    }));
  }

  /** The company's own fields among the keys. */
  private async findFields(
    context: RequestContext,
    keys: TaskGroupsQuery['by'],
  ): Promise<Map<string, FieldDefinition>> {
    const own = new Map<string, FieldDefinition>();
    for (const key of keys.filter(isCustomName)) {
      own.set(key, await this.fields.getNamed(context, key, GROUPED_TYPES, 'by'));
    }
    return own;
  }
}
