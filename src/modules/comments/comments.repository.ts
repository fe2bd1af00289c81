import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { NamedReference } from '#common/http/named-reference.dto.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { isShortened, shortened } from '#core/database/lists/shortened-text.js';
import { selectReaders } from '#schema/project-reach.js';
import { mentionsOf } from '#schema/mentions.js';
import { CommentDetailResponse } from './comment.dto.js';
import { watchesProject } from '#schema/colleagues.js';
import { COMMENT_AUTHOR } from '#schema/comments.js';

const FROM_COMMENTS = `FROM comments c LEFT JOIN users u ON u.company_id = c.company_id AND u.id = c.author_id`;

const selectComments = (body: string) => `SELECT c.id, c.task_id AS "taskId", c.author_id AS "authorId",
    ${COMMENT_AUTHOR} AS author, ${body}, ${mentionsOf('c.mentions')} AS mentions,
    c.created_at AS "createdAt", c.updated_at AS "updatedAt"`;

const SELECT_COMMENTS = `${selectComments('c.body')} ${FROM_COMMENTS}`;

const OF_TASK = 'WHERE c.company_id = $1 AND c.task_id = $2';

const NEWEST = `${FROM_COMMENTS} ${OF_TASK} ORDER BY c.created_at DESC, c.id DESC LIMIT $3`;

const SELECT_NEWEST: Statement = {
  name: 'newest-comments',
  text: `${selectComments(`${shortened('c.body', '$4')} AS body`)},
    CASE WHEN ${isShortened('c.body', '$4')} THEN true END AS truncated ${NEWEST}`,
};

const SELECT_SIZES: Statement = { text: `SELECT octet_length(c.body) AS bytes ${NEWEST}` };

/** How many comments, of how many bytes each and together. */
export interface CommentLimits {
  readonly most: number;
  readonly longest: number;
  readonly room: number;
}

/** Comments as they are shown, and those that come in from elsewhere. */
@Injectable()
export class CommentsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  /** The colleagues that a comment in the project may name: whose name no person who reaches the project has. */
  findColleaguesOfProject(context: RequestContext, projectId: string): Promise<NamedReference[]> {
    const text = `SELECT c.id, c.name FROM virtual_colleagues c
      WHERE c.company_id = $1 AND ${watchesProject('c', '$2')}
        AND folded(c.name) NOT IN (${selectReaders('folded(u.name)')}) ORDER BY c.id`;
    return this.database.rows(context, { text }, [context.companyId, projectId]);
  }

  findOfTask(context: RequestContext, taskId: string, query: PageQuery): Promise<List<CommentDetailResponse>> {
    return this.lists.find<CommentDetailResponse>(context, query, {
      select: `${SELECT_COMMENTS} ${OF_TASK}`,
      values: [context.companyId, taskId],
      orderBy: 'c.created_at, c.id',
    });
  }

  findNewestFirst(
    context: RequestContext,
    taskId: string,
    { most, longest, room }: CommentLimits,
  ): Promise<CommentDetailResponse[] | undefined> {
    const values = [context.companyId, taskId, most, longest];
    return this.database.rowsWithin<CommentDetailResponse>(context, SELECT_NEWEST, values, room);
  }

  async findSizes(context: RequestContext, taskId: string, most: number): Promise<number[]> {
    const values = [context.companyId, taskId, most];
    return (await this.database.rows<{ bytes: number }>(context, SELECT_SIZES, values)).map(({ bytes }) => bytes);
  }

  findById(context: RequestContext, id: string): Promise<CommentDetailResponse | undefined> {
    const text = `${SELECT_COMMENTS} WHERE c.company_id = $1 AND c.id = $2`;
    return this.database.row<CommentDetailResponse>(context, { text }, [context.companyId, id]);
  }

  /** `rows` are JSON. */
  async insertAll(tx: TransactionContext, rows: Buffer): Promise<void> {
    const text = `INSERT INTO comments (company_id, id, task_id, author_id, author_colleague, body, mentions, created_at, updated_at)
        SELECT $1, n.id, n."taskId", n."authorId", n.colleague, n.body, n.mentions, n."createdAt", n."updatedAt"
        FROM json_to_recordset($2::json) n (id uuid, "taskId" uuid, "authorId" uuid, colleague json, body text, mentions uuid[],
          "createdAt" timestamptz, "updatedAt" timestamptz)`;
    await this.database.execute(tx, { text }, [tx.companyId, rows]);
  }

  async findBodies(
    tx: TransactionContext,
    ids: readonly string[],
  ): Promise<Map<string, { body: string; updatedAt: string }>> {
    const text = `SELECT id, body, updated_at AS "updatedAt" FROM comments WHERE company_id = $1 AND id = ANY ($2::uuid[])`;
    const rows = await this.database.rows<{ id: string; body: string; updatedAt: string }>(tx, { text }, [
      tx.companyId,
      ids,
    ]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  async setBody(tx: TransactionContext, id: string, body: string, updatedAt: string): Promise<void> {
    const text = 'UPDATE comments SET body = $3, updated_at = $4, mentions = NULL WHERE company_id = $1 AND id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, id, body, updatedAt]);
  }

  async deleteByIds(tx: TransactionContext, ids: readonly string[]): Promise<void> {
    const text = 'DELETE FROM comments WHERE company_id = $1 AND id = ANY ($2::uuid[])';
    await this.database.execute(tx, { text }, [tx.companyId, ids]);
  }
}
