import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import { ScimRequestError } from '#common/errors/scim-errors.js';
import { Configuration } from '#config/configuration.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { TeamMembersService } from '#modules/teams/team-members.service.js';
import { TeamsService } from '#modules/teams/teams.service.js';
import { type GroupInput, patchGroup, readGroup, without } from './scim-group-input.js';
import type { Attributes } from './scim-input.js';
import { readOperations } from './scim-patch.js';
import { listOf, readListQuery, type ScimList, shaped, shows } from './scim-query.js';
import { type GroupRow, type ScimGroupResource, toGroupResource } from './scim-resources.js';
import { ScimGroupsRepository } from './scim-groups.repository.js';

/** The teams of a company as its directory keeps them. */
@Injectable()
export class ScimGroupsService {
  constructor(
    private readonly rows: ScimGroupsRepository,
    private readonly outbox: Outbox,
    private readonly configuration: Configuration,
    private readonly teams: TeamsService,
    private readonly members: TeamMembersService,
  ) {}

  async findAll(context: RequestContext, query: Attributes): Promise<ScimList<Partial<ScimGroupResource>>> {
    const { startIndex, count } = readListQuery(query);
    const { rows, total } = await this.rows.findPage(
      context,
      query['filter'],
      { startIndex, count },
      shows(query, 'members'),
    );
    const resources = rows.map((row) => shaped(this.resourceOf(row), query));
    return listOf(resources, total, startIndex);
  }

  async findOne(context: RequestContext, id: string, query: Attributes = {}): Promise<Partial<ScimGroupResource>> {
    return shaped(this.resourceOf(await this.rows.getOne(context, id)), query);
  }

  create(context: RequestContext, body: Attributes): Promise<ScimGroupResource> {
    const input = readGroup(body);
    return this.outbox.commit(context, async (tx) => {
      const { id } = await this.teams.create(tx, { name: input.displayName });
      await this.apply(tx, id, { displayName: input.displayName, externalId: null, members: new Set() }, input);
      return unannounced(this.resourceOf(await this.rows.getOne(tx, id)));
    });
  }

  /** What the directory does not send stays. */
  replace(context: RequestContext, id: string, body: Attributes): Promise<ScimGroupResource> {
    return this.change(context, id, (present) => readGroup(body, present));
  }

  patch(context: RequestContext, id: string, body: Attributes): Promise<ScimGroupResource> {
    const operations = readOperations(body);
    return this.change(context, id, (present) => patchGroup(operations, present));
  }

  /** Deletes the team. */
  remove(context: RequestContext, id: string): Promise<void> {
    return this.teams.remove(context, id);
  }

  private change(
    context: RequestContext,
    id: string,
    read: (present: GroupInput) => GroupInput,
  ): Promise<ScimGroupResource> {
    return this.outbox.commit(context, async (tx) => {
      await this.rows.lockTeam(tx, id);
      const { name, externalId, members } = await this.rows.getOne(tx, id);
      const present = { displayName: name, externalId, members: new Set(members.map(({ value }) => value)) };
      await this.apply(tx, id, present, read(present));
      return unannounced(this.resourceOf(await this.rows.getOne(tx, id)));
    });
  }

  private async apply(tx: TransactionContext, id: string, before: GroupInput, after: GroupInput): Promise<void> {
    if (after.displayName !== before.displayName) await this.teams.update(tx, id, { name: after.displayName });
    if (after.externalId !== before.externalId) await this.rows.rememberExternalId(tx, id, after.externalId);
    for (const userId of without(before.members, after.members)) await this.members.remove(tx, id, userId);
    for (const userId of without(after.members, before.members)) await this.addMember(tx, id, userId);
  }

  private async addMember(tx: TransactionContext, id: string, userId: string): Promise<void> {
    try {
      await this.members.addMember(tx, id, userId);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      throw new ScimRequestError('invalidValue', `There is no active user ${userId}`);
    }
  }

  private resourceOf(row: GroupRow): ScimGroupResource {
    return toGroupResource(row, this.configuration.publicUrl);
  }
}
