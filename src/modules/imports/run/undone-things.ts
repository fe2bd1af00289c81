import { Injectable } from '@nestjs/common';
import { isRefusedData } from '#common/database/database-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { type Change, changed } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { UsersService } from '#modules/users/users.service.js';
import { type Removable, Removals } from './removals.js';
import { ImportReferencesRepository } from '../import-references.repository.js';
import { UndoneThingsRepository } from './undone-things.repository.js';

type Undone = Removable | 'person';

/** Deletes what an import has made besides tasks, comments and projects. */
@Injectable()
export class UndoneThings {
  constructor(
    private readonly things: UndoneThingsRepository,
    private readonly outbox: Outbox,
    private readonly references: ImportReferencesRepository,
    private readonly users: UsersService,
    private readonly removals: Removals,
  ) {}

  /** Null when it is gone, else why it stays. */
  async remove(
    context: RequestContext,
    kind: Undone,
    { id, thingId }: { id: string; thingId: string },
  ): Promise<string | null> {
    try {
      return await this.outbox.commit(context, (tx) => this.removeOne(tx, kind, id, thingId));
    } catch (error) {
      // Something refers to it.
      if (isRefusedData(error)) return 'It is used';
      throw error;
    }
  }

  private async removeOne(
    tx: TransactionContext,
    kind: Undone,
    id: string,
    thingId: string,
  ): Promise<Change<string | null>> {
    const reason =
      kind === 'person'
        ? await this.users.withdrawInvitation(tx, thingId)
        : await this.removeThing(tx, kind, id, thingId);
    if (reason === null) await this.references.removeReferences(tx, [id]);
    return changed(reason);
  }

  private async removeThing(
    tx: TransactionContext,
    kind: Removable,
    id: string,
    thingId: string,
  ): Promise<string | null> {
    const found = await this.things.findObstacles(tx, kind, id);
    if (!found) return null;
    if (found.isChanged) return 'It was changed since';
    if (found.isUsed) return 'It is used';
    await this.removals.remove(tx, kind, thingId);
    return null;
  }
}
