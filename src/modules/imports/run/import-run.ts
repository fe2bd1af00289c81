import { folded } from '#common/text/folded.js';
import { Injectable } from '@nestjs/common';
import { isRefusedData } from '#common/database/database-error.js';
import { isRefusal } from '#common/errors/app-error.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { type ImportReport, Tally } from '../import-report.js';
import { TRACKERS } from '../import-sources.js';
import type { Import } from '../import.entity.js';
import type { TaskRecord } from '../readers/records.js';
import { ArchiveRun } from './archive-run.js';
import { ClaimedTids } from './claimed-tids.js';
import { labelsOf } from './desired-task.js';
import { ImportBatches, type Passage, type Place, reportOf } from './import-batches.js';
import { ImportTargets } from './import-targets.js';
import type { Lease } from '../imports.repository.js';
import { type ImportShare, ImportSourceReader } from './import-source-reader.js';
import { ImportWriters } from './import-writers.js';
import { LinkPlan } from './link-plan.js';
import type { Batch, Run } from './scope.js';
import { MergedNames } from './merged-names.js';
import { Surroundings } from './surroundings.js';
import { Memory, Survey } from './survey.js';

/** Records of one transaction. */
const BATCH = 100;
/** Characters of the texts of these. */
const LONGEST_BATCH = 4 * 1024 * 1024;

/** Checks imports and runs them: the same writes, rolled back or not. */
@Injectable()
export class ImportRun {
  constructor(
    private readonly batches: ImportBatches,
    private readonly sources: ImportSourceReader,
    private readonly surroundings: Surroundings,
    private readonly writers: ImportWriters,
    private readonly targets: ImportTargets,
    private readonly archives: ArchiveRun,
  ) {}

  /** The report of what a start would do. */
  checkImport(context: RequestContext, lease: Lease, row: Import): Promise<ImportReport> {
    return this.pass(context, lease, row, true);
  }

  /** Goes on where it was. @throws StoppedError when it was asked to stop */
  startImport(context: RequestContext, lease: Lease, row: Import): Promise<ImportReport> {
    return this.pass(context, lease, row, false);
  }

  /** The service stops: what is being read is read again later. */
  stopReading(): Promise<void> {
    return this.sources.stopReading();
  }

  private pass(context: RequestContext, lease: Lease, row: Import, isCheck: boolean): Promise<ImportReport> {
    return this.sources.withShares(context, row, async (shares) => {
      const kept = isCheck ? null : row.position;
      const at = kept?.share ?? 0;
      const runs: Run[] = [];
      const memory = new Memory();
      const claimedTids = new ClaimedTids();
      for (const [index, share] of shares.entries()) {
        const keepsNumbers = kept && index === at ? kept.keepsNumbers : undefined;
        runs.push(await this.runOf(context, row, { share, keepsNumbers, before: runs[0], memory, claimedTids }));
      }
      const total = kept ? Tally.of(row.report) : new Tally();
      const records = runs.reduce((sum, { survey }) => sum + survey.records, 0);
      const merged = new MergedNames();
      const names = () => merged.of(runs.map(({ meanings }) => meanings.report));
      let before = 0;
      for (const [index, share] of shares.entries()) {
        const run = runs[index] as Run;
        const [first = run] = runs;
        if (index > 0) run.meanings.adopt(first.meanings);
        if (index >= at) {
          const isHere = kept !== null && index === at;
          await this.carry({
            context,
            lease,
            row,
            run,
            isCheck,
            share,
            total,
            names,
            before,
            records,
            position: isHere ? kept : { phase: 'begin', done: 0, keepsNumbers: run.keepsNumbers, share: index },
            projectId: await this.projectIdOf(context, row, share, run),
            done: isHere ? row.done : before,
          });
        }
        before += run.survey.records;
      }
      return reportOf({ names, total });
    });
  }

  private async carry(passage: Passage): Promise<void> {
    if (await this.isClosed(passage)) {
      await this.carryBesideClosed(passage);
      return;
    }
    await this.begin(passage);
    await this.archives.writeFoundations(passage);
    await this.things(passage);
    await this.tasks(passage);
    await this.links(passage);
    await this.archives.writeRest(passage);
  }

  /** A project of an archive that is archived here, since or because it was there, is left as it is; the others come. */
  private async isClosed(passage: Passage): Promise<boolean> {
    const { context, share, projectId, position, total, run } = passage;
    if (position.phase !== 'begin') return position.isClosed ?? false;
    if (!share.makesProject || projectId === null) return false;
    if (!(await this.targets.isClosed(context, projectId))) return false;
    total.count('tasks', 'skipped', run.survey.tasks.size);
    const message = `The project ${share.project?.key ?? ''} is archived here, and left as it is`;
    total.problem({ row: null, externalId: null, field: 'project', message });
    return true;
  }

  /**
   * Imports what belongs to the company with the first and the last project of an archive, even when these projects
   * stay unchanged.
   */
  private async carryBesideClosed(passage: Passage): Promise<void> {
    const { share } = passage;
    passage.position = { ...passage.position, isClosed: true };
    if (share.foundations) {
      await this.begin(passage);
      await this.archives.writeFoundations(passage);
      await this.things(passage);
    }
    if (!share.additions) return;
    const { phase } = passage.position;
    if (phase !== 'views' && phase !== 'end') passage.position = { ...passage.position, phase: 'views', done: 0 };
    await this.archives.writeRest(passage);
  }

  private async runOf(
    context: RequestContext,
    row: Import,
    {
      share,
      keepsNumbers: kept,
      before,
      memory,
      claimedTids,
    }: {
      share: ImportShare;
      keepsNumbers: boolean | undefined;
      before: Run | undefined;
      memory: Memory;
      claimedTids: ClaimedTids;
    },
  ): Promise<Run> {
    const survey = await Survey.of(share.read(), memory);
    claimedTids.add(survey);
    // Histories of all projects name them.
    for (const [key, label] of before?.survey.labels ?? []) survey.labels.set(key, label);
    for (const [key, field] of before?.survey.ownFields ?? []) survey.ownFields.set(key, field);
    const instance = survey.instance ?? row.options.instance ?? '';
    const tracker = TRACKERS[row.source];
    const run: Run = {
      importId: row.id,
      tracker,
      instance,
      isArchive: share.project !== undefined,
      survey,
      meanings: await this.surroundings.meaningsFor(context, survey, row),
      keepsNumbers: false,
      colleagues: before?.colleagues ?? (await this.writers.company.findColleagues(context, tracker, instance)),
      claimedTids,
      starter: await this.targets.getUser(context, context.userId),
    };
    const keepsNumbers =
      kept ?? (await this.targets.isEmpty(context, await this.projectIdOf(context, row, share, run)));
    return { ...run, keepsNumbers };
  }

  /** Of an archive, the project that an earlier import has made of it; null when it is to be made. */
  private projectIdOf(
    context: RequestContext,
    row: Import,
    { project, makesProject }: ImportShare,
    run: Run,
  ): Promise<string | null> {
    if (!project || !makesProject) return Promise.resolve(row.projectId);
    return this.targets.findArchived(context, run.instance, project.id);
  }

  /** What the file says of itself, the people, and the project. */
  private async begin(passage: Passage): Promise<void> {
    const { run, position, context } = passage;
    const { survey, meanings } = run;
    if (position.phase !== 'begin') return;
    await this.batches.commitBatch(passage, { phase: 'company', done: 0 }, async (batch) => {
      if (!position.isClosed) batch.tally.add(survey.tally);
      meanings.note(batch.tally);
      if ((position.share ?? 0) > 0) return [];
      await this.targets.invitePeople(batch, passage.isCheck);
      await this.writers.company.makeLanes(batch);
      return [];
    });
    if (!passage.isCheck) this.targets.sendInvitations(context, run);
  }

  private async things(passage: Passage): Promise<void> {
    if (passage.position.phase !== 'things') return;
    const { survey } = passage.run;
    const { isClosed = false, share = 0 } = passage.position;
    const ofProject = [
      ...[...survey.epics.values()].map((epic) => ({ epic })),
      ...[...survey.sprints.values()].map((sprint) => ({ sprint })),
    ];
    const all = [
      // Those of an archive came with its first project.
      ...(share > 0 ? [] : labelNames(passage.run).map((label) => ({ label }))),
      ...(isClosed ? [] : ofProject),
    ];
    for (let from = passage.position.done; from < all.length; from += BATCH) {
      const part = all.slice(from, from + BATCH);
      await this.batches.commitBatch(passage, { phase: 'things', done: from + BATCH }, async (batch) => {
        const things = {
          labels: part.flatMap((thing) => ('label' in thing ? [thing.label] : [])),
          epics: part.flatMap((thing) => ('epic' in thing ? [thing.epic] : [])),
          sprints: part.flatMap((thing) => ('sprint' in thing ? [thing.sprint] : [])),
        };
        await this.writers.catalogue.bringThings(batch, things);
        return [];
      });
    }
    passage.position = { ...passage.position, phase: 'tasks', done: 0 };
  }

  private async tasks(passage: Passage): Promise<void> {
    if (passage.position.phase !== 'tasks') return;
    const { survey } = passage.run;
    const skipped = passage.position.done;
    let index = 0;
    let part: TaskRecord[] = [];
    let length = 0;
    const flush = async () => {
      if (part.length === 0) return;
      await this.writeTasks(passage, part, index);
      part = [];
      length = 0;
    };
    for await (const record of passage.share.read()) {
      if (record.kind !== 'task') continue;
      index += 1;
      if (index <= skipped) continue;
      if (survey.counts(index - 1, record.externalId)) {
        part.push(record);
        length += lengthOf(record);
      }
      if (part.length >= BATCH || length > LONGEST_BATCH) await flush();
    }
    await flush();
    passage.position = { ...passage.position, phase: 'links', done: 0 };
  }

  /** A row that cannot be written does not take the others with it. */
  private async writeTasks(passage: Passage, part: readonly TaskRecord[], end: number): Promise<void> {
    const place = { phase: 'tasks', done: end } as const;
    const done = passage.before + end;
    const write = (records: readonly TaskRecord[]) => (batch: Batch) => this.writers.tasks.writeTasks(batch, records);
    try {
      await this.batches.commitBatch(passage, place, write(part), done);
    } catch (error) {
      if (!isOfTheData(error)) throw error;
      for (const [at, record] of part.entries()) {
        const isLast = at === part.length - 1;
        const here = isLast ? place : { phase: 'tasks' as const, done: passage.position.done };
        await this.writeOne(passage, record, here, isLast ? done : passage.done);
      }
    }
  }

  private async writeOne(passage: Passage, record: TaskRecord, place: Place, done: number): Promise<void> {
    try {
      await this.batches.commitBatch(passage, place, (batch) => this.writers.tasks.writeTasks(batch, [record]), done);
    } catch (error) {
      if (!isOfTheData(error)) throw error;
      // What the database says is not for people.
      const message = isRefusal(error)
        ? `The row cannot be written: ${(error as Error).message}`
        : 'The row cannot be written: a value of it cannot be stored';
      await this.batches.commitBatch(
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
    const known =
      projectId === null ? new Map() : await this.writers.references.findByExternalIds(context, space, 'task', outside);
    const { links } = new LinkPlan(run.survey, (key) => known.has(key), tally);
    for (let from = position.done; from < Math.max(links.length, 1); from += BATCH) {
      const part = links.slice(from, from + BATCH);
      const isLast = from + BATCH >= links.length;
      const next = run.isArchive ? ('history' as const) : ('end' as const);
      const place = isLast ? { phase: next, done: 0 } : { phase: 'links' as const, done: from + BATCH };
      await this.batches.commitBatch(passage, place, async (batch) => {
        if (from === 0) batch.tally.add(tally);
        return this.writers.links.writeLinks(batch, part);
      });
    }
  }
}

/** Labels that the file describes, and those that its tasks carry. */
function labelNames(run: Run): string[] {
  const labels = new Map([...run.survey.labels].map(([key, { name }]) => [key, name]));
  for (const task of run.survey.tasks.values()) {
    const record = { ...task, kind: 'task', title: '' } as unknown as TaskRecord;
    for (const name of labelsOf({ run }, record) ?? []) labels.set(folded(name), name);
  }
  return [...labels.values()];
}

/** Characters of the texts of a task, and of what hangs on it. */
function lengthOf({ title, description, comments = [], history = [], times = [] }: TaskRecord): number {
  const texts = comments.reduce((sum, { body }) => sum + body.length, title.length + (description?.length ?? 0));
  return texts + 1_000 * (comments.length + history.length + times.length);
}

/** Whether what was written is refused for what it is. */
function isOfTheData(error: unknown): boolean {
  return isRefusal(error) || isRefusedData(error);
}
