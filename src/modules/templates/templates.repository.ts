import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { columnsOf } from '#core/database/schema/columns.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { DeclaresNamingTables, type NamingTable } from '#modules/users/user.hooks.js';
import { usesTemplate } from '#schema/recurrences.js';
import { LABELS_OF_TASK, selectFields } from '#schema/tasks.js';
import type { TaskResponse } from '#modules/tasks/task.dto.js';
import { MOST_SUBTASKS } from './task-content.dto.js';
import type { TemplateResponse, TemplatesQuery } from './template.dto.js';
import { Template } from './template.entity.js';

const COLUMNS = columnsOf(Template, 'e');

/** A task with its labels. */
export type LabelledTask = TaskResponse & { readonly labels: readonly { readonly id: string }[] };

/** The templates that a caller sees: those of the company, and of projects within reach. */
@Injectable()
export class TemplatesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly access: ProjectAccess,
  ) {}

  @DeclaresNamingTables()
  namingTables(): NamingTable[] {
    return [
      {
        table: 'templates',
        columns: {
          name: { type: 'text', hand: 'typed' },
          description: { type: 'text', hand: 'typed' },
          task: { type: 'jsonb', hand: 'typed' },
          subtasks: { type: 'jsonb', hand: 'typed' },
        },
      },
    ];
  }

  findPage(
    context: RequestContext,
    { projectId, ...page }: TemplatesQuery,
    toItem: (row: Template) => TemplateResponse,
  ): Promise<List<TemplateResponse>> {
    const conditions = this.visible(context);
    if (projectId) {
      conditions.add(`(e.project_id IS NULL OR e.project_id = ANY (${conditions.parameter(projectId)}::uuid[]))`);
    }
    return this.lists.find<Template, TemplateResponse>(context, page, {
      select: selectTemplates(conditions),
      values: conditions.values,
      orderBy: 'e.name COLLATE alphabet, e.id',
      toItem,
    });
  }

  /** Undefined when the caller does not see it. */
  findVisible(context: RequestContext, id: string): Promise<Template | undefined> {
    const conditions = this.visible(context);
    conditions.add(`e.id = ${conditions.parameter(id)}`);
    return this.database.row<Template>(context, { text: selectTemplates(conditions) }, conditions.values);
  }

  /** Nobody deletes it until the transaction ends. False: it is gone. */
  async keepTemplate(tx: TransactionContext, id: string): Promise<boolean> {
    const text = 'SELECT FROM templates WHERE company_id = $1 AND id = $2 FOR KEY SHARE';
    return (await this.database.row(tx, { text }, [tx.companyId, id])) !== undefined;
  }

  async countAll(tx: TransactionContext): Promise<number> {
    const text = 'SELECT count(*) AS count FROM templates WHERE company_id = $1';
    return (await this.database.row<{ count: number }>(tx, { text }, [tx.companyId]))?.count ?? 0;
  }

  /** Whether a recurrence makes its tasks from it; none begins to until the transaction ends. */
  async isUsed(tx: TransactionContext, id: string): Promise<boolean> {
    const lock = 'SELECT FROM templates WHERE company_id = $1 AND id = $2 FOR UPDATE';
    await this.database.execute(tx, { text: lock }, [tx.companyId, id]);
    const text = `SELECT FROM templates x WHERE x.company_id = $1 AND x.id = $2 AND ${usesTemplate('x')}`;
    return (await this.database.row(tx, { text }, [tx.companyId, id])) !== undefined;
  }

  /** As they are compared, of a project or of the company. */
  async findNames(tx: TransactionContext, projectId: string | null): Promise<string[]> {
    const text = `SELECT folded(name) AS name FROM templates
      WHERE company_id = $1 AND ($2::uuid IS NULL AND project_id IS NULL OR project_id = $2)`;
    const rows = await this.database.rows<{ name: string }>(tx, { text }, [tx.companyId, projectId]);
    return rows.map(({ name }) => name);
  }

  /** A task, then the first of its subtasks. */
  async findTasks(context: RequestContext, taskId: string): Promise<LabelledTask[]> {
    const select = `SELECT ${selectFields()}, ${LABELS_OF_TASK} AS labels FROM tasks t WHERE t.company_id = $1`;
    const text = `(${select} AND t.id = $2) UNION ALL (${select} AND t.parent_id = $2 ORDER BY t.rank LIMIT ${MOST_SUBTASKS})`;
    const rows = await this.database.rows<LabelledTask>(context, { text }, [context.companyId, taskId]);
    const below = rows.filter(({ id }) => id !== taskId).toSorted((one, other) => (one.rank < other.rank ? -1 : 1));
    return [...rows.filter(({ id }) => id === taskId), ...below];
  }

  private visible(context: RequestContext): Conditions {
    return new Conditions(this.access.parametersOf(context))
      .add('e.company_id = $1')
      .add(`(e.project_id IS NULL OR ${this.access.conditionOnMany(context, 'e.project_id')})`);
  }
}

function selectTemplates(conditions: Conditions): string {
  return `SELECT ${COLUMNS} FROM templates e WHERE ${conditions.where}`;
}
