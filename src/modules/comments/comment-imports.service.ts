import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { jsonBytes } from '#common/http/json-bytes.js';
import { momentAfter } from '#common/database/timestamp.column.js';
import type { NamedReference } from '#common/http/named-reference.dto.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import type { responseOf } from '#modules/tasks/changes/task-locks.service.js';
import { CommentsRepository } from './comments.repository.js';

export type CommentedTask = ReturnType<typeof responseOf>;

/** A comment that comes from elsewhere, with its date. */
export interface ImportedComment {
  readonly task: CommentedTask;
  /** Null: the colleague wrote it by itself. */
  readonly author: NamedReference | null;
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
  constructor(private readonly rows: CommentsRepository) {}

  /** Stores new comments; their ids, in their order. */
  async create(
    tx: TransactionContext,
    comments: readonly ImportedComment[],
  ): Promise<{ ids: string[]; events: DomainEvent[] }> {
    const rows = comments.map((comment) => ({ id: uuidv7(), ...comment }));
    if (rows.length > 0) {
      const stored = rows.map(({ task, author, mentions, ...row }) => ({
        ...row,
        taskId: task.id,
        authorId: author?.id ?? null,
        mentions: mentions.length > 0 ? mentions : null,
      }));
      await this.rows.insertAll(tx, await jsonBytes(stored));
    }
    return { ids: rows.map(({ id }) => id), events: rows.map(commented) };
  }

  /** The comments that are still here, as they are. */
  async findBodies(
    tx: TransactionContext,
    ids: readonly string[],
  ): Promise<Map<string, { body: string; updatedAt: string }>> {
    return ids.length === 0 ? new Map() : this.rows.findBodies(tx, ids);
  }

  /** Changes the text; the new `updatedAt`. */
  async update(tx: TransactionContext, id: string, body: string, before: string): Promise<string> {
    const updatedAt = momentAfter(before);
    await this.rows.setBody(tx, id, body, updatedAt);
    return updatedAt;
  }

  remove(tx: TransactionContext, ids: readonly string[]): Promise<void> {
    return this.rows.deleteByIds(tx, ids);
  }
}

function commented(row: ImportedComment & { id: string }): DomainEvent {
  const { id, task, author, colleague, body, createdAt, updatedAt } = row;
  const comment = {
    id,
    taskId: task.id,
    authorId: author?.id ?? null,
    author: colleague
      ? { ...colleague, type: 'colleague' as const }
      : { id: author?.id ?? '', name: author?.name ?? '', type: 'user' as const },
    body,
    createdAt,
    updatedAt,
  };
  return { name: 'task.commented', projectId: task.projectId, data: { ...task, comment } };
}
