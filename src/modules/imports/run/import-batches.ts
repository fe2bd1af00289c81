import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { type ImportReport, Tally } from '../import-report.js';
import type { Import, ImportPosition } from '../import.entity.js';
import { ImportTargets } from './import-targets.js';
import { type Lease, ImportsRepository } from '../imports.repository.js';
import type { ImportShare } from './import-source-reader.js';
import type { Batch, Run } from './scope.js';
import type { NamesReport } from './surroundings.js';

/** Ends the transaction of a check. */
class RolledBack extends Error {}

/** A run was asked to stop. */
export class StoppedError extends Error {}

/** What a run or a check goes through in one project. */
export interface Passage {
  readonly context: RequestContext;
  readonly lease: Lease;
  readonly row: Import;
  readonly run: Run;
  readonly isCheck: boolean;
  readonly share: ImportShare;
  /** What names become, those of other projects of the file among them. */
  readonly names: () => NamesReport;
  /** Tasks of the projects before this one, and of all. */
  readonly before: number;
  readonly records: number;
  readonly total: Tally;
  position: ImportPosition;
  projectId: string | null;
  done: number;
}

export type Place = Pick<ImportPosition, 'phase' | 'done'>;

export type Work = (batch: Batch) => Promise<DomainEvent[]>;

/** The transactions of runs and checks. */
@Injectable()
export class ImportBatches {
  constructor(
    private readonly outbox: Outbox,
    private readonly queue: ImportsRepository,
    private readonly targets: ImportTargets,
  ) {}

  /** One transaction of a run, or of a check, which is rolled back. What comes of it counts when it has ended. */
  async commitBatch(passage: Passage, place: Place, work: Work, done = passage.done): Promise<void> {
    const { context, isCheck, lease, row } = passage;
    let tally = new Tally();
    const position = { ...passage.position, ...place };
    let projectId = passage.projectId;
    let isStopping = false;
    try {
      await this.outbox.commit(context, async (tx) => {
        // After a deadlock all of it happens once more.
        tally = new Tally();
        await this.queue.renewLease(tx, lease);
        const project = await this.targets.projectOf(tx, passage, projectId);
        projectId = project.id;
        const events = await work(await this.batchOf(passage, tx, project, tally));
        if (isCheck) throw new RolledBack();
        const sum = new Tally();
        sum.add(passage.total);
        sum.add(tally);
        const report = reportOf({ ...passage, total: sum });
        const placed = passage.share.makesProject ? {} : { projectId };
        const changes = { position, report, ...placed, done, total: passage.records, attempts: 0 };
        isStopping = (await this.queue.updateImport(tx, row.id, changes)) === 'stopping';
        return { result: undefined, events };
      });
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
      await this.queue.renewLease(context, lease);
      const state = await this.queue.updateImport(context, row.id, { done, total: passage.records });
      if (state !== 'checking') throw new StoppedError();
    }
    passage.total.add(tally);
    passage.position = position;
    passage.done = done;
    if (!isCheck) passage.projectId = projectId;
    if (isStopping && position.phase !== 'end') throw new StoppedError();
  }

  private async batchOf(
    { run }: Passage,
    tx: TransactionContext,
    project: { id: string; key: string },
    tally: Tally,
  ): Promise<Batch> {
    const space = { projectId: project.id, source: run.tracker, instance: run.instance };
    return { tx, run, project, space, tally, assignable: await this.targets.findAssignable(tx, project.id) };
  }
}

export function reportOf({ names, total }: Pick<Passage, 'names' | 'total'>): ImportReport {
  const { counts, problems, problemsTotal } = total;
  return { counts, ...names(), problems, problemsTotal, kept: [] };
}
