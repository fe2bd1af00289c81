import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import { toldBlocking } from '#core/events/told.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { BLOCKED, DONE } from '#schema/lanes.js';
import type { TaskBlockingData } from '../task.dto.js';
import { hasStatus } from '#schema/tasks.js';

/** What a change of a blocker does to the tasks that it blocks. */
export interface BlockingEffect {
  readonly data: TaskBlockingData;
  /** The project of each task of another project. */
  readonly taskProjects?: Readonly<Record<string, string>>;
  /** What the inbox is told of tasks that are too many for the event. */
  readonly told: readonly DomainEvent[];
}

interface BlockedTask {
  readonly blockerId: string;
  readonly id: string;
  readonly projectId: string;
}

interface Blocker {
  readonly id: string;
  readonly projectId: string;
  readonly status: string;
}

/** Ids that one event names. */
const MOST_IDS = 200;

const ARE_LINKED: Statement = {
  name: 'are-blockers-or-blocked',
  text: `SELECT EXISTS (SELECT 1 FROM task_blockers WHERE company_id = $1 AND blocker_id = ANY ($2::uuid[]))
    OR EXISTS (SELECT 1 FROM task_blockers WHERE company_id = $1 AND task_id = ANY ($3::uuid[])) AS "areLinked"`,
};

/** For each blocker, the tasks that only it blocks: their own status does not, and no blocker outside `$2` does. */
const SELECT_BLOCKED: Statement = selectBlocked(`LIMIT ${MOST_IDS + 1}`);

/** Those that an event of the blocker does not name. */
const SELECT_BEYOND: Statement = selectBlocked(`OFFSET ${MOST_IDS}`);

function selectBlocked(range: string): Statement {
  return {
    text: `SELECT blocker.id AS "blockerId", task.* FROM unnest($2::uuid[]) blocker (id), LATERAL (
      SELECT t.id, t.project_id AS "projectId"
      FROM task_blockers b JOIN tasks t ON t.company_id = b.company_id AND t.id = b.task_id
      WHERE b.company_id = $1 AND b.blocker_id = blocker.id AND NOT ${hasStatus('t', BLOCKED)} AND NOT EXISTS (
        SELECT 1 FROM task_blockers o
        WHERE o.company_id = $1 AND o.task_id = t.id AND o.is_open AND o.blocker_id <> ALL ($2::uuid[]))
      ORDER BY t.id ${range}) task`,
  };
}

/** The tasks outside the project `$2` that only its tasks block. */
const SELECT_FREED: Statement = {
  text: `SELECT DISTINCT t.id FROM tasks k
      JOIN task_blockers b ON b.company_id = k.company_id AND b.blocker_id = k.id AND b.is_open
      JOIN tasks t ON t.company_id = b.company_id AND t.id = b.task_id
    WHERE k.company_id = $1 AND k.project_id = $2 AND t.company_id = $1 AND t.project_id <> $2
      AND NOT ${hasStatus('t', BLOCKED)} AND NOT EXISTS (
        SELECT 1 FROM task_blockers o JOIN tasks ot ON ot.company_id = o.company_id AND ot.id = o.blocker_id
        WHERE o.company_id = $1 AND o.task_id = t.id AND o.is_open AND ot.project_id <> $2)`,
};

/** Which tasks become blocked or free because of their blockers: no event of their own tells of it. */
@Injectable()
export class BlockedTasks {
  constructor(
    private readonly database: Database,
    private readonly companies: CompaniesService,
  ) {}

  /**
   * Call it before locked tasks get a status, or with undefined before they are deleted. If that could change
   * `isBlocked` of other tasks, such changes of one company run one after the other, and each sees the one before.
   * Returns whether it could.
   */
  async lock(tx: TransactionContext, tasks: readonly Blocker[], status: string | undefined): Promise<boolean> {
    const openOrClose = tasks.filter((task) => (task.status === DONE) !== (status === DONE || status === undefined));
    const blockOrFree = tasks.filter((task) => (task.status === BLOCKED) !== (status === BLOCKED));
    if (openOrClose.length + blockOrFree.length === 0) return false;
    const values = [tx.companyId, openOrClose.map(({ id }) => id), blockOrFree.map(({ id }) => id)];
    const row = await this.database.row<{ areLinked: boolean }>(tx, ARE_LINKED, values);
    if (!row?.areLinked) return false;
    await this.lockAll(tx);
    return true;
  }

  /** Until the transaction ends no other one makes `isBlocked` of a task true or false. */
  async lockAll(tx: TransactionContext): Promise<void> {
    await this.companies.lock(tx);
  }

  /** The effect on other tasks, by blocker, when the blockers were closed or opened, or are about to be deleted. */
  async findEffects(
    tx: TransactionContext,
    blockers: readonly Blocker[],
    kind: 'unblocked' | 'blocked',
  ): Promise<Map<string, BlockingEffect>> {
    if (blockers.length === 0) return new Map();
    const values = [tx.companyId, blockers.map(({ id }) => id)];
    const rows = await this.database.rows<BlockedTask>(tx, SELECT_BLOCKED, values);
    const byBlocker = Map.groupBy(rows, ({ blockerId }) => blockerId);
    const isAnyBeyond = [...byBlocker.values()].some((tasks) => tasks.length > MOST_IDS);
    const beyond = isAnyBeyond ? await this.database.rows<BlockedTask>(tx, SELECT_BEYOND, values) : [];
    return new Map(
      blockers.flatMap((blocker) => {
        const tasks = byBlocker.get(blocker.id);
        const others = beyond.filter(({ blockerId }) => blockerId === blocker.id);
        return tasks ? [[blocker.id, { ...effectOf(blocker, tasks, kind), told: toldOf(others, kind) }]] : [];
      }),
    );
  }

  /** What the inbox is told of the tasks of other projects that a project's tasks block, before they all are deleted. */
  async findFreedByDeletion(tx: TransactionContext, projectId: string): Promise<DomainEvent[]> {
    return toldOf(await this.database.rows(tx, SELECT_FREED, [tx.companyId, projectId]), 'unblocked');
  }
}

function toldOf(tasks: readonly { readonly id: string }[], kind: 'unblocked' | 'blocked'): DomainEvent[] {
  const ids = tasks.map(({ id }) => id);
  const events: DomainEvent[] = [];
  for (let from = 0; from < ids.length; from += MOST_IDS) {
    events.push(toldBlocking({ [kind]: ids.slice(from, from + MOST_IDS) }));
  }
  return events;
}

function effectOf(
  blocker: Blocker,
  tasks: readonly BlockedTask[],
  kind: 'unblocked' | 'blocked',
): Omit<BlockingEffect, 'told'> {
  const named = tasks.slice(0, MOST_IDS);
  const data = { [kind]: named.map(({ id }) => id), ...(tasks.length > MOST_IDS && { truncated: true as const }) };
  return { data, taskProjects: projectsElsewhere(named, blocker) };
}

/** The projects of those that are not in the same one; undefined when all are. */
export function projectsElsewhere(
  tasks: readonly { id: string; projectId: string }[],
  { projectId }: { projectId: string },
): Record<string, string> | undefined {
  const elsewhere = tasks.filter((task) => task.projectId !== projectId);
  return elsewhere.length > 0 ? Object.fromEntries(elsewhere.map((task) => [task.id, task.projectId])) : undefined;
}
