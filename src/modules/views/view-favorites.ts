import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import type { PlaceFavorite, ViewResponse } from './view.dto.js';
import { ViewsService } from './views.service.js';

/** The views that a user keeps at hand, in an order of their own. */
@Injectable()
export class ViewFavorites {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly views: ViewsService,
  ) {}

  /** @throws NotFoundError when the caller does not see the view */
  place(context: RequestContext, id: string, { position }: PlaceFavorite): Promise<ViewResponse> {
    return this.outbox.commit(context, async (tx) => {
      await this.views.findOne(tx, id);
      const owner = [tx.companyId, tx.userId];
      // One change of a user's order at a time.
      const lock = `SELECT 1 FROM users u WHERE u.company_id = $1 AND u.id = $2 FOR NO KEY UPDATE`;
      await this.database.execute(tx, { text: lock }, owner);
      const select =
        'SELECT view_id AS id FROM view_favorites WHERE company_id = $1 AND user_id = $2 ORDER BY position';
      const before = (await this.database.rows<{ id: string }>(tx, { text: select }, owner)).map((row) => row.id);
      const others = before.filter((other) => other !== id);
      const present = before.indexOf(id);
      const place = position ?? (present < 0 ? others.length : present);
      const after = others.toSpliced(place, 0, id);
      const write = `INSERT INTO view_favorites (company_id, user_id, view_id, position)
        SELECT v.company_id, $2::uuid, o.id, o.place - 1 FROM unnest($3::uuid[]) WITH ORDINALITY o (id, place)
          JOIN views v ON v.company_id = $1 AND v.id = o.id FOR KEY SHARE OF v
        ON CONFLICT (company_id, user_id, view_id) DO UPDATE SET position = excluded.position`;
      await this.database.execute(tx, { text: write }, [...owner, after]);
      return unannounced(await this.views.findOne(tx, id));
    });
  }

  /** @throws NotFoundError when the caller does not see the view */
  remove(context: RequestContext, id: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      await this.views.findOne(tx, id);
      const text = 'DELETE FROM view_favorites WHERE company_id = $1 AND user_id = $2 AND view_id = $3';
      await this.database.execute(tx, { text }, [tx.companyId, tx.userId, id]);
      return unannounced(undefined);
    });
  }
}
