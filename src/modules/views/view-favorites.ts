import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import type { PlaceFavorite, ViewResponse } from './view.dto.js';
import { ViewsRepository } from './views.repository.js';
import { ViewsService } from './views.service.js';

/** The views that a user keeps at hand, in an order of their own. */
@Injectable()
export class ViewFavorites {
  constructor(
    private readonly statements: ViewsRepository,
    private readonly outbox: Outbox,
    private readonly views: ViewsService,
  ) {}

  /** @throws NotFoundError when the caller does not see the view */
  placeFavorite(context: RequestContext, id: string, { position }: PlaceFavorite): Promise<ViewResponse> {
    return this.outbox.commit(context, async (tx) => {
      await this.views.findOne(tx, id);
      const before = await this.statements.lockFavorites(tx);
      const others = before.filter((other) => other !== id);
      const present = before.indexOf(id);
      const place = position ?? (present < 0 ? others.length : present);
      const after = others.toSpliced(place, 0, id);
      await this.statements.orderFavorites(tx, after);
      return unannounced(await this.views.findOne(tx, id));
    });
  }

  /** @throws NotFoundError when the caller does not see the view */
  remove(context: RequestContext, id: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      await this.views.findOne(tx, id);
      await this.statements.removeFavorite(tx, id);
      return unannounced(undefined);
    });
  }
}
