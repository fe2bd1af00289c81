import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { changed } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { ImportedRelations } from '#modules/tasks/imports/imported-relations.service.js';
import type { Import } from '../import.entity.js';
import { ImportReferencesRepository } from '../import-references.repository.js';
import { UndoneThingsRepository } from './undone-things.repository.js';

/** Deletes the links that an import has made between tasks that were here before. */
@Injectable()
export class UndoneLinks {
  constructor(
    private readonly things: UndoneThingsRepository,
    private readonly outbox: Outbox,
    private readonly references: ImportReferencesRepository,
    private readonly relations: ImportedRelations,
  ) {}

  /** After the tasks, whose links go with them. Those of tasks that stay for what they were used for stay with them. */
  async remove(context: RequestContext, { id }: Import): Promise<void> {
    await this.outbox.commit(context, async (tx) => {
      const going = await this.things.findLinks(tx, id);
      await this.relations.remove(
        tx,
        going.map(({ thingId }) => thingId),
      );
      await this.references.removeReferences(
        tx,
        going.map((row) => row.id),
      );
      return changed(undefined);
    });
  }
}
