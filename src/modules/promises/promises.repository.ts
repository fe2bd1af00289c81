import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import {
  type DatabaseContext,
  OWN_WORK_CONTEXT,
  type RequestContext,
  type TransactionContext,
} from '#core/company-scope/request-context.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database, type Statement } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import type { PromiseResponse } from '#modules/tasks/task-promise.dto.js';
import { DONE, IN_REVIEW } from '#schema/lanes.js';
import type { TaskAndPerson } from '#schema/voice.js';
import { isOpenPromise, type PromiseState } from '#schema/promises.js';
import { isBlocked } from '#schema/tasks.js';
import { userReference } from '#schema/users.js';
import type { PromisesQuery } from './promises.dto.js';
import type { TaskPromise } from './task-promise.entity.js';

/** Promises of one look at what is over. */
const BATCH = 100;
/** The promises `p` with their people `u`. */
const SELECT = `SELECT p.id, p.task_id AS "taskId", ${userReference('u')} AS person,
    to_char(p.until, 'YYYY-MM-DD') AS until, p.words, p.source, p.state, p.created_at AS "createdAt", p.ended_at AS "endedAt"
  FROM promises p JOIN users u ON u.company_id = p.company_id AND u.id = p.person_id`;

/** Whether the day of the row `p` is over for the user `u` at a moment: no zone is farther east than 14 hours. */
function isOver(moment: string): string {
  return `p.until < (${moment} AT TIME ZONE 'UTC' + interval '14 hours')::date
    AND (p.until + 1)::timestamp AT TIME ZONE u.timezone <= ${moment}`;
}

/** The companies with promises whose day is over. */
export const COMPANIES_WITH_DUE = `SELECT p.company_id FROM promises p
  JOIN users u ON u.company_id = p.company_id AND u.id = p.person_id WHERE ${isOpenPromise('p')} AND ${isOver('now()')}`;

/** `$1` is the moment. */
const FIND_DUE: Statement = {
  name: 'due-promises',
  text: `SELECT p.company_id AS "companyId", p.id, p.task_id AS "taskId" FROM promises p
    JOIN users u ON u.company_id = p.company_id AND u.id = p.person_id
    WHERE ${isOpenPromise('p')} AND ${isOver('$1::timestamptz')} ORDER BY p.company_id, p.task_id, p.id LIMIT ${BATCH}`,
};

/** A promise whose day is over, and how it ends by the facts. */
export interface SettledPromise {
  readonly id: string;
  readonly state: 'kept' | 'withdrawn' | 'broken';
}

/** A promise whose day is over. */
export interface DuePromise {
  readonly companyId: string;
  readonly id: string;
  readonly taskId: string;
}

/** What was promised, as the log of events and the history need to know it. */
export type EndedPromise = PromiseResponse & { readonly projectId: string };

/** The table of promises. */
@Injectable()
export class PromisesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly access: ProjectAccess,
  ) {}

  /** Those of a task, the newest first. */
  findOfTask(context: RequestContext, taskId: string, query: PageQuery): Promise<List<PromiseResponse>> {
    return this.lists.find<PromiseResponse>(context, query, {
      select: `${SELECT} WHERE p.company_id = $1 AND p.task_id = $2`,
      values: [context.companyId, taskId],
      orderBy: 'p.created_at DESC, p.id DESC',
    });
  }

  /** Those within reach, the earliest day first. */
  findReachable(context: RequestContext, query: PromisesQuery): Promise<List<PromiseResponse>> {
    const conditions = new Conditions(this.access.parametersOf(context))
      .add('p.company_id = $1 AND t.company_id = $1 AND $2::uuid IS NOT NULL')
      .in('p.state', 'text', query.state)
      .in('p.person_id', 'uuid', query.personId)
      .in('t.project_id', 'uuid', query.projectId)
      .add(this.access.conditionOnMany(context, 't.project_id'));
    return this.lists.find<PromiseResponse>(context, query, {
      select: `${SELECT} JOIN tasks t ON t.company_id = p.company_id AND t.id = p.task_id WHERE ${conditions.where}`,
      values: conditions.values,
      orderBy: 'p.until, p.id',
    });
  }

  findById(context: RequestContext, taskId: string, id: string): Promise<PromiseResponse | undefined> {
    const text = `${SELECT} WHERE p.company_id = $1 AND p.task_id = $2 AND p.id = $3`;
    return this.database.row(context, { text }, [context.companyId, taskId, id]);
  }

  async insertPromise(
    tx: TransactionContext,
    promise: Omit<TaskPromise, 'companyId' | 'cameToReview' | 'endedAt' | 'followedAt' | 'state'>,
  ) {
    const text = `INSERT INTO promises (company_id, id, task_id, person_id, until, words, source, state, made_in_review, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, 'open', $8, $9)`;
    const { id, taskId, personId, until, words, source, madeInReview, createdAt } = promise;
    const values = [tx.companyId, id, taskId, personId, until, words, source, madeInReview, createdAt];
    await this.database.execute(tx, { text }, values);
  }

  /** `rows` are JSON. Of several open ones of a person about a task the first is stored; broken ones were followed up where they come from. */
  async insertImported(tx: TransactionContext, rows: Buffer): Promise<void> {
    const text = `INSERT INTO promises (company_id, id, task_id, person_id, until, words, source, state, made_in_review,
        created_at, ended_at, followed_at)
      SELECT $1, n.id, n."taskId", n."personId", n.until, n.words, n.source, n.state, false, n."createdAt", n."endedAt",
        CASE WHEN n.state = 'broken' THEN n."endedAt" END
      FROM json_to_recordset($2::json) n (id uuid, "taskId" uuid, "personId" uuid, until date, words text, source text,
        state text, "createdAt" timestamptz, "endedAt" timestamptz) ON CONFLICT DO NOTHING`;
    await this.database.execute(tx, { text }, [tx.companyId, rows]);
  }

  /** Ends those of the promises that are open, and gives them as they are then: what another one has ended is not among them. */
  async endOpen(
    tx: TransactionContext,
    ids: readonly string[],
    state: Exclude<PromiseState, 'open'>,
    now: string,
  ): Promise<EndedPromise[]> {
    if (ids.length === 0) return [];
    const text = `UPDATE promises SET state = $3, ended_at = $4
      WHERE company_id = $1 AND id = ANY ($2::uuid[]) AND ended_at IS NULL RETURNING id`;
    const ended = await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, ids, state, now]);
    if (ended.length === 0) return [];
    const select = `SELECT ended.*, t.project_id AS "projectId" FROM (${SELECT} WHERE p.company_id = $1 AND p.id = ANY ($2::uuid[])) ended
      JOIN tasks t ON t.company_id = $1 AND t.id = ended."taskId" ORDER BY ended.id`;
    return this.database.rows<EndedPromise>(tx, { text: select }, [tx.companyId, ended.map(({ id }) => id)]);
  }

  /** The open promises of tasks. */
  async findOpenOfTasks(
    tx: TransactionContext,
    taskIds: readonly string[],
  ): Promise<Pick<TaskPromise, 'id' | 'taskId' | 'personId'>[]> {
    const text = `SELECT p.id, p.task_id AS "taskId", p.person_id AS "personId" FROM promises p
      WHERE p.company_id = $1 AND p.task_id = ANY ($2::uuid[]) AND ${isOpenPromise('p')} ORDER BY p.id`;
    return this.database.rows(tx, { text }, [tx.companyId, taskIds]);
  }

  /** The ids of the open promises of a person. */
  async findOpenOfPerson(tx: TransactionContext, personId: string): Promise<string[]> {
    const text = `SELECT p.id FROM promises p WHERE p.company_id = $1 AND p.person_id = $2 AND ${isOpenPromise('p')} ORDER BY p.id`;
    return (await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, personId])).map(({ id }) => id);
  }

  /** Which of the pairs have an open promise, in one statement. */
  async findOpenOfPairs(context: RequestContext, pairs: readonly TaskAndPerson[]): Promise<TaskAndPerson[]> {
    if (pairs.length === 0) return [];
    const text = `SELECT p.task_id AS "taskId", p.person_id AS "personId"
      FROM json_to_recordset($2::json) AS pair ("taskId" uuid, "personId" uuid)
      JOIN promises p ON p.company_id = $1 AND p.task_id = pair."taskId" AND p.person_id = pair."personId"
      WHERE ${isOpenPromise('p')}`;
    const values = [context.companyId, JSON.stringify(pairs.map(({ taskId, personId }) => ({ taskId, personId })))];
    return this.database.rows(context, { text }, values);
  }

  /** The open promises of these tasks are kept when their day is over. */
  async noteReview(tx: TransactionContext, taskIds: readonly string[]): Promise<void> {
    const text = `UPDATE promises SET came_to_review = true
      WHERE company_id = $1 AND task_id = ANY ($2::uuid[]) AND ended_at IS NULL AND NOT came_to_review`;
    await this.database.execute(tx, { text }, [tx.companyId, taskIds]);
  }

  /** Some of the promises whose day is over, in the order in which their tasks are locked. */
  findDue(now: string): Promise<DuePromise[]> {
    return this.database.rows<DuePromise>(OWN_WORK_CONTEXT, FIND_DUE, [now]);
  }

  /** How promises that are open and over end, by what their tasks have come to. The tasks stay as they are until then. */
  async judgeDue(tx: TransactionContext, promises: readonly DuePromise[], now: string): Promise<SettledPromise[]> {
    const lock = 'SELECT FROM tasks WHERE company_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE';
    await this.database.execute(tx, { text: lock }, [tx.companyId, promises.map(({ taskId }) => taskId)]);
    const text = `SELECT p.id, CASE
        WHEN t.status = '${DONE}' OR p.came_to_review OR (p.made_in_review AND t.status <> '${IN_REVIEW}') THEN 'kept'
        WHEN ${isBlocked('t')} OR NOT u.active THEN 'withdrawn' ELSE 'broken' END AS state
      FROM promises p JOIN users u ON u.company_id = p.company_id AND u.id = p.person_id
        JOIN tasks t ON t.company_id = p.company_id AND t.id = p.task_id
      WHERE p.company_id = $1 AND p.id = ANY ($2::uuid[]) AND ${isOpenPromise('p')} AND ${isOver('$3::timestamptz')}`;
    return this.database.rows(tx, { text }, [tx.companyId, promises.map(({ id }) => id), now]);
  }

  /** Notes that broken promises are followed up. */
  async followPromises(tx: TransactionContext, ids: readonly string[], now: string): Promise<void> {
    const text = `UPDATE promises SET followed_at = $3
      WHERE company_id = $1 AND id = ANY ($2::uuid[]) AND followed_at IS NULL`;
    await this.database.execute(tx, { text }, [tx.companyId, ids, now]);
  }

  /** Those of the promises that are followed up. */
  async findFollowed(tx: TransactionContext, ids: readonly string[]): Promise<string[]> {
    const text = `SELECT p.id FROM promises p
      WHERE p.company_id = $1 AND p.id = ANY ($2::uuid[]) AND p.followed_at IS NOT NULL`;
    return (await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, ids])).map(({ id }) => id);
  }

  /** What a person has said with promises is forgotten. */
  async forgetWords(context: DatabaseContext & { readonly companyId: string }, personId: string): Promise<void> {
    const text = 'UPDATE promises SET words = NULL WHERE company_id = $1 AND person_id = $2 AND words IS NOT NULL';
    await this.database.execute(context, { text }, [context.companyId, personId]);
    const events = `UPDATE events SET data = (data::jsonb || '{"words": null}')::json
      WHERE company_id = $1 AND name IN ('promise.made', 'promise.ended') AND data -> 'person' ->> 'id' = $2::text
        AND data ->> 'words' IS NOT NULL`;
    await this.database.execute(context, { text: events }, [context.companyId, personId]);
  }
}
