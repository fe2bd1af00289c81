import { Injectable, Logger } from '@nestjs/common';
import type { StoreName } from '#config/configuration.js';
import {
  OWN_WORK_CONTEXT,
  type DatabaseContext,
  type RequestContext,
  type TransactionContext,
} from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { PREVIEW_SIZES } from '../attachment.dto.js';
import { FileStores } from './file-stores.service.js';
import { StoreUnavailableError } from './store-unavailable-error.js';

/** Rows of freed bytes that are looked at in one go. */
const BATCH = 100;

export interface BytesKey {
  readonly companyId: string;
  readonly sha256: string;
}

export interface BytesRow extends BytesKey {
  readonly size: number;
  readonly store: StoreName;
}

/** Bytes and what keeps them: `referenceCount` attachments, and uploads that are about to refer to them. */
export interface HeldBytes {
  readonly store: StoreName;
  /** They are there already: another attachment of the company has them. */
  readonly isStored: boolean;
}

/** The key of bytes in each store. */
export function keyOf(companyId: string, sha256: string): string {
  return `${companyId}/${sha256}`;
}

export function previewKeyOf(companyId: string, sha256: string, size: string): string {
  return `${keyOf(companyId, sha256)}.${size}.webp`;
}

/** Comes before all others. */
const FIRST: BytesKey = { companyId: '00000000-0000-0000-0000-000000000000', sha256: '' };

/** Neither an attachment needs the bytes, nor an upload that goes on. */
const isFree = (row: string, moment = 'now()') =>
  `(${row}.reference_count = 0 AND (${row}.hold_count <= 0 OR ${row}.held_until < ${moment}))`;
/** Whether no export of the company may still read the bytes of the row. */
const IS_LET_GO = `NOT EXISTS (SELECT FROM file_keeps k WHERE k.company_id = file_bytes.company_id AND k.kept_until > now())`;
/** Freed at the moment `$5`. */
const isFreed = isFree('file_bytes', '$5::timestamptz');
/** Freed bytes that are stored anew, in another store than before. */
const isReplaced = `${isFreed} AND file_bytes.store <> excluded.store`;

/** Which bytes a company has, where, and who needs them: the same bytes are kept once. */
@Injectable()
export class BytesLedgerRepository {
  private readonly logger = new Logger(BytesLedgerRepository.name);

  constructor(
    private readonly database: Database,
    private readonly stores: FileStores,
  ) {}

  /** Keeps bytes from being deleted for 15 minutes, before they are stored. `release` or `refer` ends it. */
  async holdBytes(context: RequestContext, sha256: string, size: number): Promise<HeldBytes> {
    const text = `INSERT INTO file_bytes (company_id, sha256, size, store, reference_count, hold_count, held_until)
        VALUES ($1, $2, $3, $4, 0, 1, $5::timestamptz + interval '15 minutes')
      ON CONFLICT (company_id, sha256) DO UPDATE SET held_until = greatest(file_bytes.held_until, excluded.held_until),
        hold_count = CASE WHEN ${isFreed} THEN 0 ELSE file_bytes.hold_count END + 1,
        store = CASE WHEN ${isFreed} THEN excluded.store ELSE file_bytes.store END,
        moved_from = CASE WHEN ${isReplaced} THEN file_bytes.store ELSE file_bytes.moved_from END,
        moved_at = CASE WHEN ${isReplaced} THEN $5::timestamptz ELSE file_bytes.moved_at END
      RETURNING store, reference_count > 0 AS "isStored"`;
    const now = new Date().toISOString();
    const values = [context.companyId, sha256, size, this.stores.current.name, now];
    return (await this.database.row<HeldBytes>(context, { text }, values)) as HeldBytes;
  }

  async releaseBytes({ companyId }: RequestContext, sha256: string): Promise<void> {
    const text = `UPDATE file_bytes SET hold_count = hold_count - 1 WHERE company_id = $1 AND sha256 = $2`;
    await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, sha256]);
  }

  /** A preview of them is kept. */
  async addPreview({ companyId }: RequestContext, sha256: string, bytes: number): Promise<void> {
    const text = `UPDATE file_bytes SET preview_bytes = preview_bytes + $3 WHERE company_id = $1 AND sha256 = $2`;
    await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, sha256, bytes]);
  }

  /** Makes of a hold a reference. */
  async addReference(tx: TransactionContext, sha256: string): Promise<void> {
    const text = `UPDATE file_bytes SET hold_count = hold_count - 1, reference_count = reference_count + 1
      WHERE company_id = $1 AND sha256 = $2`;
    const isThere = (await this.database.execute(tx, { text }, [tx.companyId, sha256])) === 1;
    if (!isThere)
      throw new StoreUnavailableError(new Error(`The bytes ${sha256} were deleted before they were referred to`));
  }

  /** One more reference to bytes that a locked file refers to. */
  async copyReference(tx: TransactionContext, sha256: string): Promise<void> {
    const text = 'UPDATE file_bytes SET reference_count = reference_count + 1 WHERE company_id = $1 AND sha256 = $2';
    await this.database.execute(tx, { text }, [tx.companyId, sha256]);
  }

  /** Takes references away; the clean-up deletes what nothing refers to. */
  async dropReferences(tx: DatabaseContext, companyId: string, sha256: string, count = 1): Promise<void> {
    const text = `UPDATE file_bytes SET reference_count = reference_count - $3
      WHERE company_id = $1 AND sha256 = $2`;
    await this.database.execute(tx, { text }, [companyId, sha256, count]);
  }

  /** The store of bytes that an attachment refers to. */
  async findStore(context: DatabaseContext & { companyId: string }, sha256: string): Promise<StoreName | undefined> {
    const text = `SELECT store FROM file_bytes WHERE company_id = $1 AND sha256 = $2`;
    return (await this.database.row<{ store: StoreName }>(context, { text }, [context.companyId, sha256]))?.store;
  }

  /** Whether it is known that no preview can be made of the bytes. */
  async hasNoPreview(context: RequestContext, sha256: string): Promise<boolean> {
    const text = `SELECT FROM file_bytes WHERE company_id = $1 AND sha256 = $2 AND has_no_preview`;
    return (await this.database.row(context, { text }, [context.companyId, sha256])) !== undefined;
  }

  /** Also when its client has hung up meanwhile. */
  async noteNoPreview({ companyId }: RequestContext, sha256: string): Promise<void> {
    const text = `UPDATE file_bytes SET has_no_preview = true WHERE company_id = $1 AND sha256 = $2`;
    await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, sha256]);
  }

  /** Deletes the bytes that nobody needs, and what was moved an hour ago from where it was. */
  async deleteFreed(): Promise<void> {
    const text = `SELECT company_id AS "companyId", sha256 FROM file_bytes WHERE ${isFree('file_bytes')}
      AND ${IS_LET_GO} AND (company_id, sha256) > ($1, $2) ORDER BY company_id, sha256 LIMIT ${BATCH}`;
    await this.inBatches(text, (key) => this.deleteIfFree(key));
    const moved = `SELECT company_id AS "companyId", sha256 FROM file_bytes WHERE moved_at < now() - interval '1 hour'
      AND (company_id, sha256) > ($1, $2) ORDER BY company_id, sha256 LIMIT ${BATCH}`;
    await this.inBatches(moved, (key) => this.deleteMoved(key));
  }

  /** A store that is away keeps its files until it is back. */
  private async inBatches(text: string, work: (key: BytesKey) => Promise<void>): Promise<void> {
    let last: BytesKey | undefined = FIRST;
    while (last) {
      const values: unknown[] = [last.companyId, last.sha256];
      const keys: BytesKey[] = await this.database.rows<BytesKey>(OWN_WORK_CONTEXT, { text }, values);
      for (const key of keys) {
        try {
          await work(key);
        } catch (error) {
          if (!(error instanceof StoreUnavailableError)) throw error;
          this.logger.warn(`The bytes ${key.sha256} are not deleted: ${(error.cause as Error).message}`);
        }
      }
      last = keys.length === BATCH ? keys.at(-1) : undefined;
    }
  }

  private async deleteMoved({ companyId, sha256 }: BytesKey): Promise<void> {
    await this.database.transaction(OWN_WORK_CONTEXT, async (tx) => {
      const text = `UPDATE file_bytes f SET moved_from = NULL, moved_at = NULL FROM file_bytes before
        WHERE f.company_id = $1 AND f.sha256 = $2 AND before.company_id = f.company_id AND before.sha256 = f.sha256
          AND f.moved_at < now() - interval '1 hour' RETURNING before.moved_from AS "movedFrom", f.store`;
      const row = await this.database.row<{ movedFrom: StoreName; store: StoreName }>(tx, { text }, [
        companyId,
        sha256,
      ]);
      if (row && row.movedFrom !== row.store) await this.deleteFrom(row.movedFrom, companyId, sha256);
    });
  }

  /** Under the lock of its row, so that an upload of the same bytes waits and stores them anew. */
  async deleteIfFree({ companyId, sha256 }: BytesKey): Promise<void> {
    await this.database.transaction(OWN_WORK_CONTEXT, async (tx) => {
      const row = await this.database.row<{ store: StoreName; movedFrom: StoreName | null }>(
        tx,
        {
          text: `SELECT store, moved_from AS "movedFrom" FROM file_bytes WHERE company_id = $1 AND sha256 = $2
            AND ${isFree('file_bytes')} AND ${IS_LET_GO} FOR UPDATE SKIP LOCKED`,
        },
        [companyId, sha256],
      );
      if (!row) return;
      for (const store of [row.store, row.movedFrom]) {
        if (store !== null) await this.deleteFrom(store, companyId, sha256);
      }
      await this.database.execute(tx, { text: 'DELETE FROM file_bytes WHERE company_id = $1 AND sha256 = $2' }, [
        companyId,
        sha256,
      ]);
    });
  }

  /** Deletes everything of a company: it goes. */
  async deleteAll(companyId: string): Promise<void> {
    const text = `SELECT sha256, store, moved_from AS "movedFrom" FROM file_bytes WHERE company_id = $1 LIMIT ${BATCH}`;
    type Row = Pick<BytesKey, 'sha256'> & { store: StoreName; movedFrom: StoreName | null };
    for (;;) {
      const rows = await this.database.rows<Row>(OWN_WORK_CONTEXT, { text }, [companyId]);
      if (rows.length === 0) return;
      for (const { sha256, store, movedFrom } of rows) {
        for (const name of [store, movedFrom]) if (name !== null) await this.deleteFrom(name, companyId, sha256);
      }
      const gone = 'DELETE FROM file_bytes WHERE company_id = $1 AND sha256 = ANY ($2::text[])';
      await this.database.execute(OWN_WORK_CONTEXT, { text: gone }, [companyId, rows.map(({ sha256 }) => sha256)]);
    }
  }

  /** All bytes that attachments refer to, or those that are not in one store. */
  async *walkBytes({ outside }: { outside?: StoreName } = {}): AsyncGenerator<BytesRow> {
    const text = `SELECT company_id AS "companyId", sha256, size, store FROM file_bytes
      WHERE reference_count > 0 AND ($3::text IS NULL OR store <> $3) AND (company_id, sha256) > ($1, $2)
      ORDER BY company_id, sha256 LIMIT ${BATCH}`;
    let last: BytesKey | undefined = FIRST;
    while (last) {
      const values: unknown[] = [last.companyId, last.sha256, outside ?? null];
      const rows: BytesRow[] = await this.database.rows<BytesRow>(OWN_WORK_CONTEXT, { text }, values);
      yield* rows;
      last = rows.length === BATCH ? rows.at(-1) : undefined;
    }
  }

  /** How many bytes that attachments refer to are not in the store. */
  async countOutside(store: StoreName): Promise<number> {
    const text = 'SELECT count(*) AS count FROM file_bytes WHERE reference_count > 0 AND store <> $1';
    return (await this.database.row<{ count: number }>(OWN_WORK_CONTEXT, { text }, [store]))?.count ?? 0;
  }

  /** The copy in the store that they came from goes after an hour. */
  async setMoved({ companyId, sha256 }: BytesKey, from: StoreName, to: StoreName): Promise<void> {
    const text = `UPDATE file_bytes SET store = $4, moved_from = $3, moved_at = now()
      WHERE company_id = $1 AND sha256 = $2 AND store = $3`;
    await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, sha256, from, to]);
  }

  /** Which of these have a row that names the store, as `<companyId>/<sha256>`. */
  async findNamed(keys: readonly BytesKey[], store: StoreName): Promise<Set<string>> {
    const text = `SELECT company_id || '/' || sha256 AS key FROM file_bytes
      WHERE company_id = ANY ($1::uuid[]) AND sha256 = ANY ($2) AND (store = $3 OR moved_from = $3)`;
    const values = [keys.map(({ companyId }) => companyId), keys.map(({ sha256 }) => sha256), store];
    const rows = await this.database.rows<{ key: string }>(OWN_WORK_CONTEXT, { text }, values);
    return new Set(rows.map(({ key }) => key));
  }

  /**
   * Deletes bytes without a row. It inserts a row to have a lock, and deletes nothing when an upload brings the bytes
   * meanwhile.
   */
  async deleteUnnamed({ companyId, sha256 }: BytesKey, store: StoreName): Promise<void> {
    const text = `INSERT INTO file_bytes (company_id, sha256, size, store, reference_count, hold_count, held_until)
      VALUES ($1, $2, 0, $3, 0, 0, now()) ON CONFLICT DO NOTHING`;
    const isMade = (await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, sha256, store])) === 1;
    if (isMade) await this.deleteIfFree({ companyId, sha256 });
    else if ((await this.findStore({ ...OWN_WORK_CONTEXT, companyId }, sha256)) !== store) {
      await this.deleteFrom(store, companyId, sha256);
    }
  }

  /** With the previews of them. */
  async deleteFrom(store: StoreName, companyId: string, sha256: string): Promise<void> {
    const previews = PREVIEW_SIZES.map((size) => previewKeyOf(companyId, sha256, size));
    for (const key of [keyOf(companyId, sha256), ...previews]) await this.stores.deleteFile(key, store);
  }

  async keepBytes(companyId: string, seconds: number): Promise<void> {
    const text = `INSERT INTO file_keeps (company_id, kept_until) VALUES ($1, now() + $2 * interval '1 s')
      ON CONFLICT (company_id) DO UPDATE SET kept_until = excluded.kept_until`;
    await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, seconds]);
  }
}
