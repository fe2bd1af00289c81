import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { NotFoundError, ValidationError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { beginning, changesOf } from '#core/events/changes.js';
import { type Changes, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { ColleagueNotFoundError } from '#common/errors/colleague-not-found-error.js';
import { TaskChanges } from '../changes/task-changes.service.js';
import { TaskLocks } from '../changes/task-locks.service.js';
import { TaskHistory } from '../history/task-history.service.js';
import { mutesOf } from '#schema/tasks.js';
import type { MuteTask, TaskMuteResponse } from './task-mutes.dto.js';

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

/** Of which tasks virtual colleagues say nothing. It has no events; the history tells it. */
@Injectable()
export class TaskMutes {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
    private readonly history: TaskHistory,
  ) {}

  /** @throws NotFoundError, ValidationError of a moment in the past, ConflictError when the project is archived */
  mute(context: RequestContext, taskId: string, input: MuteTask): Promise<TaskMuteResponse> {
    const { until = null, colleagueId = null, note } = input;
    const now = new Date().toISOString();
    if (until !== null && until <= now) throw new ValidationError({ until: 'Must not be in the past' });
    return this.outbox.commit(context, async (tx) => {
      const tasks = await this.locks.lock(tx, [taskId]);
      if (colleagueId !== null) await this.ensureColleague(tx, colleagueId);
      this.locks.ensureWritable(tasks);
      const before = (await this.findOwn(tx, taskId)).find((mute) => mute.colleagueId === colleagueId);
      const after: Told = { colleagueId, rule: null, until, note: note || null };
      const changes = before ? changesOf(before, after, FIELDS) : beginning(givenOf(after));
      if (before && Object.keys(changes).length === 0) return unannounced(before);
      const text = `INSERT INTO task_mutes (company_id, id, task_id, colleague_id, until, note, by_id, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (company_id, task_id, colleague_id, rule_key) DO UPDATE
        SET id = excluded.id, until = excluded.until, note = excluded.note, by_id = excluded.by_id, created_at = excluded.created_at`;
      const id = uuidv7();
      await this.database.execute(tx, { text }, [
        tx.companyId,
        ...[id, taskId, colleagueId, until, after.note, tx.userId, now],
      ]);
      await this.changes.noteExtras(tx, taskId);
      await this.history.write(tx, now, [{ taskId, event: 'task.muted', changes }]);
      const mutes = await this.findOwn(tx, taskId);
      return unannounced(mutes.find((mute) => mute.id === id) as TaskMuteResponse);
    });
  }

  /** @throws NotFoundError when there is none, ConflictError when the project is archived */
  unmute(context: RequestContext, taskId: string, colleagueId?: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      const tasks = await this.locks.lock(tx, [taskId]);
      const found = await this.find(tx, taskId);
      const ended = colleagueId === undefined ? found : found.filter(isOwnOf(colleagueId));
      if (ended.length === 0) throw new NotFoundError('Mute');
      this.locks.ensureWritable(tasks);
      const text = 'DELETE FROM task_mutes WHERE company_id = $1 AND id = ANY ($2::uuid[])';
      await this.database.execute(tx, { text }, [tx.companyId, ended.map(({ id }) => id)]);
      const entries = ended.map((mute) => ({ taskId, event: 'task.unmuted' as const, changes: endOf(mute) }));
      await this.history.write(tx, new Date().toISOString(), entries);
      return unannounced(undefined);
    });
  }

  /** Mutes a rule of a colleague for a task until a moment, unless it is muted or the task is gone. */
  async muteRule(tx: TransactionContext, { taskId, colleague, rule, key, until }: MutedRule): Promise<void> {
    const now = new Date().toISOString();
    const text = `INSERT INTO task_mutes (company_id, id, task_id, colleague_id, rule_key, rule, until, created_at)
      SELECT $1, $2::uuid, t.id, $4::uuid, $5::text, $6::text, $7::timestamptz, $8::timestamptz FROM tasks t
      WHERE t.company_id = $1 AND t.id = $3
      ON CONFLICT (company_id, task_id, colleague_id, rule_key) DO UPDATE
      SET id = excluded.id, until = excluded.until, created_at = excluded.created_at WHERE task_mutes.until <= excluded.created_at`;
    const values = [tx.companyId, uuidv7(), taskId, colleague.id, key, rule, until, now];
    if ((await this.database.execute(tx, { text }, values)) === 0) return;
    await this.changes.noteExtras(tx, taskId);
    const changes = beginning(givenOf({ colleagueId: colleague.id, rule, until, note: null }));
    await this.history.write(tx, now, [{ taskId, event: 'task.muted', changes }], colleague);
  }

  private async ensureColleague(tx: TransactionContext, id: string): Promise<void> {
    const text = `SELECT 1 FROM virtual_colleagues c WHERE c.company_id = $1 AND c.id = $2 FOR KEY SHARE`;
    if (!(await this.database.row(tx, { text }, [tx.companyId, id]))) throw new ColleagueNotFoundError();
  }

  /** Those of people. */
  private async findOwn(tx: TransactionContext, taskId: string): Promise<TaskMuteResponse[]> {
    return (await this.find(tx, taskId)).filter(({ rule }) => rule === null);
  }

  private async find(tx: TransactionContext, taskId: string): Promise<TaskMuteResponse[]> {
    const text = `SELECT ${mutesOf('t')} AS mutes FROM tasks t WHERE t.company_id = $1 AND t.id = $2`;
    const row = await this.database.row<{ mutes: TaskMuteResponse[] }>(tx, { text }, [tx.companyId, taskId]);
    return row?.mutes ?? [];
  }
}

const isOwnOf = (colleagueId: string) => (mute: TaskMuteResponse) =>
  mute.rule === null && mute.colleagueId === colleagueId;

/** What a mute says, without what it leaves open. */
function givenOf(mute: Told): Record<string, unknown> {
  const entries: [string, unknown][] = FIELDS.map((field) => [field, mute[field]]);
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

function endOf(mute: Told): Changes {
  return Object.fromEntries(
    Object.entries(givenOf(mute)).map(([field, from]: [string, unknown]) => [field, { from, to: null }]),
  );
}
