import { Injectable } from '@nestjs/common';
import type { StoreName } from '../../../config/configuration.js';
import {
  OWN_WORK_CONTEXT,
  type DatabaseContext,
  type RequestContext,
  type TransactionContext,
} from '../../../core/company-scope/request-context.js';
import { Database } from '../../../core/database/database.js';
import { PREVIEW_SIZES } from '../attachment.dto.js';
import { FileStores } from './file-stores.service.js';

/** Rows of freed bytes that are looked at in one go. */
const BATCH = 100;

/** Whether no export of the company may still read the bytes of the row (moving 4.1). */
const IS_LET_GO = `NOT EXISTS (SELECT FROM file_keeps k WHERE k.company_id = file_bytes.company_id AND k.kept_until > now())`;

/** Bytes and what keeps them: `referenceCount` attachments, and uploads that are about to refer to them. */
export interface HeldBytes {
  readonly store: StoreName;
  /** They are there already: another attachment of the company has them. */
  readonly isStored: boolean;
}

/** The key of bytes in each store (files 5.5). */
export function keyOf(companyId: string, sha256: string): string {
  return `${companyId}/${sha256}`;
}

export function previewKeyOf(companyId: string, sha256: string, size: string): string {
  return `${keyOf(companyId, sha256)}.${size}.webp`;
}

/** Which bytes a company has, where, and who needs them: the same bytes are kept once (files 1.7). */
@Injectable()
export class BytesLedger {
  constructor(
    private readonly database: Database,
    private readonly stores: FileStores,
  ) {}

  /** Keeps bytes from being deleted for 15 minutes, before they are stored. `release` or `refer` ends it. */
  async hold(context: RequestContext, sha256: string, size: number): Promise<HeldBytes> {
    const text = `INSERT INTO file_bytes (company_id, sha256, size, store, reference_count, hold_count, held_until)
        VALUES ($1, $2, $3, $4, 0, 1, now() + interval '15 minutes')
      ON CONFLICT (company_id, sha256) DO UPDATE
        SET hold_count = file_bytes.hold_count + 1, held_until = greatest(file_bytes.held_until, excluded.held_until)
      RETURNING store, reference_count > 0 AS "isStored"`;
    const values = [context.companyId, sha256, size, this.stores.current.name];
    return (await this.database.row<HeldBytes>(context, { text }, values)) as HeldBytes;
  }

  async release({ companyId }: RequestContext, sha256: string): Promise<void> {
    const text = `UPDATE file_bytes SET hold_count = hold_count - 1 WHERE company_id = $1 AND sha256 = $2`;
    await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, sha256]);
  }

  /** Makes of a hold a reference. */
  async refer(tx: TransactionContext, sha256: string): Promise<void> {
    const text = `UPDATE file_bytes SET hold_count = hold_count - 1, reference_count = reference_count + 1
      WHERE company_id = $1 AND sha256 = $2`;
    await this.database.execute(tx, { text }, [tx.companyId, sha256]);
  }

  /** Takes references away; the clean-up deletes what nothing refers to. */
  async letGo(tx: DatabaseContext, companyId: string, sha256: string, count = 1): Promise<void> {
    const text = `UPDATE file_bytes SET reference_count = reference_count - $3
      WHERE company_id = $1 AND sha256 = $2`;
    await this.database.execute(tx, { text }, [companyId, sha256, count]);
  }

  /** The store of bytes that an attachment refers to. */
  async findStore(context: RequestContext, sha256: string): Promise<StoreName | undefined> {
    const text = `SELECT store FROM file_bytes WHERE company_id = $1 AND sha256 = $2`;
    return (await this.database.row<{ store: StoreName }>(context, { text }, [context.companyId, sha256]))?.store;
  }

  /** Deletes the bytes that nobody needs. Gives how many. */
  async deleteFreed(): Promise<number> {
    const text = `SELECT company_id AS "companyId", sha256 FROM file_bytes
      WHERE reference_count = 0 AND (hold_count <= 0 OR held_until < now()) AND ${IS_LET_GO} LIMIT ${BATCH}`;
    const freed = await this.database.rows<{ companyId: string; sha256: string }>(OWN_WORK_CONTEXT, { text });
    for (const { companyId, sha256 } of freed) await this.deleteIfFree(companyId, sha256);
    return freed.length;
  }

  /** Under the lock of its row, so that an upload of the same bytes waits and stores them anew. */
  private async deleteIfFree(companyId: string, sha256: string): Promise<void> {
    await this.database.transaction(OWN_WORK_CONTEXT, async (tx) => {
      const row = await this.database.row<{ store: StoreName; movedFrom: StoreName | null }>(
        tx,
        {
          text: `SELECT store, moved_from AS "movedFrom" FROM file_bytes WHERE company_id = $1 AND sha256 = $2
            AND reference_count = 0 AND (hold_count <= 0 OR held_until < now()) AND ${IS_LET_GO} FOR UPDATE SKIP LOCKED`,
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

  /** With the previews of them. */
  async deleteFrom(store: StoreName, companyId: string, sha256: string): Promise<void> {
    const previews = PREVIEW_SIZES.map((size) => previewKeyOf(companyId, sha256, size));
    for (const key of [keyOf(companyId, sha256), ...previews]) await this.stores.delete(key, store);
  }
}
