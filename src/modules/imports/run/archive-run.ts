import { Inject, Injectable } from '@nestjs/common';
import type { DomainEvent } from '#core/events/domain-event.js';
import { TaskImports } from '#modules/tasks/imports/task-imports.service.js';
import type { CompanyRecord } from '../archive/archived-company.js';
import type { ArchivedFile } from '../archive/archive-records.js';
import type { TaskRecord } from '../readers/records.js';
import { CompanyWriter } from './company-writer.js';
import { FileWriter } from './file-writer.js';
import { HistoryWriter } from './history-writer.js';
import { ImportBatches, type Passage } from './import-batches.js';
import { ImportTargets } from './import-targets.js';
import { PromiseWriter } from './promise-writer.js';
import { RelationWriter } from './relation-writer.js';
import type { Batch } from './scope.js';

/** Records of one transaction. */
const BATCH = 100;

/** What archives have beside what other sources have: histories, promises, files, what is of the company, and projects that are archived. */
@Injectable()
export class ArchiveRun {
  @Inject() private readonly relations: RelationWriter;
  @Inject() private readonly tasks: TaskImports;

  constructor(
    private readonly batches: ImportBatches,
    private readonly histories: HistoryWriter,
    private readonly promises: PromiseWriter,
    private readonly files: FileWriter,
    private readonly targets: ImportTargets,
    private readonly company: CompanyWriter,
  ) {}

  /** What stands before the projects, with the first of them. */
  async writeFoundations(passage: Passage): Promise<void> {
    if (passage.position.phase !== 'company') return;
    const { share, isCheck } = passage;
    await this.each(passage, share.foundations?.(), async (batch, records) => {
      await this.company.writeFoundations(batch, records, isCheck);
      return [];
    });
    passage.position = { ...passage.position, phase: 'things', done: 0 };
  }

  async writeRest(passage: Passage): Promise<void> {
    if (passage.position.phase === 'history') await this.carryHistory(passage);
    if (passage.position.phase === 'files') await this.carryFiles(passage);
    if (passage.position.phase === 'views') await this.carryAdditions(passage);
  }

  /** What comes after the projects, with the last of them, which is closed then. */
  private async carryAdditions(passage: Passage): Promise<void> {
    const { share, isCheck, position } = passage;
    const isToClose = share.makesProject && share.project?.isArchived && !position.isClosed;
    await this.each(passage, share.additions?.(), async (batch, records) => {
      await this.company.writeAdditions(batch, records, isCheck);
      const ties = records.flatMap((record) => (record.kind === 'tie' ? [record.tie] : []));
      return this.relations.writeAcross(batch, ties);
    });
    await this.batches.commitBatch(passage, { phase: 'end', done: 0 }, async ({ tx, project }) => {
      await this.tasks.placeFormerTids(tx);
      if (isToClose) await this.targets.archiveProject(tx, project.id);
      return [];
    });
  }

  /** In batches, from where the phase has come to. */
  private async each(
    passage: Passage,
    records: AsyncIterable<CompanyRecord> | undefined,
    write: (batch: Batch, records: readonly CompanyRecord[]) => Promise<DomainEvent[]>,
  ): Promise<void> {
    const { phase, done } = passage.position;
    let index = 0;
    let part: CompanyRecord[] = [];
    const flush = async () => {
      const written = part;
      part = [];
      if (written.length === 0) return;
      await this.batches.commitBatch(passage, { phase, done: index }, (batch) => write(batch, written));
    };
    for await (const record of records ?? []) {
      index += 1;
      if (index > done) part.push(record);
      if (part.length >= BATCH) await flush();
    }
    await flush();
  }

  /** Changes of tasks name other tasks: they come when all are here. In a check none is. */
  private async carryHistory(passage: Passage): Promise<void> {
    const { share, isCheck, position } = passage;
    let index = 0;
    let part: TaskRecord[] = [];
    const flush = async () => {
      const records = part;
      part = [];
      if (records.length === 0) return;
      await this.batches.commitBatch(passage, { phase: 'history', done: index }, async (batch) => {
        await this.promises.writePromises(batch, records);
        return this.histories.writeHistory(batch, records);
      });
    };
    if (!isCheck) {
      for await (const record of share.read()) {
        if (record.kind !== 'task') continue;
        index += 1;
        if (index > position.done) part.push(record);
        if (part.length >= BATCH) await flush();
      }
      await flush();
    }
    passage.position = { ...passage.position, phase: 'files', done: 0 };
  }

  /** One after the other: their bytes take their time. */
  private async carryFiles(passage: Passage): Promise<void> {
    const { share, position } = passage;
    let index = 0;
    let bytes = 0;
    for await (const file of share.files?.() ?? []) {
      index += 1;
      if (index > position.done) bytes += await this.carryFile(passage, file, index, bytes);
    }
    passage.position = { ...passage.position, phase: 'views', done: 0 };
  }

  /** `checkedBytes` are those of the files that a check has gone through; the bytes of this one. */
  private async carryFile(passage: Passage, file: ArchivedFile, index: number, checkedBytes: number): Promise<number> {
    const { context, share, isCheck } = passage;
    const { size } = file;
    const bytes =
      size !== undefined && this.files.hasRoomFor(size) && !isCheck ? share.bytes?.(file.sha256) : undefined;
    const stored = bytes && (await this.files.bytes.storeBytes(context, bytes, size ?? 0));
    let isAttached = false;
    try {
      await this.batches.commitBatch(passage, { phase: 'files', done: index }, async (batch) => {
        isAttached = await this.files.writeFile(batch, { file, stored, isCheck, checkedBytes });
        return [];
      });
    } catch (error) {
      isAttached = false;
      throw error;
    } finally {
      if (stored && !isAttached) await this.files.bytes.releaseBytes(context, stored);
    }
    return isCheck ? (size ?? 0) : 0;
  }
}
