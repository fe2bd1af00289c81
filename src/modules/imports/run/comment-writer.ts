import { Injectable } from '@nestjs/common';
import { LIMITS } from '#common/validation/text.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import { type CommentedTask, CommentImports, type ImportedComment } from '#modules/comments/comment-imports.service.js';
import { type ImportedTime, TimeEntryImports } from '#modules/time-entries/time-entry-imports.service.js';
import type { ImportReference } from '../import-reference.entity.js';
import type { CommentRecord, TaskRecord, TimeRecord } from '../readers/records.js';
import { textHere } from './archived-ids.js';
import { signed } from './desired-task.js';
import { hashOf, type NewReference, ImportReferencesRepository } from '../import-references.repository.js';
import { type Batch, colleagueHere } from './scope.js';
import { cut, storable } from '#common/validation/storable.js';

interface WrittenTask {
  readonly task: CommentedTask;
  readonly record: TaskRecord;
}

const LONGEST_NOTE = 500;
/** Comments or hours of one statement: one task can have tens of thousands. */
const MOST_AT_ONCE = 1_000;

/** Writes comments and hours of tasks that are here. */
@Injectable()
export class CommentWriter {
  constructor(
    private readonly comments: CommentImports,
    private readonly times: TimeEntryImports,
    private readonly references: ImportReferencesRepository,
  ) {}

  async writeAll(batch: Batch, tasks: readonly WrittenTask[]): Promise<DomainEvent[]> {
    await this.writeTimes(batch, tasks);
    return this.writeComments(batch, tasks);
  }

  private async writeComments(batch: Batch, tasks: readonly WrittenTask[]): Promise<DomainEvent[]> {
    const all = tasks.flatMap(({ task, record }) =>
      (record.comments ?? []).map((comment) => ({ task, record, comment })),
    );
    const events: DomainEvent[] = [];
    for (let from = 0; from < all.length; from += MOST_AT_ONCE) {
      for (const event of await this.writeSome(batch, all.slice(from, from + MOST_AT_ONCE))) events.push(event);
    }
    return events;
  }

  private async writeSome(
    batch: Batch,
    all: readonly (WrittenTask & { readonly comment: CommentRecord })[],
  ): Promise<DomainEvent[]> {
    const { tx, space, run, tally } = batch;
    const known = await this.references.findByExternalIds(
      tx,
      space,
      'comment',
      all.map(({ comment }) => comment.externalId),
    );
    const added: (ImportedComment & { externalId: string })[] = [];
    for (const { task, record, comment } of all) {
      const { text, mentions } = run.isArchive
        ? textHere(run.meanings, task.id, comment.body, (id) => colleagueHere(run, id))
        : { text: comment.body, mentions: [] };
      const body = cut(storable(signed(batch, text, comment.author, comment.at)), LIMITS.requiredText.maximum);
      const reference = known.get(comment.externalId);
      if (body.trim() === '') tally.count('comments', 'skipped');
      else if (reference) await this.update(batch, { record, reference, comment, body });
      else
        added.push({ externalId: comment.externalId, task, body, mentions, ...this.writerOf(batch, comment, record) });
    }
    if (added.length === 0) return [];
    const { ids, events } = await this.comments.create(tx, added);
    const made = added.map((comment, index): NewReference => {
      const { externalId, task, body, updatedAt: writtenAt } = comment;
      const written = { body: hashOf(body) };
      return { kind: 'comment', externalId, thingId: ids[index] ?? '', taskId: task.id, written, writtenAt };
    });
    await this.references.addReferences(tx, space, run.importId, made);
    tally.count('comments', 'created', added.length);
    return events;
  }

  private async update(
    { tx, tally }: Batch,
    {
      record,
      reference,
      comment,
      body,
    }: { record: TaskRecord; reference: ImportReference; comment: CommentRecord; body: string },
  ): Promise<void> {
    const current = (await this.comments.findBodies(tx, [reference.thingId])).get(reference.thingId);
    if (!current) {
      tally.count('comments', 'skipped');
      return;
    }
    if (current.body === body) {
      tally.count('comments', 'unchanged');
      return;
    }
    if (hashOf(current.body) !== reference.written['body']) {
      const message = `A comment of ${comment.at ?? 'an unknown day'} was changed here, and stays so`;
      tally.problem({ row: record.row, externalId: record.externalId, field: 'comments', message });
      tally.count('comments', 'unchanged');
      return;
    }
    const updatedAt = await this.comments.update(tx, reference.thingId, body, current.updatedAt);
    const written = { body: hashOf(body) };
    await this.references.updateReferences(tx, [{ id: reference.id, written, writtenAt: updatedAt }]);
    tally.count('comments', 'updated');
  }

  private writerOf({ run }: Batch, comment: CommentRecord, record: TaskRecord) {
    const { author, colleague, isColleaguesOwn = false, at, updatedAt } = comment;
    const createdAt = at ?? record.updatedAt ?? record.createdAt ?? new Date().toISOString();
    return {
      author: isColleaguesOwn ? null : (run.meanings.userOf(author) ?? run.starter),
      colleague: colleague && { ...colleague, id: colleagueHere(run, colleague.id) },
      createdAt,
      updatedAt: updatedAt && updatedAt > createdAt ? updatedAt : createdAt,
    };
  }

  private async writeTimes(batch: Batch, tasks: readonly WrittenTask[]): Promise<void> {
    const all = tasks.flatMap(({ task, record }) => (record.times ?? []).map((time) => ({ task, record, time })));
    for (let from = 0; from < all.length; from += MOST_AT_ONCE) {
      await this.writeSomeTimes(batch, all.slice(from, from + MOST_AT_ONCE));
    }
  }

  private async writeSomeTimes(
    batch: Batch,
    all: readonly (WrittenTask & { readonly time: TimeRecord })[],
  ): Promise<void> {
    const { tx, space, run } = batch;
    const known = await this.references.findByExternalIds(
      tx,
      space,
      'time',
      all.map(({ time }) => time.externalId),
    );
    const added = all.filter(({ time }) => !known.has(time.externalId));
    const ids = await this.times.create(
      tx,
      added.map(({ task, record, time }) => this.timeOf(batch, task, record, time)),
    );
    await this.references.addReferences(
      tx,
      space,
      run.importId,
      added.map(({ task, time }, index) => ({
        kind: 'time',
        externalId: time.externalId,
        thingId: ids[index] ?? '',
        taskId: task.id,
      })),
    );
  }

  private timeOf(batch: Batch, task: CommentedTask, record: TaskRecord, time: TimeRecord): ImportedTime {
    const { run } = batch;
    const user = run.meanings.userOf(time.person);
    const name = run.meanings.nameOf(time.person);
    const note = user || name === undefined ? time.note : [`${name}:`, time.note ?? ''].join(' ').trim();
    const spentOn = time.at ?? record.updatedAt ?? record.createdAt ?? new Date().toISOString();
    const short = note === null ? null : cut(storable(note), LONGEST_NOTE);
    const author = {
      userId: (user ?? run.starter).id,
      colleagueId: time.colleagueId ? colleagueHere(run, time.colleagueId) : null,
    };
    const { hours, createdAt, updatedAt } = time;
    return { taskId: task.id, ...author, hours, note: short, spentOn, createdAt, updatedAt };
  }
}
