import { Injectable } from '@nestjs/common';
import { NotFoundError, ValidationError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { beginning, changesOf } from '#core/events/changes.js';
import { type Changes, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { ColleagueNotFoundError } from '#common/errors/colleague-not-found-error.js';
import { TaskChanges } from '../changes/task-changes.service.js';
import { TaskLocks } from '../changes/task-locks.service.js';
import { TaskHistory } from '../history/task-history.service.js';
import type { MuteTask, TaskMuteResponse } from './task-mutes.dto.js';
import { TaskMutesRepository } from './task-mutes.repository.js';

/** A rule of a colleague that people found not useful for a task. */
export interface MutedRule {
  readonly taskId: string;
  readonly colleague: { readonly id: string; readonly name: string };
  readonly rule: string;
  /** What the rule is remembered by. */
  readonly key: string;
  readonly until: string;
}

const FIELDS = ['colleagueId', 'rule', 'until', 'note'] as const;

type Told = Pick<TaskMuteResponse, (typeof FIELDS)[number]>;

/** The tasks of which virtual colleagues say nothing. Mutes have no events, but the history of the task has them. */
@Injectable()
export class TaskMutes {
  constructor(
    private readonly mutes: TaskMutesRepository,
    private readonly outbox: Outbox,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
    private readonly history: TaskHistory,
  ) {}

  /** @throws NotFoundError, ValidationError of a moment in the past, ConflictError when the project is archived */
  muteTask(context: RequestContext, taskId: string, input: MuteTask): Promise<TaskMuteResponse> {
    const { until = null, colleagueId = null, note } = input;
    const now = new Date().toISOString();
    if (until !== null && until <= now) throw new ValidationError({ until: 'Must not be in the past' });
    return this.outbox.commit(context, async (tx) => {
      const tasks = await this.locks.lockTasks(tx, [taskId]);
      if (colleagueId !== null) await this.ensureColleague(tx, colleagueId);
      this.locks.ensureWritable(tasks);
      const before = (await this.findOwn(tx, taskId)).find((mute) => mute.colleagueId === colleagueId);
      const after: Told = { colleagueId, rule: null, until, note: note || null };
      const changes = before ? changesOf(before, after, FIELDS) : beginning(givenOf(after));
      if (before && Object.keys(changes).length === 0) return unannounced(before);
      const id = await this.mutes.storeMute(tx, { taskId, colleagueId, until, note: after.note, createdAt: now });
      await this.changes.noteExtras(tx, taskId);
      await this.history.writeEntries(tx, now, [{ taskId, event: 'task.muted', changes }]);
      const mutes = await this.findOwn(tx, taskId);
      return unannounced(mutes.find((mute) => mute.id === id) as TaskMuteResponse);
    });
  }

  /** @throws NotFoundError when there is none, ConflictError when the project is archived */
  unmuteTask(context: RequestContext, taskId: string, colleagueId?: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      const tasks = await this.locks.lockTasks(tx, [taskId]);
      const found = await this.mutes.findOfTask(tx, taskId);
      const ended = colleagueId === undefined ? found : found.filter(isOwnOf(colleagueId));
      if (ended.length === 0) throw new NotFoundError('Mute');
      this.locks.ensureWritable(tasks);
      await this.mutes.deleteMutes(
        tx,
        ended.map(({ id }) => id),
      );
      const entries = ended.map((mute) => ({ taskId, event: 'task.unmuted' as const, changes: endOf(mute) }));
      await this.history.writeEntries(tx, new Date().toISOString(), entries);
      return unannounced(undefined);
    });
  }

  /** Mutes a rule of a colleague for a task until a moment, unless it is muted or the task is gone. */
  async muteRule(tx: TransactionContext, { taskId, colleague, rule, key, until }: MutedRule): Promise<void> {
    const now = new Date().toISOString();
    const mute = { taskId, colleagueId: colleague.id, key, rule, until, createdAt: now };
    if (!(await this.mutes.storeRuleMute(tx, mute))) return;
    await this.changes.noteExtras(tx, taskId);
    const changes = beginning(givenOf({ colleagueId: colleague.id, rule, until, note: null }));
    await this.history.writeEntries(tx, now, [{ taskId, event: 'task.muted', changes }], colleague);
  }

  private async ensureColleague(tx: TransactionContext, id: string): Promise<void> {
    if (!(await this.mutes.keepColleague(tx, id))) throw new ColleagueNotFoundError();
  }

  /** The mutes that people made; the others are of rules. */
  private async findOwn(tx: TransactionContext, taskId: string): Promise<TaskMuteResponse[]> {
    return (await this.mutes.findOfTask(tx, taskId)).filter(({ rule }) => rule === null);
  }
}

const isOwnOf = (colleagueId: string) => (mute: TaskMuteResponse) =>
  mute.rule === null && mute.colleagueId === colleagueId;

/** The values of a mute that are not null. */
function givenOf(mute: Told): Record<string, unknown> {
  const entries: [string, unknown][] = FIELDS.map((field) => [field, mute[field]]);
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

function endOf(mute: Told): Changes {
  return Object.fromEntries(
    Object.entries(givenOf(mute)).map(([field, from]: [string, unknown]) => [field, { from, to: null }]),
  );
}
