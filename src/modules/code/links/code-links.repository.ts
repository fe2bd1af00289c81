import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { OWN_WORK_CONTEXT, type RequestContext, type TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { columnName, columnsOf } from '#core/database/schema/columns.js';
import type { CheckState } from '#schema/code.js';
import { isGone } from '#schema/trash.js';
import { DeclaresNamingTables, type NamingTable } from '#modules/users/user.hooks.js';
import { CodeLink } from './code-link.entity.js';
import type { CodeLinkResponse } from './code-links.dto.js';

/** Links of a task: of more the oldest commits go. */
export const MOST_LINKS = 500;

const KEPT = [
  'companyId',
  'id',
  'taskId',
  'connectionId',
  'key',
  'kind',
  'repository',
  'number',
  'title',
  'url',
  'state',
  'stateAt',
  'textAt',
  'closes',
  'branch',
  'targetBranch',
  'defaultBranches',
  'isFork',
  'checks',
  'head',
  'headAt',
  'review',
  'reviewAt',
  'authorName',
  'authorUserId',
  'facts',
  'moved',
  'given',
  'isRemoved',
  'at',
] as const satisfies readonly (keyof CodeLink)[];

const IDENTITY: readonly string[] = ['companyId', 'id', 'taskId', 'key'];
const JSON_COLUMNS: readonly string[] = ['facts', 'moved'];

const WRITE = {
  name: 'code-write-link',
  text: `INSERT INTO code_links (${KEPT.map(columnName).join(', ')}) VALUES (${KEPT.map((_, index) => `$${index + 1}`).join(', ')})
    ON CONFLICT (company_id, task_id, key) DO UPDATE SET ${KEPT.filter((name) => !IDENTITY.includes(name))
      .map((name) => `${columnName(name)} = excluded.${columnName(name)}`)
      .join(', ')}`,
};

const SHOWN = `l.id, l.connection_id AS "connectionId", l.kind, l.repository, l.number, l.title, l.url, l.state, l.closes, l.branch,
  l.target_branch AS "targetBranch", l.checks, l.review,
  json_build_object('name', l.author_name, 'userId', l.author_user_id) AS author, l.at`;

/** Branches, commits and pull requests of tasks. */
@Injectable()
export class CodeLinksRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  @DeclaresNamingTables()
  namingTables(): NamingTable[] {
    return [
      {
        table: 'code_links',
        columns: { title: { type: 'text', hand: 'typed' }, author_name: { type: 'text', hand: 'made' } },
      },
    ];
  }

  /** The newest first. */
  findOfTask(context: RequestContext, taskId: string, query: PageQuery): Promise<List<CodeLinkResponse>> {
    return this.lists.find<CodeLinkResponse>(context, query, {
      select: `SELECT ${SHOWN} FROM code_links l WHERE l.company_id = $1 AND l.task_id = $2 AND NOT l.is_removed`,
      values: [context.companyId, taskId],
      orderBy: 'l.at DESC, l.id DESC',
    });
  }

  async findShown(tx: TransactionContext, taskId: string, key: string): Promise<CodeLinkResponse> {
    const text = `SELECT ${SHOWN} FROM code_links l WHERE l.company_id = $1 AND l.task_id = $2 AND l.key = $3`;
    return (await this.database.row<CodeLinkResponse>(tx, { text }, [tx.companyId, taskId, key])) as CodeLinkResponse;
  }

  /** What is known of a thing, of each of its tasks; what was taken away, too. */
  findOfThing(tx: TransactionContext, key: string): Promise<CodeLink[]> {
    const text = `SELECT ${columnsOf(CodeLink, 'l')} FROM code_links l WHERE l.company_id = $1 AND l.key = $2 ORDER BY l.task_id`;
    return this.database.rows<CodeLink>(tx, { name: 'code-links-of-thing', text }, [tx.companyId, key]);
  }

  /** Those of the tasks that are there, and not in the trash. */
  async findPresent(tx: TransactionContext, taskIds: readonly string[]): Promise<{ id: string; tid: string }[]> {
    if (taskIds.length === 0) return [];
    const text = 'SELECT t.id, t.tid FROM tasks t WHERE t.company_id = $1 AND t.id = ANY ($2::uuid[]) ORDER BY t.tid';
    return this.database.rows(tx, { name: 'code-present-tasks', text }, [tx.companyId, taskIds]);
  }

  async countOfTask(tx: TransactionContext, taskId: string): Promise<number> {
    const text = `SELECT count(*)::integer AS count FROM code_links l WHERE l.company_id = $1 AND l.task_id = $2 AND NOT l.is_removed`;
    return (await this.database.row<{ count: number }>(tx, { text }, [tx.companyId, taskId]))?.count ?? 0;
  }

  async writeLink(tx: TransactionContext, link: CodeLink): Promise<void> {
    const values = KEPT.map((name) => {
      const value = link[name];
      return JSON_COLUMNS.includes(name) && value !== null ? JSON.stringify(value) : value;
    });
    await this.database.execute(tx, WRITE, values);
  }

  /** Gives the checks of a commit to the pull requests that it is the newest of, and says whose these are. */
  async setChecks(tx: TransactionContext, sha: string, checks: CheckState | null): Promise<string[]> {
    const text = `UPDATE code_links SET checks = $3 WHERE company_id = $1 AND head = $2 RETURNING task_id AS "taskId"`;
    const rows = await this.database.rows<{ taskId: string }>(tx, { name: 'code-set-checks', text }, [
      tx.companyId,
      sha,
      checks,
    ]);
    return rows.map(({ taskId }) => taskId);
  }

  /** Makes room in a task that has got a link: the oldest commits go. */
  async trimCommits(tx: TransactionContext, taskId: string): Promise<void> {
    const text = `DELETE FROM code_links WHERE company_id = $1 AND id IN (
      SELECT l.id FROM code_links l WHERE l.company_id = $1 AND l.task_id = $2 AND l.kind = 'commit' ORDER BY l.at, l.id
      LIMIT greatest((SELECT count(*) FROM code_links a WHERE a.company_id = $1 AND a.task_id = $2 AND NOT a.is_removed) - ${MOST_LINKS}, 0))`;
    await this.database.execute(tx, { name: 'code-trim', text }, [tx.companyId, taskId]);
  }

  /** Takes one away, for good: no event brings it back. False: it is gone already. */
  async removeLink(tx: TransactionContext, taskId: string, id: string): Promise<boolean> {
    const text = `UPDATE code_links SET is_removed = true WHERE company_id = $1 AND task_id = $2 AND id = $3 AND NOT is_removed`;
    return (await this.database.execute(tx, { text }, [tx.companyId, taskId, id])) > 0;
  }

  /** Those of tasks that never come back. */
  async deleteGone(): Promise<void> {
    const text = `DELETE FROM code_links WHERE ${isGone('code_links.task_id', 'code_links.company_id')}`;
    await this.database.execute(OWN_WORK_CONTEXT, { text });
  }
}
