import { storedName } from '#common/text/folded.js';
import { Injectable } from '@nestjs/common';
import type { NamedReference } from '#common/http/named-reference.dto.js';
import { isRefusal } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { ProjectCounters } from '#modules/projects/project-counters.service.js';
import { ProjectsService } from '#modules/projects/projects.service.js';
import { UsersService } from '#modules/users/users.service.js';
import type { Import, ImportPosition } from '../import.entity.js';
import { ImportError } from '../readers/records.js';
import { TeamWriter } from './team-writer.js';
import { ImportReferencesRepository } from '../import-references.repository.js';
import { LIMITS } from '#common/validation/text.js';
import { TRACKERS } from '../import-sources.js';
import { cut, storable } from '#common/validation/storable.js';
import type { ArchivedProject } from '../archive/archive-records.js';
import type { ImportShare } from './import-source-reader.js';
import type { Batch, Run } from './scope.js';
import { ImportTargetsRepository } from './import-targets.repository.js';

const ARCHIVE = TRACKERS.archive;

/** What says which project records come into. */
interface ProjectTarget {
  readonly row: Import;
  readonly share: Pick<ImportShare, 'project'>;
  readonly run: Run;
  readonly position: Pick<ImportPosition, 'share' | 'isClosed'>;
  readonly isCheck: boolean;
}

type InvitedUser = Awaited<ReturnType<UsersService['inviteUser']>>;

/** The project that tasks come into, and the people in it. */
@Injectable()
export class ImportTargets {
  private readonly invitations = new WeakMap<Run, Map<string, InvitedUser>>();

  constructor(
    private readonly targets: ImportTargetsRepository,
    private readonly projects: ProjectsService,
    private readonly access: ProjectAccess,
    private readonly counters: ProjectCounters,
    private readonly users: UsersService,
    private readonly references: ImportReferencesRepository,
    private readonly teams: TeamWriter,
  ) {}

  /** Whether tasks keep their numbers there: it has none, or is about to be made. */
  async isEmpty(context: RequestContext, projectId: string | null): Promise<boolean> {
    return projectId === null || (await this.counters.countTasks(context, projectId)) === 0;
  }

  /** The project; the first transaction of an import that makes one makes it. @throws ImportError when it is gone */
  async projectOf(
    tx: TransactionContext,
    { row: { project }, share, run, position, isCheck }: ProjectTarget,
    projectId: string | null,
  ): Promise<{ id: string; key: string }> {
    if (projectId !== null) {
      const found = await this.access.findReachable(tx, projectId);
      if (!found) throw new ImportError('The project was deleted');
      if (found.status === 'archived' && !position.isClosed)
        throw new ImportError('The project is archived; unarchive it, then start again');
      return found;
    }
    if (project) return this.projects.create(tx, project);
    if (!share.project) throw new ImportError('The import names no project');
    if ((position.share ?? 0) === 0) await this.inviteAll(tx, run, isCheck);
    return this.makeArchived(tx, share.project, run);
  }

  /** The project that an import has made of one of an archive; null when there is none. */
  findArchived(context: RequestContext, instance: string, archivedId: string): Promise<string | null> {
    return this.references.findThing(context, { source: ARCHIVE, instance }, 'project', archivedId);
  }

  /** A project that was archived where it came from is archived here, too. */
  async archiveProject(tx: TransactionContext, id: string): Promise<void> {
    await this.projects.archiveProject(tx, id);
  }

  /** Whether nothing can be written to a project: it is archived. */
  async isClosed(context: RequestContext, id: string): Promise<boolean> {
    return (await this.access.findReachable(context, id))?.status === 'archived';
  }

  /** With its key where that is free, else with one like it. */
  private async makeArchived(tx: TransactionContext, archived: ArchivedProject, run: Run) {
    const { importId, instance } = run;
    const { key: wanted, createdAt, updatedAt } = archived;
    const name = cut(storedName(storable(archived.name)), LIMITS.name.maximum);
    const text = archived.description && cut(storable(archived.description), LIMITS.description.maximum);
    const team = archived.team && (await this.teams.ensureTeam(tx, run, archived.team));
    const input = { name, key: wanted, ...(text && { description: text }), ...(team && { teamId: team.id }) };
    const moments = createdAt && updatedAt ? { createdAt, updatedAt } : {};
    const made = await this.projects.bringProject(tx, input, { ...moments, members: membersHere(archived, run) });
    const space = { projectId: made.id, source: ARCHIVE, instance };
    if (team?.reference) await this.references.addReferences(tx, space, importId, [team.reference]);
    const reference = {
      kind: 'project',
      externalId: archived.id,
      thingId: made.id,
      writtenAt: made.updatedAt,
    } as const;
    await this.references.addReferences(tx, space, importId, [reference]);
    return made;
  }

  /** The active users who reach the project. */
  findAssignable(tx: TransactionContext, projectId: string): Promise<Set<string>> {
    return this.targets.findAssignable(tx, projectId);
  }

  getUser(context: RequestContext, id: string): Promise<NamedReference> {
    return this.targets.findNameOf(context, id);
  }

  /** Adds those who are to be invited, and counts everybody. Their mails follow the commit. */
  async invitePeople({ tx, run, space, tally }: Batch, isCheck: boolean): Promise<void> {
    const { survey, meanings } = run;
    const made = await this.inviteAll(tx, run, isCheck);
    const references = [...made].map(([key, { id, updatedAt }]) => {
      return { kind: 'person', externalId: key, thingId: id, writtenAt: updatedAt } as const;
    });
    await this.references.addReferences(tx, space, run.importId, references);
    const known = [...survey.people.values()].filter((person) => meanings.userOf(person)).length;
    tally.count('people', 'created', made.size);
    tally.count('people', 'unchanged', known - made.size);
    tally.count('people', 'skipped', survey.people.size - known);
  }

  /** Once: teams and members of an archive need them before its first project is made. */
  private async inviteAll(tx: TransactionContext, run: Run, isCheck: boolean): Promise<Map<string, InvitedUser>> {
    const before = this.invitations.get(run);
    if (before) return before;
    const made = new Map<string, InvitedUser>();
    for (const [key, { name, email }] of run.meanings.invited) {
      try {
        const user = await this.users.inviteUser(tx, { email, name });
        made.set(key, user);
        if (!isCheck) run.meanings.setUser(key, { id: user.id, name: user.name });
      } catch (error) {
        if (isRefusal(error))
          throw new ImportError(`${email} cannot be invited: ${(error as Error).message}`, { cause: error });
        throw error;
      }
    }
    if (isCheck) run.meanings.setStandIn(run.starter);
    this.invitations.set(run, made);
    return made;
  }

  sendInvitations(context: RequestContext, run: Run): void {
    for (const user of this.invitations.get(run)?.values() ?? []) this.users.sendInvitation(context, user);
  }
}

/** Its own members who are users here; undefined when there were some, and nobody is: then whoever starts the import leads it. */
function membersHere({ members }: ArchivedProject, { meanings }: Run) {
  const here = new Map(
    members.flatMap(({ person, role }) => {
      const user = meanings.userOf(person);
      return user ? [[user.id, { userId: user.id, role }] as const] : [];
    }),
  );
  return here.size === 0 && members.length > 0 ? undefined : [...here.values()];
}
