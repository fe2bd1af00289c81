import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { AttachmentsRepository, type ReadyFile } from './attachments.repository.js';
import { FileLimits } from './file-limits.js';
import { BytesLedgerRepository } from './store/bytes-ledger.repository.js';

/** A file that another task gets, too. */
export interface FileCopy extends ReadyFile {
  readonly copyId: string;
}

const REFERENCE = /\]\(attachment:([0-9a-f-]{36})\)/gi;

/** A text that shows the copies in place of the files. */
export function showingCopies(text: string, copies: readonly FileCopy[]): string {
  const ids = new Map(copies.map(({ id, copyId }) => [id, copyId]));
  return text.replace(REFERENCE, (given, id: string) => {
    const copyId = ids.get(id.toLowerCase());
    return copyId === undefined ? given : `](attachment:${copyId})`;
  });
}

/** Files of tasks that other tasks get, too. */
@Injectable()
export class CopiedFiles {
  constructor(
    private readonly attachments: AttachmentsRepository,
    private readonly ledger: BytesLedgerRepository,
    private readonly limits: FileLimits,
  ) {}

  /** The files of the tasks that are ready, locked, with the ids of their copies: texts that show them are written before. */
  async planCopies(tx: TransactionContext, taskIds: readonly string[]): Promise<FileCopy[]> {
    const files = await this.attachments.lockReady(tx, taskIds);
    return files.map((file) => ({ ...file, copyId: uuidv7() }));
  }

  /** Gives them to other tasks, `taskIds` by those that have them, as the caller's own. @throws ConflictError */
  async copyFiles(
    tx: TransactionContext,
    copies: readonly FileCopy[],
    taskIds: ReadonlyMap<string, string>,
  ): Promise<Set<string>> {
    const withFiles = new Set<string>();
    for (const { copyId: id, ...file } of copies) {
      const taskId = taskIds.get(file.taskId) as string;
      await this.limits.ensureRoomForBytes(tx, taskId, file.size);
      await this.ledger.copyReference(tx, file.sha256);
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
