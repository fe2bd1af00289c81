import { Injectable } from '@nestjs/common';
import { isRefusedData } from '../../../common/database/database-error.js';
import { isRefusal } from '../../../common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '../../../core/company-scope/request-context.js';
import { changed, type DomainEvent } from '../../../core/events/domain-event.js';
import { Outbox } from '../../../core/events/outbox.js';
import { type ImportReport, Tally } from '../import-report.js';
import { TRACKERS } from '../import-sources.js';
import type { Import, ImportPosition } from '../import.entity.js';
import type { ImportRecord, TaskRecord } from '../readers/records.js';
import { type Lease, ImportQueue } from './import-queue.js';
import { ImportSourceReader } from './import-source-reader.js';
import { LinkPlan } from './link-plan.js';
import { ImportPlaces } from './import-places.js';
import { ImportWriters } from './import-writers.js';
import type { Batch, Run } from './scope.js';
import { Surroundings } from './surroundings.js';
import { Survey } from './survey.js';
import { labelsOf } from './desired-task.js';

/** Records of one transaction (moving 1.5). */
const BATCH = 100;

/** Ends the transaction of a check. */
class RolledBack extends Error {}

/** A run was asked to stop. */
export class StoppedError extends Error {}

/** What a run or a check goes through. */
interface Passage {
  readonly context: RequestContext;
  readonly lease: Lease;
  readonly row: Import;
  readonly run: Run;
  readonly isCheck: boolean;
  readonly total: Tally;
  position: ImportPosition;
  projectId: string | null;
  done: number;
}

type Work = (batch: Batch) => Promise<DomainEvent[]>;

/** Checks imports and runs them: the same writes, rolled back or not (moving 1.3, 1.5). */
@Injectable()
export class ImportRun {
  constructor(
    private readonly outbox: Outbox,
    private readonly queue: ImportQueue,
    private readonly sources: ImportSourceReader,
    private readonly surroundings: Surroundings,
    private readonly writers: ImportWriters,
    private readonly places: ImportPlaces,
  ) {}

  /** The report of what a start would do. */
  check(context: RequestContext, lease: Lease, row: Import): Promise<ImportReport> {
    return this.pass(context, lease, row, true);
  }

  /** Goes on where it was. @throws StoppedError when it was asked to stop */
  start(context: RequestContext, lease: Lease, row: Import): Promise<ImportReport> {
    return this.pass(context, lease, row, false);
  }

  private async pass(context: RequestContext, lease: Lease, row: Import, isCheck: boolean): Promise<ImportReport> {
    const read = () => this.sources.read(context, row);
    const survey = await Survey.of(read());
    const meanings = await this.surroundings.meaningsFor(context, survey, row.mapping);
    const kept = isCheck ? null : row.position;
    const keepsNumbers = kept?.keepsNumbers ?? (await this.places.isEmpty(context, row.projectId));
    const run: Run = {
      importId: row.id,
      tracker: TRACKERS[row.source],
      instance: survey.instance ?? row.options.instance ?? '',
      survey,
      meanings,
      keepsNumbers,
      starter: await this.places.getUser(context, context.userId),
    };
    const passage: Passage = {
      context,
      lease,
      row,
      run,
      isCheck,
      total: kept ? Tally.of(row.report) : new Tally(),
      position: kept ?? { phase: 'begin', done: 0, keepsNumbers },
      projectId: row.projectId,
      done: kept ? row.done : 0,
    };
    await this.begin(passage);
    await this.things(passage);
    await this.tasks(passage, read);
    await this.links(passage);
    return reportOf(passage);
  }

  /** What the file says of itself, the people, and the project. */
  private async begin(passage: Passage): Promise<void> {
    const { run, position, context } = passage;
    const { survey, meanings } = run;
    if (position.phase !== 'begin') return;
    await this.inBatch(passage, { phase: 'things', done: 0 }, async (batch) => {
      batch.tally.add(survey.tally);
      meanings.note(batch.tally);
      await this.places.invite(batch, passage.isCheck);
      return [];
    });
    if (!passage.isCheck) this.places.sendInvitations(context, run);
  }

  private async things(passage: Passage): Promise<void> {
    if (passage.position.phase !== 'things') return;
    const { survey } = passage.run;
    const labels = new Map<string, string>();
    for (const task of survey.tasks.values()) {
      const record = { ...task, kind: 'task', title: '' } as unknown as TaskRecord;
      for (const name of labelsOf({ run: passage.run }, record) ?? []) labels.set(name.toLowerCase(), name);
    }
    const all = [
      ...[...labels.values()].map((label) => ({ label })),
      ...[...survey.epics.values()].map((epic) => ({ epic })),
      ...[...survey.sprints.values()].map((sprint) => ({ sprint })),
    ];
    for (let from = passage.position.done; from < all.length; from += BATCH) {
      const part = all.slice(from, from + BATCH);
      await this.inBatch(passage, { phase: 'things', done: from + BATCH }, async (batch) => {
        const things = {
          labels: part.flatMap((thing) => ('label' in thing ? [thing.label] : [])),
          epics: part.flatMap((thing) => ('epic' in thing ? [thing.epic] : [])),
          sprints: part.flatMap((thing) => ('sprint' in thing ? [thing.sprint] : [])),
        };
        await this.writers.catalogue.ensure(batch, things, (thing, outcome) => batch.tally.count(thing, outcome));
        return [];
      });
    }
    passage.position = { ...passage.position, phase: 'tasks', done: 0 };
  }

  private async tasks(passage: Passage, read: () => AsyncGenerator<ImportRecord>): Promise<void> {
    if (passage.position.phase !== 'tasks') return;
    const { survey } = passage.run;
    const skipped = passage.position.done;
    let index = 0;
    let part: TaskRecord[] = [];
    const flush = async () => {
      if (part.length === 0) return;
      await this.writeTasks(passage, part, index);
      part = [];
    };
    for await (const record of read()) {
      if (record.kind !== 'task') continue;
      index += 1;
      if (index <= skipped) continue;
      if (survey.counts(index - 1, record.externalId)) part.push(record);
      if (part.length >= BATCH) await flush();
    }
    await flush();
    passage.position = { ...passage.position, phase: 'links', done: 0 };
  }

  /** A row that cannot be written does not take the others with it. */
  private async writeTasks(passage: Passage, part: readonly TaskRecord[], end: number): Promise<void> {
    const place = { phase: 'tasks', done: end } as const;
    const write = (records: readonly TaskRecord[]) => (batch: Batch) => this.writers.tasks.write(batch, records);
    try {
      await this.inBatch(passage, place, write(part), end);
    } catch (error) {
      if (!isOfTheData(error)) throw error;
      for (const [at, record] of part.entries()) {
        const isLast = at === part.length - 1;
        const here = isLast ? place : { phase: 'tasks' as const, done: passage.position.done };
        await this.writeOne(passage, record, here, isLast ? end : passage.done);
      }
    }
  }

  private async writeOne(
    passage: Passage,
    record: TaskRecord,
    place: Pick<ImportPosition, 'phase' | 'done'>,
    done: number,
  ): Promise<void> {
    try {
      await this.inBatch(passage, place, (batch) => this.writers.tasks.write(batch, [record]), done);
    } catch (error) {
      if (!isOfTheData(error)) throw error;
      const message = `The row cannot be written: ${(error as Error).message}`;
      await this.inBatch(
        passage,
        place,
        (batch) => {
          batch.tally.count('tasks', 'failed');
          batch.tally.problem({ row: record.row, externalId: record.externalId, field: null, message });
          return Promise.resolve([]);
        },
        done,
      );
    }
  }

  private async links(passage: Passage): Promise<void> {
    const { position, run, context, projectId } = passage;
    if (position.phase !== 'links') return;
    const tally = new Tally();
    const outside = LinkPlan.outside(run.survey);
    const space = { projectId: projectId ?? '', source: run.tracker, instance: run.instance };
    const known = projectId === null ? new Map() : await this.writers.references.find(context, space, 'task', outside);
    const { links } = new LinkPlan(run.survey, (key) => known.has(key), tally);
    for (let from = position.done; from < Math.max(links.length, 1); from += BATCH) {
      const part = links.slice(from, from + BATCH);
      const isLast = from + BATCH >= links.length;
      const place = isLast ? { phase: 'end' as const, done: 0 } : { phase: 'links' as const, done: from + BATCH };
      await this.inBatch(passage, place, async (batch) => {
        if (from === 0) batch.tally.add(tally);
        return this.writers.links.write(batch, part);
      });
    }
  }

  /** One transaction of a run, or of a check, which is rolled back. What comes of it counts when it has ended. */
  private async inBatch(
    passage: Passage,
    place: Pick<ImportPosition, 'phase' | 'done'>,
    work: Work,
    done = passage.done,
  ): Promise<void> {
    const { context, isCheck, lease, row } = passage;
    const tally = new Tally();
    const position = { ...passage.position, ...place };
    let projectId = passage.projectId;
    let isStopping = false;
    try {
      await this.outbox.commit(context, async (tx) => {
        await this.queue.renew(tx, lease);
        const project = await this.places.projectOf(tx, passage.row, projectId);
        projectId = project.id;
        const batch = await this.batchOf(passage, tx, project, tally);
        const events = await work(batch);
        if (isCheck) throw new RolledBack();
        const sum = new Tally();
        sum.add(passage.total);
        sum.add(tally);
        const report = reportOf({ ...passage, total: sum });
        const total = passage.run.survey.records;
        const state = await this.queue.update(tx, row.id, { position, report, projectId, done, total });
        isStopping = state === 'stopping';
        return changed(undefined, ...events);
      });
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
      await this.queue.renew(context, lease);
      const state = await this.queue.update(context, row.id, { done, total: passage.run.survey.records });
      if (state !== 'checking') throw new StoppedError();
    }
    passage.total.add(tally);
    passage.position = position;
    passage.done = done;
    if (!isCheck) passage.projectId = projectId;
    if (isStopping && position.phase !== 'end') throw new StoppedError();
  }

  private async batchOf(
    passage: Passage,
    tx: TransactionContext,
    project: { id: string; key: string },
    tally: Tally,
  ): Promise<Batch> {
    const { run } = passage;
    const space = { projectId: project.id, source: run.tracker, instance: run.instance };
    return { tx, run, project, space, tally, assignable: await this.places.findAssignable(tx, project.id) };
  }
}

function reportOf({ run, total }: Pick<Passage, 'run' | 'total'>): ImportReport {
  const { counts, problems, problemsTotal } = total;
  return { counts, ...run.meanings.report, problems, problemsTotal, kept: [] };
}

/** Whether what was written is refused for what it is. */
function isOfTheData(error: unknown): boolean {
  return isRefusal(error) || isRefusedData(error);
}
