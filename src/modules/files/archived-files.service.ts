import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { ConflictError } from '#common/errors/app-error.js';
import { NIL_UUID } from '#common/validation/uuid.js';
import { Configuration } from '#config/configuration.js';
import { type RequestContext, type TransactionContext } from '#core/company-scope/request-context.js';
import { BeforeCompanyDeletion } from '#modules/companies/company.hooks.js';
import { allowedFileName } from './attachment.dto.js';
import { FileLimits } from './file-limits.js';
import { BytesLedgerRepository, keyOf } from './store/bytes-ledger.repository.js';
import type { OpenedFile } from './store/file-store.js';
import { FileStores } from './store/file-stores.service.js';
import { contentTypeOf, countingClaim, HEAD_BYTES } from './uploads/content-type.js';
import { AttachmentsRepository } from './attachments.repository.js';

/** Bytes that are stored and held. */
export interface StoredBytes {
  readonly sha256: string;
  readonly size: number;
  /** The first of them. */
  readonly head: Buffer;
}

/** What becomes an attachment. */
export interface AttachedFile {
  readonly id: string;
  readonly taskId: string;
  readonly authorId: string;
  readonly colleagueId: string | null;
  readonly name: string;
  readonly claimedType: string;
  readonly createdAt: string;
}

/** The bytes of attachments as archives hold them, and those of archives that come in. */
@Injectable()
export class ArchivedFiles {
  constructor(
    private readonly attachments: AttachmentsRepository,
    private readonly ledger: BytesLedgerRepository,
    private readonly stores: FileStores,
    private readonly limits: FileLimits,
    private readonly configuration: Configuration,
  ) {}

  /** Keeps the bytes of a company for so many seconds more, whatever is deleted meanwhile. */
  async keepBytes(companyId: string, seconds: number): Promise<void> {
    await this.ledger.keepBytes(companyId, seconds);
  }

  /** Deletes all bytes of a company that is deleted. */
  @BeforeCompanyDeletion()
  async removeAll({ companyId }: RequestContext): Promise<void> {
    await this.ledger.deleteAll(companyId);
  }

  /** Whether a file may have so many bytes. */
  fitsLimit(size: number): boolean {
    return size > 0 && size <= this.configuration.limits.fileBytes;
  }

  /** Ensures that a task may have the file, and the company `besides` more. @throws ConflictError */
  async ensureRoom(
    tx: TransactionContext,
    { taskId = NIL_UUID, size, besides }: { taskId: string | undefined; size: number; besides: number },
  ): Promise<void> {
    if (!this.fitsLimit(size)) throw new ConflictError(`A file has 1 to ${this.configuration.limits.fileBytes} bytes`);
    await this.limits.ensureRoomForBytes(tx, taskId, size + besides);
  }

  /** Stores bytes for `attach`, which must follow; else `release` them. They are known by their own SHA-256. */
  async storeBytes(context: RequestContext, stream: Readable, size: number): Promise<StoredBytes> {
    const path = await this.stores.waitingPath(`archived-${randomUUID()}`);
    const hash = createHash('sha256');
    const head: Buffer[] = [];
    let seen = 0;
    const noted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        if (seen < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - seen));
        seen += chunk.length;
        yield chunk;
      }
    };
    try {
      await pipeline(stream, noted, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
      const sha256 = hash.digest('hex');
      await this.put(context, { path, size, sha256 });
      return { sha256, size, head: Buffer.concat(head) };
    } finally {
      await rm(path, { force: true });
    }
  }

  releaseBytes(context: RequestContext, { sha256 }: StoredBytes): Promise<void> {
    return this.ledger.releaseBytes(context, sha256);
  }

  /** Gives a task a file whose bytes are stored. With `SCAN_URL` it is scanned first, like every other. */
  async attachFile(tx: TransactionContext, { sha256, size, head }: StoredBytes, file: AttachedFile): Promise<void> {
    await this.ledger.addReference(tx, sha256);
    const claimedType = countingClaim(file.claimedType);
    const isScanned = this.configuration.files.scanUrl !== null;
    await this.attachments.insertStored(tx, [
      tx.companyId,
      file.id,
      file.taskId,
      file.authorId,
      file.colleagueId,
      allowedFileName(file.name),
      size,
      claimedType,
      await contentTypeOf(head, claimedType),
      sha256,
      isScanned ? 'scanning' : 'ready',
      file.createdAt,
      isScanned ? new Date().toISOString() : null,
    ]);
    await this.attachments.nameCompany(tx, file.id);
  }

  /** Undefined when there are none. */
  async openBytes(context: RequestContext, sha256: string): Promise<OpenedFile | undefined> {
    const store = await this.ledger.findStore(context, sha256);
    return store && this.stores.openFile(keyOf(context.companyId, sha256), store);
  }

  private async put(context: RequestContext, file: { path: string; size: number; sha256: string }): Promise<void> {
    const { store, isStored } = await this.ledger.holdBytes(context, file.sha256, file.size);
    try {
      if (!isStored) await this.stores.putFile(keyOf(context.companyId, file.sha256), file, store);
    } catch (error) {
      await this.ledger.releaseBytes(context, file.sha256);
      throw error;
    }
  }
}
