import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import type { Conditions } from '#core/database/lists/conditions.js';
import type { ListStatement } from '#core/database/lists/lists.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { type StoredValues, valuesOf } from '#schema/fields.js';
import { readyAttachmentsOf } from '#schema/files.js';
import { formerTidsOf } from '#schema/former-tids.js';
import { externalOf } from '#schema/imports.js';
import { mentionsOf } from '#schema/mentions.js';
import { askedOf } from '#schema/promises.js';
import { INCLUDED, LABELS } from '#schema/task-includes.js';
import { isWatcher, mutesOf, selectFields, selectShortened } from '#schema/tasks.js';
import type { TaskDetailResponse, TaskResponse } from '../task.dto.js';

/** What few tasks have. */
type TaskExtras = Pick<
  TaskDetailResponse,
  'delegate' | 'work' | 'attachments' | 'mentions' | 'external' | 'mutes' | 'promise' | 'formerTids'
>;
export type ExtrasRow = TaskExtras & { readonly values: StoredValues | null };
export type DetailRow = Omit<TaskDetailResponse, 'assignee' | 'custom' | 'branchName' | keyof TaskExtras> & {
  assigneeName: string | null;
  hasExtras: boolean;
};

/** Each of these looks into a table of its own: a task that has none of it is read without them. */
const SELECT_EXTRAS: Statement = {
  name: 'task-extras',
  text: `SELECT ${INCLUDED.delegate.column}, ${INCLUDED.work.column}, ${readyAttachmentsOf('t')} AS attachments,
      ${mentionsOf('t.mentions')} AS mentions, ${externalOf('t')} AS external,
      ${mutesOf('t')} AS mutes, ${formerTidsOf('t')} AS "formerTids", ${INCLUDED.promise.column}, ${valuesOf('t')} AS values
    FROM tasks t ${INCLUDED.delegate.join} WHERE t.company_id = $1 AND t.id = $2`,
};

/** Tasks that the caller reaches. */
@Injectable()
export class ReachableTasksRepository {
  private readonly details = new Map<string, Statement>();

  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  findDetail(context: RequestContext, id: string): Promise<DetailRow | undefined> {
    return this.database.rowByKey<DetailRow>(context, this.detail(context), [...this.access.parametersOf(context), id]);
  }

  /** Of a task that the caller reaches. */
  findExtras(context: RequestContext, id: string): Promise<ExtrasRow | undefined> {
    return this.database.rowByKey<ExtrasRow>(context, SELECT_EXTRAS, [context.companyId, id]);
  }

  async findProjectId(context: RequestContext, id: string): Promise<string | undefined> {
    const text = `SELECT t.project_id AS "projectId" FROM tasks t WHERE ${this.visible(context)} AND t.id = $3`;
    const values = [...this.access.parametersOf(context), id];
    return (await this.database.rowByKey<{ projectId: string }>(context, { text }, values))?.projectId;
  }

  /** The projects of tasks, in the order of their ids. */
  async findProjectIds(context: RequestContext, ids: readonly string[]): Promise<string[]> {
    const text = `SELECT DISTINCT t.project_id AS "projectId" FROM tasks t
      WHERE ${this.visible(context)} AND t.id = ANY ($3::uuid[]) ORDER BY 1`;
    const values = [...this.access.parametersOf(context), ids];
    return (await this.database.rows<{ projectId: string }>(context, { text }, values)).map((row) => row.projectId);
  }

  /** In the order of the ids. */
  findByIds(context: RequestContext, ids: readonly string[]): Promise<(TaskResponse & { hasExtras: boolean })[]> {
    const text = this.selectByIds(context, `${selectFields()}, t.has_extras AS "hasExtras"`);
    return this.database.rows(context, { text }, [...this.access.parametersOf(context), ids]);
  }

  /** As `findByIds`, with descriptions of at most `longest` bytes; undefined when all take more than `room` bytes. */
  findShortened(
    context: RequestContext,
    ids: readonly string[],
    longest: number,
    room: number,
  ): Promise<TaskResponse[] | undefined> {
    const text = this.selectByIds(context, selectShortened('$4'));
    return this.database.rowsWithin(context, { text }, [...this.access.parametersOf(context), ids, longest], room);
  }

  /** The ids of at most `most` tasks `t`, by id. */
  async findIdsWhere(context: RequestContext, conditions: Conditions, most: number): Promise<string[]> {
    const text = `SELECT t.id FROM tasks t WHERE ${conditions.where} ORDER BY t.id LIMIT ${most}`;
    const rows = await this.database.rows<{ id: string }>(context, { text }, conditions.values);
    return rows.map(({ id }) => id);
  }

  /** How many tasks `t` there are. */
  async countWhere(context: RequestContext, conditions: Conditions): Promise<number> {
    const text = `SELECT count(*) AS tasks FROM tasks t WHERE ${conditions.where}`;
    const found = await this.database.row<{ tasks: number }>(context, { text }, conditions.values);
    return found?.tasks ?? 0;
  }

  /** The tasks at the other end of the blockers of a task. */
  selectAcross(
    context: RequestContext,
    taskId: string,
    { from, to }: Record<'from' | 'to', 'task_id' | 'blocker_id'>,
  ): ListStatement {
    return {
      select: `SELECT ${selectFields()} FROM task_blockers tb
        JOIN tasks t ON t.company_id = tb.company_id AND t.id = tb.${to}
        WHERE ${this.visible(context)} AND tb.company_id = $1 AND tb.${from} = $3`,
      values: [...this.access.parametersOf(context), taskId],
      orderBy: 't.created_at, t.id',
    };
  }

  private selectByIds(context: RequestContext, fields: string): string {
    return `SELECT ${fields} FROM unnest($3::uuid[]) WITH ORDINALITY m (id, n)
        JOIN tasks t ON t.company_id = $1 AND t.id = m.id
      WHERE ${this.visible(context)} ORDER BY m.n`;
  }

  /** The statement of a task by id, made once for each name. */
  private detail(context: RequestContext): Statement {
    const name = this.access.nameOf(context, 'task-by-id');
    const made = name && this.details.get(name);
    if (made) return made;
    const text = `SELECT ${selectFields()}, a.name AS "assigneeName", ${LABELS},
        t.has_extras OR t.mentions IS NOT NULL OR t.delegate_id IS NOT NULL AS "hasExtras",
        tw.unwatched IS NOT TRUE AND (${isWatcher('t', 'tw', '$2')} OR pw.level IS NOT DISTINCT FROM 'all') AS watching,
        ${context.agent ? 'NULL::json' : askedOf('t', '$2')} AS asked, ${INCLUDED.code.column}
      FROM tasks t ${INCLUDED.assignee.join}
        LEFT JOIN task_watchers tw ON tw.company_id = $1 AND tw.task_id = t.id AND tw.user_id = $2
        LEFT JOIN project_watches pw ON pw.company_id = $1 AND pw.project_id = t.project_id AND pw.user_id = $2
      WHERE ${this.visible(context)} AND t.id = $3`;
    const statement = { name, text };
    if (name) this.details.set(name, statement);
    return statement;
  }

  /** Of the company, and reachable. */
  private visible(context: RequestContext): string {
    return `t.company_id = $1 AND ${this.access.conditionOn(context, 't.project_id')}`;
  }
}
