import { Injectable } from '@nestjs/common';
import { RateLimitExceededError } from '#common/errors/app-error.js';
import {
  type DatabaseContext,
  OWN_WORK_CONTEXT,
  type RequestContext,
  type Transaction,
  type TransactionContext,
} from '../company-scope/request-context.js';
import { Database, type Statement } from '../database/database.js';
import type { Insertion } from '../database/schema/insertion.js';
import type { StoredResponse } from './stored-response.entity.js';

/** The owner of the key, and the request that it belongs to. */
export interface KeyUse extends Pick<StoredResponse, 'companyId' | 'ownerId' | 'key' | 'requestHash'> {
  /** Identifies the key among all. */
  readonly lockId: string;
}

/** Whether a key can be used: `outdated` with an answer that is too old, or the claim of a request that died. */
export type KeyState = 'unused' | 'outdated' | 'in use';

/** What a key has been used for; `body` is also null when it is too large to be read at once. */
export interface FoundAnswer extends Pick<
  StoredResponse,
  'requestHash' | 'status' | 'body' | 'etag' | 'shownOnce' | 'size'
> {
  /** The answer is too old, or the request died: the key can be used again. */
  readonly isOutdated: boolean;
}

/** What is kept: `status` is null while the request is under way. */
export type AnswerToKeep = Pick<StoredResponse, 'status' | 'body' | 'etag' | 'shownOnce'>;

/** Bytes of a company's answers, and until when they are believed, as `performance.now()` tells. */
interface Sum {
  bytes: number;
  until: number;
}

/** Keys of one owner that are taken with one statement. */
interface Taking {
  readonly lockIds: string[];
  readonly keys: string[];
  readonly states: Promise<{ state: KeyState }[]>;
}

/** Seconds that a request of several transactions counts as under way without saying so again. */
const CLAIM_SECONDS = 30;

/** How long an answer is kept. */
const RETENTION = `interval '24 hours'`;
/** Bytes of one company's answers together. */
const MOST_BYTES = 256 * 1024 * 1024;
/** Bytes that an answer takes besides its body, about. */
const OVERHEAD = 256;
/** Bytes of a body that is read at once. */
const PIECE = 512 * 1024;
/** Milliseconds for which the sum of a company's answers is believed; those of this process are added meanwhile. */
const SUM_TRUSTED = 10_000;
/** Companies whose sum is remembered. */
const MOST_SUMS = 10_000;
/** Seconds until answers are cleared away again. */
const RETRY_AFTER = 3_600;

const WHERE_KEY = 'company_id = $1 AND owner_id = $2 AND key = $3';
const IS_OUTDATED = `((a.claimed_until <= now()) IS TRUE OR a.created_at <= now() - ${RETENTION})`;

const SELECT_ANSWER: Statement = {
  name: 'select-kept-answer',
  text: `SELECT request_hash AS "requestHash", status, etag, shown_once AS "shownOnce", size,
      CASE WHEN size <= ${PIECE} THEN body END AS body, ${IS_OUTDATED} AS "isOutdated"
    FROM stored_responses a WHERE ${WHERE_KEY}`,
};

/** Locks keys until the transaction ends. It looks each answer up by itself, as a join might read all of them. */
const TAKE_KEYS: Statement = {
  name: 'take-idempotency-keys',
  text: `SELECT CASE
        WHEN NOT pg_try_advisory_xact_lock(k.lock_id) THEN 'in use'
        ELSE coalesce((SELECT CASE WHEN ${IS_OUTDATED} THEN 'outdated' ELSE 'in use' END
          FROM stored_responses a WHERE a.company_id = $1 AND a.owner_id = $2 AND a.key = k.key), 'unused')
      END AS state
    FROM unnest($3::bigint[], $4::text[]) AS k (lock_id, key)`,
};

const DELETE_OUTDATED: Statement = { text: `DELETE FROM stored_responses a WHERE ${WHERE_KEY} AND ${IS_OUTDATED}` };

/** Citus allows no `now()` in a CASE of a statement that writes. */
const claimedUntil = (status: string) =>
  `now() + CASE WHEN ${status}::smallint IS NULL THEN interval '${CLAIM_SECONDS} s' END`;

const KEEP_ANSWERS: Insertion = {
  name: 'keep-answers',
  into: `stored_responses (company_id, owner_id, key, request_hash, status, body, etag, shown_once, size,
      claimed_until, created_at)`,
  row: ([company, owner, key, hash, status = '', ...values]) =>
    [company, owner, key, hash, status, ...values, claimedUntil(status), 'now()'].join(', '),
};

const REPLACE_CLAIM: Statement = {
  text: `UPDATE stored_responses SET request_hash = $4, status = $5, body = $6, etag = $7, shown_once = $8, size = $9,
      claimed_until = ${claimedUntil('$5')}, created_at = now()
    WHERE ${WHERE_KEY} AND status IS NULL`,
};

/** The answers of POSTs with an Idempotency-Key, of the last 24 hours. */
@Injectable()
export class StoredResponses {
  private readonly taking = new WeakMap<Transaction, Taking>();
  private readonly sums = new Map<string, Sum>();

  constructor(private readonly database: Database) {}

  find(context: DatabaseContext, { companyId, ownerId, key }: KeyUse): Promise<FoundAnswer | undefined> {
    return this.database.rowByKey(context, SELECT_ANSWER, [companyId, ownerId, key]);
  }

  /** The body of an answer, piece by piece: it may be large. */
  async *read(context: DatabaseContext, { companyId, ownerId, key }: KeyUse, { size }: FoundAnswer) {
    const text = `SELECT substring(body FROM $4 FOR ${PIECE}) AS piece FROM stored_responses WHERE ${WHERE_KEY}`;
    for (let from = 0; from < size; from += PIECE) {
      const row = await this.database.row<{ piece: Buffer }>(context, { text }, [companyId, ownerId, key, from + 1]);
      if (!row) throw new Error('The kept answer has been cleared away while it was read');
      if (row.piece.length > 0) yield row.piece;
    }
  }

  /** Takes the key until the transaction ends, unless it is in use. */
  async take(tx: TransactionContext, use: KeyUse): Promise<KeyState> {
    const { lockIds, keys, states } = this.taking.get(tx.transaction) ?? this.takeSoon(tx, use);
    const index = keys.push(use.key) - 1;
    lockIds.push(use.lockId);
    return (await states)[index]?.state ?? 'in use';
  }

  /**
   * Keeps the answer at the end of the transaction, which fails when another request has used the key meanwhile.
   *
   * @throws RateLimitExceededError when there is no room
   */
  async keep(tx: TransactionContext, use: KeyUse, state: KeyState, answer: AnswerToKeep): Promise<void> {
    const values = await this.valuesOf(tx, use, answer);
    if (state === 'outdated') this.database.executeAtEnd(tx, DELETE_OUTDATED, [use.companyId, use.ownerId, use.key]);
    this.database.insertAtEnd(tx, KEEP_ANSWERS, values);
  }

  /**
   * Puts the answer in place of the request's claim; false when the claim is gone.
   *
   * @throws RateLimitExceededError when there is no room
   */
  async replaceClaim(tx: TransactionContext, use: KeyUse, answer: AnswerToKeep): Promise<boolean> {
    return (await this.database.execute(tx, REPLACE_CLAIM, await this.valuesOf(tx, use, answer))) > 0;
  }

  /** The request is still under way. */
  async renewClaim({ companyId, ownerId, key }: KeyUse): Promise<void> {
    const text = `UPDATE stored_responses SET claimed_until = now() + interval '${CLAIM_SECONDS} s'
      WHERE ${WHERE_KEY} AND status IS NULL`;
    await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, ownerId, key]);
  }

  /** The request has failed, and its key is unused. */
  async dropClaim({ companyId, ownerId, key }: KeyUse): Promise<void> {
    const text = `DELETE FROM stored_responses WHERE ${WHERE_KEY} AND status IS NULL`;
    await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, ownerId, key]);
  }

  /** Takes the answers of an erased user away; of others, the bodies that name them. */
  async forget(
    { companyId, ...context }: RequestContext,
    { id, email, name }: { id: string; email: string; name: string },
  ): Promise<void> {
    const own = 'DELETE FROM stored_responses WHERE company_id = $1 AND owner_id = $2';
    await this.database.execute(context, { text: own }, [companyId, id]);
    const text = `UPDATE stored_responses SET body = NULL WHERE company_id = $1
      AND (position($2::bytea IN body) > 0 OR position($3::bytea IN body) > 0)`;
    const searched = [email, name].map((item) => Buffer.from(JSON.stringify(item).slice(1, -1)));
    await this.database.execute(context, { text }, [companyId, ...searched]);
  }

  async deleteOld(): Promise<void> {
    const text = `DELETE FROM stored_responses WHERE created_at <= now() - ${RETENTION}`;
    await this.database.execute(OWN_WORK_CONTEXT, { text });
    this.sums.clear();
  }

  /** @throws RateLimitExceededError when the company's answers would take more than they may */
  async ensureRoom(context: DatabaseContext, companyId: string, size = 0): Promise<void> {
    const sum = await this.sumOf(context, companyId);
    if (sum.bytes + size > MOST_BYTES) {
      const message =
        'The answers kept for Idempotency-Keys of your company take 256 MiB; send the request without a key';
      throw new RateLimitExceededError(RETRY_AFTER, message);
    }
    sum.bytes += size;
  }

  /** The keys that a transaction asks for in one turn of the event loop belong to requests of one owner. */
  private takeSoon(tx: TransactionContext, { companyId, ownerId }: KeyUse): Taking {
    const [lockIds, keys]: [string[], string[]] = [[], []];
    const states = Promise.resolve().then(() => {
      this.taking.delete(tx.transaction);
      return this.database.rows<{ state: KeyState }>(tx, TAKE_KEYS, [companyId, ownerId, lockIds, keys]);
    });
    const taking = { lockIds, keys, states };
    this.taking.set(tx.transaction, taking);
    return taking;
  }

  private async valuesOf(
    tx: TransactionContext,
    { companyId, ownerId, key, requestHash }: KeyUse,
    { status, body, etag, shownOnce }: AnswerToKeep,
  ): Promise<unknown[]> {
    const size = (body?.length ?? 0) + OVERHEAD;
    await this.ensureRoom(tx, companyId, size);
    return [companyId, ownerId, key, requestHash, status, body, etag, shownOnce, size];
  }

  private async sumOf(context: DatabaseContext, companyId: string): Promise<Sum> {
    const sum = this.sums.get(companyId) ?? { bytes: 0, until: 0 };
    if (sum.until > performance.now()) return sum;
    // Read once, whoever asks meanwhile.
    sum.until = performance.now() + SUM_TRUSTED;
    if (this.sums.size >= MOST_SUMS) this.sums.clear();
    this.sums.set(companyId, sum);
    const before = sum.bytes;
    const text = 'SELECT coalesce(sum(size), 0)::float8 AS bytes FROM stored_responses WHERE company_id = $1';
    const row = await this.database.row<{ bytes: number }>(context, { text }, [companyId]).catch((error: unknown) => {
      this.sums.delete(companyId);
      throw error;
    });
    sum.bytes += (row?.bytes ?? 0) - before;
    return sum;
  }
}
