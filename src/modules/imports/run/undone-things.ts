import { Injectable } from '@nestjs/common';
import { isRefusedData } from '../../../common/database/database-error.js';
import type { RequestContext, TransactionContext } from '../../../core/company-scope/request-context.js';
import { Database } from '../../../core/database/database.js';
import { type Change, changed } from '../../../core/events/domain-event.js';
import { Outbox } from '../../../core/events/outbox.js';
import { EpicsService } from '../../epics/epics.service.js';
import { epics } from '../../epics/epics.sql.js';
import { LabelsService } from '../../labels/labels.service.js';
import { labels } from '../../labels/labels.sql.js';
import { SprintsService } from '../../sprints/sprints.service.js';
import { sprints } from '../../sprints/sprints.sql.js';
import { carriesLabel, tasks } from '../../tasks/tasks.sql.js';
import { UsersService } from '../../users/users.service.js';
import { ReferenceRows } from './reference-rows.js';

/** What stands between a thing and its going: `x` is its row, `r` its reference. */
const USED = {
  epic: { table: epics, isUsed: `EXISTS (SELECT 1 FROM ${tasks('t')} WHERE t.company_id = $1 AND t.epic_id = x.id)` },
  sprint: {
    table: sprints,
    isUsed: `EXISTS (SELECT 1 FROM ${tasks('t')} WHERE t.company_id = $1 AND t.sprint_id = x.id)`,
  },
  label: { table: labels, isUsed: carriesLabel('x') },
} as const;

type Undone = keyof typeof USED | 'person';

/** Deletes labels, epics, sprints, invitations and the project of an import. */
@Injectable()
export class UndoneThings {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly references: ReferenceRows,
    private readonly epics: EpicsService,
    private readonly sprints: SprintsService,
    private readonly labels: LabelsService,
    private readonly users: UsersService,
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
    kind: keyof typeof USED,
    id: string,
    thingId: string,
  ): Promise<string | null> {
    const { table, isUsed } = USED[kind];
    const text = `SELECT ${isUsed} AS "isUsed", x.updated_at <> r.written_at AS "isChanged"
      FROM import_references r JOIN ${table('x', 'r.thing_id')} WHERE r.company_id = $1 AND r.id = $2`;
    const found = await this.database.row<{ isUsed: boolean; isChanged: boolean }>(tx, { text }, [tx.companyId, id]);
    if (!found) return null;
    if (found.isChanged) return 'It was changed since';
    if (found.isUsed) return 'It is used';
    if (kind === 'epic') await this.epics.remove(tx, thingId);
    else if (kind === 'label') await this.labels.remove(tx, thingId);
    else await this.sprints.removeUnused(tx, thingId);
    return null;
  }
}
