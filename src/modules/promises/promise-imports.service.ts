import { Injectable } from '@nestjs/common';
import { jsonBytes } from '#common/http/json-bytes.js';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { TaskChanges } from '#modules/tasks/changes/task-changes.service.js';
import { PromisesRepository } from './promises.repository.js';
import type { TaskPromise } from './task-promise.entity.js';

/** What was promised elsewhere. */
export type ImportedPromise = Pick<
  TaskPromise,
  'taskId' | 'personId' | 'until' | 'words' | 'source' | 'state' | 'createdAt' | 'endedAt'
>;

/** Promises that come in from elsewhere. Nobody is told of them. */
@Injectable()
export class PromiseImports {
  constructor(
    private readonly promises: PromisesRepository,
    private readonly changes: TaskChanges,
  ) {}

  /** Stores new promises. A person has one open promise of a task: of several the first counts. */
  async create(tx: TransactionContext, promises: readonly ImportedPromise[]): Promise<void> {
    if (promises.length === 0) return;
    const rows = promises.map((promise) => ({ id: uuidv7(), ...promise }));
    await this.promises.insertImported(tx, await jsonBytes(rows));
    await this.changes.noteExtras(tx, ...new Set(promises.map(({ taskId }) => taskId)));
  }
}
