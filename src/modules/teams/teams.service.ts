import { Inject, Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { Moments } from '#core/company-scope/company-scoped.repository.js';
import { CallerCheck } from '#core/access/caller-check.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { changesOf } from '#core/events/changes.js';
import { audited, changed, unannounced } from '#core/events/domain-event.js';
import { Hooks } from '#core/hooks/hooks.js';
import { CreateTeam, TeamResponse, toTeamResponse, UpdateTeam } from './team.dto.js';
import { BeforeTeamRemoval } from './team.hooks.js';
import { TeamsRepository } from './teams.repository.js';

/** Teams. */
@Injectable()
export class TeamsService {
  @Inject() private readonly hooks: Hooks;

  constructor(
    private readonly teams: TeamsRepository,
    private readonly callerCheck: CallerCheck,
  ) {}

  findAll(context: RequestContext, query: PageQuery): Promise<List<TeamResponse>> {
    return this.teams.findAll(context, query);
  }

  async findOne(context: RequestContext, id: string): Promise<TeamResponse> {
    return toTeamResponse(await this.teams.getOne(context, id));
  }

  /**
   * For what is about to refer to the team: it is there, and stays until the transaction ends.
   *
   * @throws NotFoundError
   */
  ensureExists(tx: TransactionContext, id: string): Promise<void> {
    return this.teams.lockTeam(tx, id, 'KEY SHARE');
  }

  create(context: RequestContext, input: CreateTeam): Promise<TeamResponse> {
    const { name, description = null } = input;
    return this.callerCheck.commit(context, async (tx) => {
      const team = toTeamResponse(await this.teams.insertTeam(tx, { name, description }));
      return changed(team, { name: 'team.created', projectId: null, data: team });
    });
  }

  /** Makes a team that was elsewhere before, with its members who are here. */
  bringTeam(
    tx: TransactionContext,
    input: CreateTeam,
    { userIds, ...moments }: Partial<Moments> & { readonly userIds: readonly string[] },
  ): Promise<TeamResponse> {
    const { name, description = null } = input;
    return this.callerCheck.commit(tx, async () => {
      const { id } = await this.teams.insertTeam(tx, { name, description, ...moments });
      await this.teams.addMembers(tx, id, userIds);
      const team = toTeamResponse(await this.teams.getOne(tx, id));
      return changed(team, { name: 'team.created', projectId: null, data: team });
    });
  }

  hasTeam(context: RequestContext, id: string): Promise<boolean> {
    return this.teams.hasTeam(context, id);
  }

  /** The oldest team that is called so; undefined when none is. */
  findByName(context: RequestContext, name: string): Promise<string | undefined> {
    return this.teams.findByName(context, name);
  }

  update(context: RequestContext, id: string, input: UpdateTeam): Promise<TeamResponse> {
    return this.callerCheck.commit(context, async (tx) => {
      const before = await this.teams.getOneForUpdate(tx, id);
      const changes = changesOf(before, input);
      if (Object.keys(changes).length === 0) return unannounced(toTeamResponse(before));
      const team = toTeamResponse(await this.teams.updateTeam(tx, before, input));
      return changed(team, { name: 'team.updated', projectId: null, data: { ...team, changes } });
    });
  }

  /** Its projects have no team then; no event tells of it. */
  remove(context: RequestContext, id: string): Promise<void> {
    return this.callerCheck.commit(context, async (tx) => {
      const { name } = await this.teams.getOneForUpdate(tx, id);
      // Waits for who is about to refer to it; after that nobody can.
      await this.teams.lockTeam(tx, id, 'UPDATE');
      await this.hooks.call(BeforeTeamRemoval, tx, id);
      await this.teams.deleteTeam(tx, id);
      const changes = { name: { from: name, to: null } };
      return audited(unannounced(undefined), { action: 'team.changed', target: { type: 'team', id, name }, changes });
    });
  }
}
