import { HttpStatus, Injectable } from '@nestjs/common';
import { ConflictError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { listChange } from '#core/events/changes.js';
import { changed, type DomainEvent, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { DONE } from '#schema/lanes.js';
import { TaskChanges } from '../changes/task-changes.service.js';
import { LockedTask, responseOf, TaskLocks } from '../changes/task-locks.service.js';
import { TaskNotFoundError } from '../list/task-queries.service.js';
import type { TaskResponse } from '../task.dto.js';
import { projectsElsewhere } from './blocked-tasks.js';

/** A blocker, and whether it is a new one. */
export interface AddedBlocker {
  blocker: TaskResponse;
  isNew: boolean;
}

/** A task that has more keeps them. */
const MOST_BLOCKERS = 200;

type Blocker = Pick<TaskResponse, 'id' | 'projectId'>;

/** Which tasks wait for which. */
@Injectable()
export class TaskBlockers {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
    private readonly companies: CompaniesService,
  ) {}

  /** @throws ConflictError when the project is archived, the task has 200 blockers, or the two would wait for each other. */
  add(context: RequestContext, taskId: string, blockerId: string): Promise<AddedBlocker> {
    return this.outbox.commit<AddedBlocker>(context, async (tx) => {
      const [task, blocker] = await this.lock(tx, taskId, blockerId);
      this.locks.ensureWritable([task]);
      const before = await this.findBlockers(tx, taskId);
      const body = responseOf(blocker);
      if (isAmong(before, blockerId)) {
        return { ...unannounced({ blocker: body, isNew: false }), answer: { body, status: HttpStatus.OK } };
      }
      if (before.length >= MOST_BLOCKERS) throw new ConflictError(`A task has at most ${MOST_BLOCKERS} blockers`);
      await this.ensureNoCycle(tx, taskId, blockerId);
      await this.database.execute(
        tx,
        { text: 'INSERT INTO task_blockers (company_id, task_id, blocker_id, is_open) VALUES ($1, $2, $3, $4)' },
        [context.companyId, taskId, blockerId, blocker.status !== DONE],
      );
      const events = await this.touch(tx, task, before, [...before, blocker]);
      return { ...changed({ blocker: body, isNew: true }, ...events), answer: { body } };
    });
  }

  /** @throws NotFoundError when it does not block the task. */
  async remove(context: RequestContext, taskId: string, blockerId: string): Promise<void> {
    await this.outbox.commit(context, async (tx) => {
      const [task] = await this.lock(tx, taskId, blockerId);
      const before = await this.findBlockers(tx, taskId);
      if (!isAmong(before, blockerId)) throw new TaskNotFoundError();
      // Another blocker may be closed meanwhile: the later of the two sees that nothing blocks the task any more.
      await this.companies.lock(tx);
      await this.database.execute(
        tx,
        { text: 'DELETE FROM task_blockers WHERE company_id = $1 AND task_id = $2 AND blocker_id = $3' },
        [context.companyId, taskId, blockerId],
      );
      const after = before.filter(({ id }) => id !== blockerId);
      return changed(undefined, ...(await this.touch(tx, task, before, after)));
    });
  }

  /** Locks both, so that neither is deleted until the transaction ends. */
  private async lock(tx: TransactionContext, ...ids: [string, string]): Promise<[LockedTask, LockedTask]> {
    const tasks = await this.locks.lock(tx, ids);
    return ids.map((id) => tasks.find((task) => task.id === id)) as [LockedTask, LockedTask];
  }

  private touch(
    tx: TransactionContext,
    task: LockedTask,
    before: readonly Blocker[],
    after: readonly Blocker[],
  ): Promise<DomainEvent[]> {
    const idsOf = (blockers: readonly Blocker[]) => blockers.map(({ id }) => id).sort();
    const [from, to] = [idsOf(before), idsOf(after)];
    const taskProjects = projectsElsewhere([...before, ...after], task);
    return this.changes.touch(tx, task, { blockerIds: listChange(from, to) }, taskProjects);
  }

  private findBlockers(tx: TransactionContext, taskId: string): Promise<Blocker[]> {
    return this.database.rows<Blocker>(
      tx,
      {
        text: `SELECT t.id, t.project_id AS "projectId"
          FROM task_blockers b JOIN tasks t ON t.company_id = b.company_id AND t.id = b.blocker_id
          WHERE b.company_id = $1 AND b.task_id = $2`,
      },
      [tx.companyId, taskId],
    );
  }

  /** A company adds one blocker at a time: else two could close a cycle together. */
  private async ensureNoCycle(tx: TransactionContext, taskId: string, blockerId: string): Promise<void> {
    if (taskId === blockerId) throw new ConflictError('A task cannot wait for itself');
    await this.companies.lock(tx);
    const cycle = await this.database.row(
      tx,
      {
        text: `WITH RECURSIVE blockers (id) AS (
            SELECT $2::uuid
            UNION SELECT b.blocker_id FROM task_blockers b JOIN blockers ON b.company_id = $1 AND b.task_id = blockers.id
          ) SELECT 1 FROM blockers WHERE id = $3`,
      },
      [tx.companyId, blockerId, taskId],
    );
    if (cycle) throw new ConflictError('The tasks would wait for each other; remove a blocker between them first');
  }
}

function isAmong(blockers: readonly Blocker[], id: string): boolean {
  return blockers.some((blocker) => blocker.id === id);
}
