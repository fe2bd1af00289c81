import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { FileLimits } from './file-limits.js';
import { BytesLedgerRepository } from './store/bytes-ledger.repository.js';

/** Files of tasks that other tasks get, too. */
@Injectable()
export class CopiedFiles {
  constructor(
    private readonly attachments: AttachmentsRepository,
    private readonly ledger: BytesLedgerRepository,
    private readonly limits: FileLimits,
  ) {}

  /** Gives the second task of each pair the files of the first that are ready, as the caller's own. @throws ConflictError */
  async copyFiles(
    tx: TransactionContext,
    pairs: readonly (readonly [from: string, to: string])[],
  ): Promise<Set<string>> {
    const targets = new Map(pairs);
    const withFiles = new Set<string>();
    for (const file of await this.attachments.lockReady(tx, [...targets.keys()])) {
      const taskId = targets.get(file.taskId) as string;
      await this.limits.ensureRoomForBytes(tx, taskId, file.size);
      await this.ledger.copyReference(tx, file.sha256);
      const id = uuidv7();
      await this.attachments.insertCopy(tx, file.id, {
        id,
        taskId,
        authorId: tx.userId,
        colleagueId: tx.agent?.id ?? null,
      });
      await this.attachments.nameCompany(tx, id);
      withFiles.add(taskId);
    }
    return withFiles;
  }
}
