import { Injectable } from '@nestjs/common';
import { isRefusedData } from '#common/database/database-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { type Change, changed } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { carriesLabel } from '#schema/tasks.js';
import { isFavorite } from '#schema/views.js';
import { hasWorked } from '#schema/colleagues.js';
import { hasKey } from '#schema/api-keys.js';
import { UsersService } from '#modules/users/users.service.js';
import { isInUse } from './undone-projects.js';
import { type Removable, Removals } from './removals.js';
import { ReferenceRows } from './reference-rows.js';

/** Whether the project of the row `p` goes after this: this import has made it, and nothing is in it. */
const GOES = `NOT ${isInUse('p')} AND EXISTS (SELECT 1 FROM import_references o
  WHERE o.company_id = $1 AND o.import_id = r.import_id AND o.kind = 'project' AND o.thing_id = p.id)`;

interface Obstacle {
  readonly table: string;
  readonly isUsed: string;
  readonly isLost?: string;
  /** Whether somebody has changed it since. */
  readonly isChanged?: string;
}

/** What stands between a thing and its going, and whether it goes all the same: `x` is its row, `r` its reference. */
const USED: Record<Removable, Obstacle> = {
  epic: { table: 'epics', isUsed: `EXISTS (SELECT 1 FROM tasks t WHERE t.company_id = $1 AND t.epic_id = x.id)` },
  sprint: {
    table: 'sprints',
    isUsed: `EXISTS (SELECT 1 FROM tasks t WHERE t.company_id = $1 AND t.sprint_id = x.id)`,
  },
  label: { table: 'labels', isUsed: carriesLabel('x') },
  view: {
    table: 'views',
    isUsed: isFavorite('x'),
    isLost: `EXISTS (SELECT 1 FROM projects p WHERE p.company_id = $1 AND p.id = x.project_id AND ${GOES})`,
  },
  colleague: {
    table: 'virtual_colleagues',
    isUsed: `${hasWorked('x')} OR ${hasKey('x')} OR EXISTS (SELECT 1 FROM tasks t WHERE t.company_id = $1 AND t.delegate_id = x.id)`,
  },
  team: {
    table: 'teams',
    isUsed: `EXISTS (SELECT 1 FROM projects p WHERE p.company_id = $1 AND p.team_id = x.id AND NOT (${GOES}))`,
  },
  lane: {
    table: 'workflow_lanes',
    isUsed: `EXISTS (SELECT 1 FROM tasks t WHERE t.company_id = $1 AND lower(t.status) = lower(x.name))`,
    // It has nothing but a place, which moves with the others.
    isChanged: 'FALSE',
  },
};

type Undone = Removable | 'person';

/** Deletes what an import has made besides tasks, comments and projects. */
@Injectable()
export class UndoneThings {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly references: ReferenceRows,
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
    if (reason === null) await this.references.remove(tx, [id]);
    return changed(reason);
  }

  private async removeThing(
    tx: TransactionContext,
    kind: Removable,
    id: string,
    thingId: string,
  ): Promise<string | null> {
    const { table, isUsed, isLost = 'FALSE', isChanged = 'x.updated_at <> r.written_at' } = USED[kind];
    const text = `SELECT (${isUsed}) AND NOT ${isLost} AS "isUsed",
        (${isChanged}) AND NOT ${isLost} AS "isChanged"
      FROM import_references r JOIN ${table} x ON x.company_id = r.company_id AND x.id = r.thing_id WHERE r.company_id = $1 AND r.id = $2`;
    const found = await this.database.row<{ isUsed: boolean; isChanged: boolean }>(tx, { text }, [tx.companyId, id]);
    if (!found) return null;
    if (found.isChanged) return 'It was changed since';
    if (found.isUsed) return 'It is used';
    await this.removals.remove(tx, kind, thingId);
    return null;
  }
}
