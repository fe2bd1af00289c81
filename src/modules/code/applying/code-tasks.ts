import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { type LockedTask, TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import type { CodeConnection } from '../connections/code-connection.entity.js';
import { CodeLinksRepository } from '../links/code-links.repository.js';
import { CodeFactsRepository } from './code-facts.repository.js';

/** Tasks of one event. */
const MOST_TASKS = 50;

/** The tasks that an event means. */
interface MeantTasks {
  /** The first named first, at most 50. */
  readonly ids: readonly string[];
  /** Those of some of its tids. */
  readonly idsOf: (tids: Iterable<string>) => ReadonlySet<string>;
}

/** The tasks that things of forges belong to. */
@Injectable()
export class CodeTasks {
  constructor(
    private readonly facts: CodeFactsRepository,
    private readonly links: CodeLinksRepository,
    private readonly locks: TaskLocks,
  ) {}

  /** What nobody has, or the trash, is ignored. */
  async findMeant(
    tx: TransactionContext,
    { projectIds }: CodeConnection,
    tids: readonly string[],
  ): Promise<MeantTasks> {
    const found = await this.facts.findMeant(tx, tids, projectIds);
    const byTid = new Map(found.map(({ named, id }) => [named, id]));
    const ids = new Set(tids.flatMap((tid) => byTid.get(tid) ?? []));
    const first = [...ids].slice(0, MOST_TASKS);
    const idsOf = (some: Iterable<string>) =>
      new Set([...some].flatMap((tid) => byTid.get(tid) ?? []).filter((id) => first.includes(id)));
    return { ids: first, idsOf };
  }

  /** Those that are there, and not in the trash, locked until the transaction ends. */
  async lockTasks(tx: TransactionContext, ids: readonly string[]): Promise<Map<string, LockedTask>> {
    const distinct = [...new Set(ids)].sort();
    const [only] = distinct;
    if (only !== undefined && distinct.length === 1) {
      const task = await this.locks.lockReachable(tx, only);
      return new Map(task ? [[only, task]] : []);
    }
    const present = await this.links.findPresent(tx, distinct);
    const tasks = await this.locks.lockTasks(
      tx,
      present.map(({ id }) => id),
    );
    return new Map(tasks.map((task) => [task.id, task]));
  }

  /** The tasks have got links: the oldest commits of too many go. */
  async noteNew(tx: TransactionContext, taskIds: readonly string[]): Promise<void> {
    for (const taskId of new Set(taskIds)) await this.links.trimCommits(tx, taskId);
  }
}
