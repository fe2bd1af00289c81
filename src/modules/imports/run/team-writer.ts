import { storedName } from '#common/text/folded.js';
import { Injectable } from '@nestjs/common';
import { LIMITS } from '#common/validation/text.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { TeamsService } from '#modules/teams/teams.service.js';
import type { ArchivedTeam } from '../archive/archived-company.js';
import { type NewReference, ImportReferencesRepository } from '../import-references.repository.js';
import type { Run } from './scope.js';
import { cut, storable } from '#common/validation/storable.js';

/** Brings the teams of an archive. */
@Injectable()
export class TeamWriter {
  constructor(
    private readonly teams: TeamsService,
    private readonly references: ImportReferencesRepository,
  ) {}

  /** The team that came before, else one of that name, else a new one: then what is to be remembered of it. */
  async ensureTeam(
    tx: TransactionContext,
    { tracker: source, instance, meanings }: Run,
    team: ArchivedTeam,
  ): Promise<{ readonly id: string; readonly reference?: NewReference }> {
    const known = (await this.references.findThings(tx, { source, instance }, ['team'], [team.id])).get(team.id);
    const name = cut(storedName(storable(team.name)), LIMITS.name.maximum) || '?';
    const here = (known && (await this.teams.hasTeam(tx, known)) && known) || (await this.teams.findByName(tx, name));
    if (here) return { id: here };
    const description = team.description && cut(storable(team.description), LIMITS.description.maximum);
    const { createdAt, updatedAt } = team;
    const userIds = new Set(team.members.flatMap((person) => meanings.userOf(person)?.id ?? []));
    const made = await this.teams.bringTeam(
      tx,
      { name, ...(description && { description }) },
      { userIds: [...userIds], ...(createdAt && updatedAt && { createdAt, updatedAt }) },
    );
    return {
      id: made.id,
      reference: { kind: 'team', externalId: team.id, thingId: made.id, writtenAt: made.updatedAt },
    };
  }
}
