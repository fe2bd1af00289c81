import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { momentAfter } from '../../common/database/timestamp.column.js';
import type { NamedReference } from '../../common/http/named-reference.dto.js';
import type { TransactionContext } from '../../core/company-scope/request-context.js';
import { Database } from '../../core/database/database.js';
import type { DomainEvent } from '../../core/events/domain-event.js';
import type { responseOf } from '../tasks/changes/task-locks.service.js';

export type CommentedTask = ReturnType<typeof responseOf>;

/** A comment that comes from elsewhere, with its date. */
export interface ImportedComment {
  readonly task: CommentedTask;
  readonly author: NamedReference;
  readonly body: string;
  readonly createdAt: string;
}

/** Comments that come in from elsewhere and go again (moving 1). They name nobody: nobody is told. */
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
      const text = `INSERT INTO comments (company_id, id, task_id, author_id, body, created_at, updated_at)
        SELECT $1, n.* FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $6::timestamptz[]) n`;
      await this.database.execute(tx, { text }, [
        tx.companyId,
        rows.map(({ id }) => id),
        rows.map(({ task }) => task.id),
        rows.map(({ author }) => author.id),
        rows.map(({ body }) => body),
        rows.map(({ createdAt }) => createdAt),
      ]);
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

function commented({ id, task, author, body, createdAt }: ImportedComment & { id: string }): DomainEvent {
  const comment = {
    id,
    taskId: task.id,
    authorId: author.id,
    author: { id: author.id, name: author.name, type: 'user' as const },
    body,
    createdAt,
    updatedAt: createdAt,
  };
  return { name: 'task.commented', projectId: task.projectId, data: { ...task, comment } };
}
