import { Inject, Injectable } from '@nestjs/common';
import { isUniqueViolation } from '#common/database/database-error.js';
import { ConflictError, InsufficientPermissionsError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { Moments } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { changesOf } from '#core/events/changes.js';
import { changed, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { Hooks } from '#core/hooks/hooks.js';
import { TeamsService } from '#modules/teams/teams.service.js';
import { ProjectAccess } from './project-access.service.js';
import { ProjectCounters } from './project-counters.service.js';
import { firstFreeKey, keyFromName } from './project-key.js';
import { ProjectWatches } from './project-watches.js';
import { ProjectMembersService } from './project-members.service.js';
import {
  CreateProject,
  ProjectDetailResponse,
  ProjectResponse,
  ProjectsQuery,
  toProjectResponse,
  UpdateProject,
} from './project.dto.js';
import { projectUpdated } from './project.events.js';
import { BeforeProjectRemoval } from './project.hooks.js';
import { type NewMember, ProjectsRepository } from './projects.repository.js';

/** What a project that was elsewhere before has from there. */
interface Past {
  readonly moments?: Partial<Moments>;
  /** Left out: whoever makes it leads it. */
  readonly members?: readonly NewMember[] | undefined;
}

/** Milliseconds that archiving waits for what others change in the project. */
const ARCHIVING_WAIT = 10_000;

/** Projects. */
@Injectable()
export class ProjectsService {
  @Inject() private readonly hooks: Hooks;

  constructor(
    private readonly projects: ProjectsRepository,
    private readonly members: ProjectMembersService,
    private readonly counters: ProjectCounters,
    private readonly access: ProjectAccess,
    private readonly teams: TeamsService,
    private readonly outbox: Outbox,
    private readonly watches: ProjectWatches,
  ) {}

  findAll(context: RequestContext, query: ProjectsQuery): Promise<List<ProjectResponse>> {
    return this.projects.findAll(context, query);
  }

  async findOne(context: RequestContext, id: string): Promise<ProjectDetailResponse> {
    const project = await this.projects.getOne(context, id);
    const members = await this.members.findAll(context, id);
    return { ...toProjectResponse(project), members, watchLevel: await this.watches.findLevel(context, id) };
  }

  async create(context: RequestContext, input: CreateProject): Promise<ProjectResponse> {
    if (input.key === undefined) return this.createNumbered(context, input);
    try {
      return await this.insert(context, input, input.key);
    } catch (error) {
      if (isKeyTaken(error)) throw keyTaken(input.key);
      throw error;
    }
  }

  /** Makes a project that was elsewhere before, with its key, or one like it where that is taken. */
  async bringProject(
    tx: TransactionContext,
    input: CreateProject & { key: string },
    { members, ...moments }: Partial<Moments> & { readonly members?: readonly NewMember[] | undefined },
  ): Promise<ProjectResponse> {
    const key = firstFreeKey(input.key, await this.projects.findKeysLike(tx, input.key));
    return this.insert(tx, input, key, { moments, members });
  }

  /** @throws ConflictError when a project has the key already */
  async ensureKeyFree(context: RequestContext, key: string): Promise<void> {
    if ((await this.projects.findId(context, key)) !== undefined) throw keyTaken(key);
  }

  update(context: RequestContext, id: string, input: UpdateProject): Promise<ProjectResponse> {
    return this.outbox.commit(context, async (tx) => {
      await this.projects.getOne(tx, id);
      // Who reaches a project is not for an agent to say.
      if (tx.agent && input.teamId !== undefined) throw new InsufficientPermissionsError();
      // The team is locked before the project: deleting a team locks the team first, then its projects.
      await this.ensureTeam(tx, input.teamId);
      const before = await this.projects.getOneForUpdate(tx, id);
      this.access.ensureWritable(before.status);
      const changes = changesOf(before, input);
      if (Object.keys(changes).length === 0) return unannounced(toProjectResponse(before));
      const project = toProjectResponse(await this.projects.updateProject(tx, before, input));
      return changed(project, projectUpdated(project, changes));
    });
  }

  remove(context: RequestContext, id: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      // Same order as for a new task, which takes its number first: otherwise the two could wait for each other.
      await this.counters.lockProject(tx, id);
      const project = toProjectResponse(await this.projects.getOneForUpdate(tx, id));
      const audience = await this.access.findReaders(tx, id);
      await this.hooks.call(BeforeProjectRemoval, tx, id);
      await this.projects.deleteProject(tx, id);
      return changed(undefined, { name: 'project.deleted', projectId: id, data: project, audience });
    });
  }

  archiveProject(context: RequestContext, id: string): Promise<ProjectResponse> {
    const patient = { ...context, lockTimeout: ARCHIVING_WAIT, statementTimeout: 2 * ARCHIVING_WAIT };
    return this.outbox.commit(patient, async (tx) => {
      await this.projects.getOne(tx, id);
      // In the order of all who lock these: the counter, the status, the row.
      await this.counters.lockProject(tx, id);
      const before = await this.projects.getOneToArchive(tx, id);
      if (before.status === 'archived') return unannounced(toProjectResponse(before));
      const project = toProjectResponse(await this.projects.updateProject(tx, before, { status: 'archived' }));
      return changed(project, { name: 'project.archived', projectId: id, data: project });
    });
  }

  unarchiveProject(context: RequestContext, id: string): Promise<ProjectResponse> {
    return this.outbox.commit(context, async (tx) => {
      const before = await this.projects.getOneForUpdate(tx, id);
      if (before.status === 'active') return unannounced(toProjectResponse(before));
      const project = toProjectResponse(await this.projects.updateProject(tx, before, { status: 'active' }));
      const changes = { status: { from: before.status, to: project.status } };
      return changed(project, projectUpdated(project, changes));
    });
  }

  /** Tries again when another project took the free key meanwhile. It ends: each try means that a project was made. */
  private async createNumbered(context: RequestContext, input: CreateProject): Promise<ProjectResponse> {
    const base = keyFromName(input.name);
    for (;;) {
      const key = firstFreeKey(base, await this.projects.findKeysLike(context, base));
      try {
        return await this.insert(context, input, key);
      } catch (error) {
        if (!isKeyTaken(error)) throw error;
      }
    }
  }

  private insert(
    context: RequestContext,
    input: CreateProject,
    key: string,
    { moments = {}, members = [{ userId: context.userId, role: 'lead' }] }: Past = {},
  ): Promise<ProjectResponse> {
    const { name, description = null, teamId = null } = input;
    return this.outbox.commit(context, async (tx) => {
      await this.ensureTeam(tx, teamId);
      const row = await this.projects.insertProject(tx, { key, name, description, teamId, ...moments }, members);
      const project = toProjectResponse(row);
      return changed(project, { name: 'project.created', projectId: project.id, data: project });
    });
  }

  private async ensureTeam(tx: TransactionContext, teamId: string | null | undefined): Promise<void> {
    if (teamId) await this.teams.ensureExists(tx, teamId);
  }
}

function keyTaken(key: string): ConflictError {
  return new ConflictError(`The key ${key} is taken`);
}

function isKeyTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'projects_key');
}
