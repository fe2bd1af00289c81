import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { changed } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { CommentImports } from '#modules/comments/comment-imports.service.js';
import type { Import } from '../import.entity.js';
import { type Lease, ImportsRepository } from '../imports.repository.js';
import { ImportReferencesRepository } from '../import-references.repository.js';
import { UndoneThingsRepository } from './undone-things.repository.js';

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Deletes the comments that an import has made on tasks that were here before. */
@Injectable()
export class UndoneComments {
  constructor(
    private readonly things: UndoneThingsRepository,
    private readonly outbox: Outbox,
    private readonly queue: ImportsRepository,
    private readonly references: ImportReferencesRepository,
    private readonly comments: CommentImports,
  ) {}

  /** Those of tasks that stay for what they were used for stay with them. */
  async remove(context: RequestContext, lease: Lease, { id }: Import): Promise<void> {
    for (let after = FIRST; ;) {
      const last = await this.outbox.commit(context, async (tx) => {
        await this.queue.renewLease(tx, lease);
        const rows = await this.things.findComments(tx, id, after);
        const going = rows.filter(({ isGoing }) => isGoing);
        await this.comments.remove(
          tx,
          going.map(({ thingId }) => thingId),
        );
        await this.references.removeReferences(
          tx,
          going.map((row) => row.id),
        );
        return changed(rows.at(-1)?.id);
      });
      if (last === undefined) return;
      after = last;
    }
  }
}
