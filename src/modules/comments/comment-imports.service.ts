import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { jsonBytes } from '#common/http/json-bytes.js';
import { momentAfter } from '#common/database/timestamp.column.js';
import type { NamedReference } from '#common/http/named-reference.dto.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import type { responseOf } from '#modules/tasks/changes/task-locks.service.js';

export type CommentedTask = ReturnType<typeof responseOf>;

/** A comment that comes from elsewhere, with its date. */
export interface ImportedComment {
  readonly task: CommentedTask;
  readonly author: NamedReference;
  readonly body: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The users whom it names. They are not told. */
  readonly mentions: readonly string[];
  /** The virtual colleague that wrote it elsewhere. */
  readonly colleague: { readonly id: string; readonly name: string } | undefined;
}

/** Comments that come in from elsewhere and go again. Nobody is told of them. */
@Injectable()
export class CommentImports {
  constructor(private readonly database: Database) {}

  /** Stores new comments; their ids, in their order. */
  async create(
    tx: TransactionContext,
    comments: readonly ImportedComment[],
  ): Promise<{ ids: string[]; events: DomainEvent[] }> {
    const rows = comments.map((comment) => ({ id: uuidv7(), ...comment }));
    if (rows.length > 0) {
      const text = `INSERT INTO comments (company_id, id, task_id, author_id, author_colleague, body, mentions, created_at, updated_at)
        SELECT $1, n.id, n."taskId", n."authorId", n.colleague, n.body, n.mentions, n."createdAt", n."updatedAt"
        FROM json_to_recordset($2::json) n (id uuid, "taskId" uuid, "authorId" uuid, colleague json, body text, mentions uuid[],
          "createdAt" timestamptz, "updatedAt" timestamptz)`;
      const stored = rows.map(({ task, author, mentions, ...row }) => ({
        ...row,
        taskId: task.id,
        authorId: author.id,
        mentions: mentions.length > 0 ? mentions : null,
      }));
      await this.database.execute(tx, { text }, [tx.companyId, await jsonBytes(stored)]);
    }
    return { ids: rows.map(({ id }) => id), events: rows.map(commented) };
  }

  /** The comments that are still here, as they are. */
  async find(
    tx: TransactionContext,
    ids: readonly string[],
  ): Promise<Map<string, { body: string; updatedAt: string }>> {
    if (ids.length === 0) return new Map();
    const text = `SELECT id, body, updated_at AS "updatedAt" FROM comments WHERE company_id = $1 AND id = ANY ($2::uuid[])`;
    const rows = await this.database.rows<{ id: string; body: string; updatedAt: string }>(tx, { text }, [
      tx.companyId,
      ids,
    ]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Changes the text; the new `updatedAt`. */
  async update(tx: TransactionContext, id: string, body: string, before: string): Promise<string> {
    const updatedAt = momentAfter(before);
    const text = 'UPDATE comments SET body = $3, updated_at = $4, mentions = NULL WHERE company_id = $1 AND id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, id, body, updatedAt]);
    return updatedAt;
  }

  async remove(tx: TransactionContext, ids: readonly string[]): Promise<void> {
    const text = 'DELETE FROM comments WHERE company_id = $1 AND id = ANY ($2::uuid[])';
    await this.database.execute(tx, { text }, [tx.companyId, ids]);
  }
}

function commented(row: ImportedComment & { id: string }): DomainEvent {
  const { id, task, author, colleague, body, createdAt, updatedAt } = row;
  const comment = {
    id,
    taskId: task.id,
    authorId: author.id,
    author: colleague
      ? { ...colleague, type: 'colleague' as const }
      : { id: author.id, name: author.name, type: 'user' as const },
    body,
    createdAt,
    updatedAt,
  };
  return { name: 'task.commented', projectId: task.projectId, data: { ...task, comment } };
}
