import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import type { LinkType } from '#schema/task-links.js';
import type { TaskLink } from './task-link.entity.js';
import type { TaskLinkResponse } from './task-links.dto.js';

/** The columns of the link `l` as the task of an id, which is SQL, shows it; `t` is the other task. */
function shownTo(taskId: string): string {
  return `l.id, l.type, CASE WHEN l.duplicate_id = ${taskId} THEN 'out' WHEN l.duplicate_id IS NOT NULL THEN 'in' END AS direction,
    json_build_object('id', t.id, 'tid', t.tid, 'title', t.title, 'status', t.status) AS task`;
}

/** Joins the link `l` to the other task `t` of the task of an id. */
function otherOf(taskId: string): string {
  return `t.company_id = l.company_id AND t.id = CASE WHEN l.first_id = ${taskId} THEN l.second_id ELSE l.first_id END`;
}

const isOf = (taskId: string): string => `(l.first_id = ${taskId} OR l.second_id = ${taskId})`;

/** Which tasks have to do with each other. */
@Injectable()
export class TaskLinksRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly access: ProjectAccess,
  ) {}

  /** Those whose other task the caller reaches, the oldest first. */
  findOfTask(context: RequestContext, taskId: string, query: PageQuery): Promise<List<TaskLinkResponse>> {
    return this.lists.find<TaskLinkResponse>(context, query, {
      select: `SELECT ${shownTo('$3::uuid')} FROM task_links l JOIN tasks t ON ${otherOf('$3::uuid')}
        WHERE l.company_id = $1 AND ${isOf('$3::uuid')} AND t.company_id = $1 AND ${this.access.conditionOnMany(context, 't.project_id')}`,
      values: [...this.access.parametersOf(context), taskId],
      orderBy: 'l.created_at, l.id',
    });
  }

  /** The link of an id, of this task. */
  findById(tx: TransactionContext, taskId: string, id: string): Promise<TaskLink | undefined> {
    const text = `SELECT l.id, l.type, l.first_id AS "firstId", l.second_id AS "secondId", l.duplicate_id AS "duplicateId"
      FROM task_links l WHERE l.company_id = $1 AND l.id = $3 AND ${isOf('$2::uuid')}`;
    return this.database.row(tx, { text }, [tx.companyId, taskId, id]);
  }

  /** How many links the task has. */
  async countOfTask(tx: TransactionContext, taskId: string): Promise<number> {
    const text = `SELECT count(*)::integer AS count FROM task_links l WHERE l.company_id = $1 AND ${isOf('$2::uuid')}`;
    return (await this.database.row<{ count: number }>(tx, { text }, [tx.companyId, taskId]))?.count ?? 0;
  }

  /** The ids of those that are new: of the others, the two tasks have one of the type already. */
  async insertLinks(tx: TransactionContext, links: readonly Omit<TaskLink, 'companyId'>[]): Promise<Set<string>> {
    const text = `INSERT INTO task_links (company_id, id, type, first_id, second_id, duplicate_id, created_at)
      SELECT $1, n.id, n.type, n."firstId", n."secondId", n."duplicateId", n."createdAt"
      FROM json_to_recordset($2::json) n (id uuid, type text, "firstId" uuid, "secondId" uuid, "duplicateId" uuid, "createdAt" timestamptz)
      ON CONFLICT (company_id, first_id, second_id, type) DO NOTHING RETURNING id`;
    const rows = await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, JSON.stringify(links)]);
    return new Set(rows.map(({ id }) => id));
  }

  /** How many of them were there. */
  deleteLinks(tx: TransactionContext, ids: readonly string[]): Promise<number> {
    const text = 'DELETE FROM task_links WHERE company_id = $1 AND id = ANY ($2::uuid[])';
    return this.database.execute(tx, { text }, [tx.companyId, ids]);
  }
}

/** A link between two tasks; the first is the duplicate when it is of that type. */
export function linkOf(id: string, type: LinkType, [from, to]: readonly [string, string], createdAt: string) {
  const [firstId, secondId] = from < to ? [from, to] : [to, from];
  return { id, type, firstId, secondId, duplicateId: type === 'duplicates' ? from : null, createdAt };
}
