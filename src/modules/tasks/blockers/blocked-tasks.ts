import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import { blockingNotice } from '#core/events/inbox-notice.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { BLOCKED, DONE } from '#schema/lanes.js';
import type { TaskBlockingData } from '../task.dto.js';
import { TaskBlockersRepository, type Blocker, type BlockedTask, MOST_IDS } from './task-blockers.repository.js';

/** What a change of a blocker does to the tasks that it blocks. */
export interface BlockingEffect {
  readonly data: TaskBlockingData;
  /** The project of each task of another project. */
  readonly taskProjects?: Readonly<Record<string, string>>;
  /** What the inbox is told of tasks that are too many for the event. */
  readonly notices: readonly DomainEvent[];
}

/** Which tasks become blocked or free because of their blockers: no event of their own tells of it. */
@Injectable()
export class BlockedTasks {
  constructor(
    private readonly blockers: TaskBlockersRepository,
    private readonly companies: CompaniesService,
  ) {}

  /**
   * Call it before locked tasks get a status; give undefined before they are deleted. Returns whether `isBlocked` of
   * other tasks could change by that. Such changes of one company run one after the other, and each sees the one
   * before.
   */
  async lockBlocked(tx: TransactionContext, tasks: readonly Blocker[], status: string | undefined): Promise<boolean> {
    const openOrClose = tasks.filter((task) => (task.status === DONE) !== (status === DONE || status === undefined));
    const blockOrFree = tasks.filter((task) => (task.status === BLOCKED) !== (status === BLOCKED));
    if (openOrClose.length + blockOrFree.length === 0) return false;
    if (!(await this.blockers.areLinked(tx, openOrClose, blockOrFree))) return false;
    await this.lockAll(tx);
    return true;
  }

  /** Until the transaction ends no other one makes `isBlocked` of a task true or false. */
  async lockAll(tx: TransactionContext): Promise<void> {
    await this.companies.lockCompany(tx);
  }

  /** The effect on other tasks, by blocker, when the blockers were closed or opened, or are about to be deleted. */
  async findEffects(
    tx: TransactionContext,
    blockers: readonly Blocker[],
    kind: 'unblocked' | 'blocked',
  ): Promise<Map<string, BlockingEffect>> {
    if (blockers.length === 0) return new Map();
    const ids = blockers.map(({ id }) => id);
    const rows = await this.blockers.findBlocked(tx, ids);
    const byBlocker = Map.groupBy(rows, ({ blockerId }) => blockerId);
    const isAnyBeyond = [...byBlocker.values()].some((tasks) => tasks.length > MOST_IDS);
    const beyond = isAnyBeyond ? await this.blockers.findBeyond(tx, ids) : [];
    return new Map(
      blockers.flatMap((blocker) => {
        const tasks = byBlocker.get(blocker.id);
        const others = beyond.filter(({ blockerId }) => blockerId === blocker.id);
        return tasks ? [[blocker.id, { ...effectOf(blocker, tasks, kind), notices: noticesOf(others, kind) }]] : [];
      }),
    );
  }

  /** What the inbox is told of the tasks of other projects that a project's tasks block, before they all are deleted. */
  async findFreedByDeletion(tx: TransactionContext, projectId: string): Promise<DomainEvent[]> {
    return noticesOf(await this.blockers.findFreed(tx, projectId), 'unblocked');
  }
}

function noticesOf(tasks: readonly { readonly id: string }[], kind: 'unblocked' | 'blocked'): DomainEvent[] {
  const ids = tasks.map(({ id }) => id);
  const events: DomainEvent[] = [];
  for (let from = 0; from < ids.length; from += MOST_IDS) {
    events.push(blockingNotice({ [kind]: ids.slice(from, from + MOST_IDS) }));
  }
  return events;
}

function effectOf(
  blocker: Blocker,
  tasks: readonly BlockedTask[],
  kind: 'unblocked' | 'blocked',
): Omit<BlockingEffect, 'notices'> {
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
