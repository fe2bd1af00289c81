import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { changed } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { commentCount } from '#schema/comments.js';
import { TaskImports } from '#modules/tasks/imports/task-imports.service.js';
import { subtaskIds } from '#schema/tasks.js';
import { timeEntryCount } from '#schema/time-entries.js';
import type { KeptThing } from '../import-report.js';
import type { Import } from '../import.entity.js';
import { type Lease, ImportQueue } from './import-queue.js';
import { ReferenceRows } from './reference-rows.js';

/** References of one transaction. */
const BATCH = 100;
const FIRST = '00000000-0000-0000-0000-000000000000';

interface MadeTask {
  readonly referenceId: string;
  readonly id: string;
  readonly tid: string;
  readonly reason: string | null;
}

/** References of tasks that an import made, past `$3`, with why each must stay; null where it may go. */
const MADE_TASKS = `SELECT r.id AS "referenceId", t.id, t.tid, CASE
    WHEN EXISTS (SELECT 1 FROM attachments a WHERE a.company_id = $1 AND a.task_id = t.id AND a.state <> 'refused'
      AND NOT EXISTS (SELECT 1 FROM import_references f WHERE f.company_id = $1 AND f.thing_id = a.id AND f.import_id = $2
        AND f.written_at = a.updated_at)) THEN 'A file was attached or renamed since'
    WHEN t.updated_at <> r.written_at THEN 'It was changed since'
    WHEN ${commentCount('t')} <> (SELECT count(*) FROM import_references c
      WHERE c.company_id = $1 AND c.task_id = t.id AND c.kind = 'comment' AND c.import_id = $2) THEN 'It was commented on since'
    WHEN EXISTS (SELECT 1 FROM import_references c JOIN comments m ON m.company_id = c.company_id AND m.id = c.thing_id
      WHERE c.company_id = $1 AND c.task_id = t.id AND c.kind = 'comment' AND m.updated_at <> c.written_at) THEN 'A comment was changed since'
    WHEN ${timeEntryCount('t')} <> (SELECT count(*) FROM import_references e
      WHERE e.company_id = $1 AND e.task_id = t.id AND e.kind = 'time' AND e.import_id = $2) THEN 'Hours were logged since'
    WHEN EXISTS (SELECT 1 FROM (${subtaskIds('t')}) child WHERE NOT EXISTS (SELECT 1 FROM import_references k
      WHERE k.company_id = $1 AND k.thing_id = child.id AND k.import_id = $2)) THEN 'It has subtasks that were made since'
    END AS reason
  FROM import_references r JOIN tasks t ON t.company_id = r.company_id AND t.id = r.thing_id
  WHERE r.company_id = $1 AND r.import_id = $2 AND r.kind = 'task' AND r.is_made AND r.id > $3 ORDER BY r.id LIMIT ${BATCH}`;

/** Deletes the tasks that an import has made and nobody has changed or used since. */
@Injectable()
export class UndoneTasks {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly queue: ImportQueue,
    private readonly references: ReferenceRows,
    private readonly tasks: TaskImports,
  ) {}

  /** It adds to `kept` what stays, and why. */
  async remove(context: RequestContext, lease: Lease, { id }: Import, kept: KeptThing[]): Promise<void> {
    for (let after = FIRST; ;) {
      const made = await this.outbox.commit(context, async (tx) => {
        await this.queue.renew(tx, lease);
        const found = await this.findTasks(tx, id, after);
        const going = found.filter(({ reason }) => reason === null);
        await this.tasks.remove(
          tx,
          going.map((task) => task.id),
        );
        await this.references.remove(
          tx,
          going.map(({ referenceId }) => referenceId),
        );
        return changed(found);
      });
      for (const task of made) {
        if (task.reason !== null) kept.push({ kind: 'task', id: task.id, tid: task.tid, reason: task.reason });
      }
      const last = made.at(-1);
      if (!last) return;
      after = last.referenceId;
    }
  }

  private findTasks(tx: TransactionContext, importId: string, after: string): Promise<MadeTask[]> {
    return this.database.rows<MadeTask>(tx, { text: MADE_TASKS }, [tx.companyId, importId, after]);
  }
}
