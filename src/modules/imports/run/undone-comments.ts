import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { changed } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { CommentImports } from '#modules/comments/comment-imports.service.js';
import type { Import } from '../import.entity.js';
import { type Lease, ImportQueue } from './import-queue.js';
import { ReferenceRows } from './reference-rows.js';

/** References of one transaction. */
const BATCH = 100;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Deletes the comments that an import has made on tasks that were here before. */
@Injectable()
export class UndoneComments {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly queue: ImportQueue,
    private readonly references: ReferenceRows,
    private readonly comments: CommentImports,
  ) {}

  /** Those of tasks that stay for what they were used for stay with them. */
  async remove(context: RequestContext, lease: Lease, { id }: Import): Promise<void> {
    for (let after = FIRST; ;) {
      const last = await this.outbox.commit(context, async (tx) => {
        await this.queue.renew(tx, lease);
        const text = `SELECT r.id, r.thing_id AS "thingId", m.updated_at = r.written_at AND NOT EXISTS (SELECT 1 FROM import_references t
            WHERE t.company_id = $1 AND t.kind = 'task' AND t.thing_id = r.task_id AND t.import_id = $2) AS "isGoing"
          FROM import_references r JOIN comments m ON m.company_id = r.company_id AND m.id = r.thing_id
          WHERE r.company_id = $1 AND r.import_id = $2 AND r.kind = 'comment' AND r.id > $3 ORDER BY r.id LIMIT ${BATCH}`;
        const values = [tx.companyId, id, after];
        const rows = await this.database.rows<{ id: string; thingId: string; isGoing: boolean }>(tx, { text }, values);
        const going = rows.filter(({ isGoing }) => isGoing);
        await this.comments.remove(
          tx,
          going.map(({ thingId }) => thingId),
        );
        await this.references.remove(
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
