import { Injectable } from '@nestjs/common';
import { isRefusal } from '#common/errors/app-error.js';
import { ArchivedFiles, type StoredBytes } from '#modules/files/archived-files.service.js';
import { TaskImports } from '#modules/tasks/imports/task-imports.service.js';
import type { ArchivedFile } from '../archive/archive-records.js';
import { attachmentIdOf } from './archived-ids.js';
import { ImportReferencesRepository } from '../import-references.repository.js';
import { type Batch, colleagueHere } from './scope.js';

interface FileWork {
  readonly file: ArchivedFile;
  /** Undefined in a check, and when they are too many. */
  readonly stored: StoredBytes | undefined;
  readonly isCheck: boolean;
  /** Bytes of the files that a check has gone through: they are not here, and count all the same. */
  readonly checkedBytes: number;
}

/** Gives tasks the files that an archive has of them. */
@Injectable()
export class FileWriter {
  constructor(
    readonly bytes: ArchivedFiles,
    private readonly tasks: TaskImports,
    private readonly references: ImportReferencesRepository,
  ) {}

  /** Whether a file may have so many bytes. */
  hasRoomFor(size: number): boolean {
    return this.bytes.fitsLimit(size);
  }

  /** Whether the task has it now. */
  async writeFile(batch: Batch, work: FileWork): Promise<boolean> {
    const { tx, space, tally } = batch;
    const { file, stored, isCheck } = work;
    const { size } = file;
    const leave = (outcome: 'skipped' | 'failed', message: string) => {
      tally.count('files', outcome);
      tally.problem({ row: null, externalId: file.taskKey, field: 'files', message });
      return false;
    };
    const known = await this.references.findByExternalIds(tx, space, 'file', [file.id]);
    if (known.size > 0) {
      tally.count('files', 'unchanged');
      return false;
    }
    const task = (await this.references.findByExternalIds(tx, space, 'task', [file.taskKey])).get(file.taskKey);
    const [here] = task ? await this.tasks.lockExisting(tx, space.projectId, [task.thingId]) : [];
    // In a check new tasks are not there.
    if (!here && (task || !isCheck)) return leave('skipped', `The task of the file ${file.name} is not here`);
    if (size === undefined) return leave('skipped', `The archive does not have the bytes of ${file.name}`);
    try {
      await this.bytes.ensureRoom(tx, { taskId: here?.id, size, besides: isCheck ? work.checkedBytes : 0 });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return leave('failed', `${file.name} cannot be taken in: ${(error as Error).message}`);
    }
    tally.count('files', 'created');
    if (!here || !stored) return false;
    await this.attach(batch, file, here.id, stored);
    return true;
  }

  private async attach({ tx, space, run }: Batch, file: ArchivedFile, taskId: string, stored: StoredBytes) {
    const { name, contentType: claimedType } = file;
    const id = attachmentIdOf(taskId, file.id);
    const authorId = (run.meanings.userOf(file.author) ?? run.starter).id;
    const author = { authorId, colleagueId: file.colleagueId && colleagueHere(run, file.colleagueId) };
    const createdAt = file.createdAt ?? new Date().toISOString();
    await this.bytes.attachFile(tx, stored, { id, taskId, ...author, name, claimedType, createdAt });
    const reference = { kind: 'file', externalId: file.id, thingId: id, taskId, writtenAt: createdAt } as const;
    await this.references.addReferences(tx, space, run.importId, [reference]);
  }
}
