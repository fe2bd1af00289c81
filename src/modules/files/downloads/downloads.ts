import { Readable } from 'node:stream';
import { HttpStatus, Injectable, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ConflictError, NotFoundError } from '#common/errors/app-error.js';
import { hasEntityTag } from '#common/http/entity-tag.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import type { ConcurrencyLimit } from '#core/concurrency-limits/concurrency-limit.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import type { PreviewQuery } from '../attachment.dto.js';
import type { Attachment } from '../attachment.entity.js';
import { AttachmentsRepository } from '../attachments.repository.js';
import { BytesLedgerRepository, keyOf } from '../store/bytes-ledger.repository.js';
import { FileStores } from '../store/file-stores.service.js';
import type { OpenedFile } from '../store/file-store.js';
import { StoreUnavailableError } from '../store/store-unavailable-error.js';
import { fileHeaders, type ServedFile } from './file-headers.js';
import { Previews } from './previews.js';

/** Files that are read at once, half of them of one company. */
const SLOTS = 64;

/** A ready attachment, and what is known of its bytes then. */
export type ReadyAttachment = Attachment & { readonly sha256: string };

/** Answers with the bytes of files. */
@Injectable()
export class Downloads {
  private readonly slots: ConcurrencyLimit;

  constructor(
    private readonly rows: AttachmentsRepository,
    private readonly ledger: BytesLedgerRepository,
    private readonly stores: FileStores,
    private readonly previews: Previews,
    concurrency: ConcurrencyLimits,
  ) {
    this.slots = concurrency.create('downloads', { slots: SLOTS });
  }

  /** The bytes; nothing when the client has them. @throws NotFoundError, ConflictError */
  async readContent(context: RequestContext, id: string, reply: FastifyReply): Promise<StreamableFile | undefined> {
    const attachment = await this.getReady(context, id);
    const { name, contentType, sha256: version } = attachment;
    return this.answer(context, reply, { name, contentType, version }, () => this.open(context, attachment));
  }

  /** @throws NotFoundError also of what is no picture, or one that is too large */
  async readPreview(
    context: RequestContext,
    id: string,
    { size }: PreviewQuery,
    reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const attachment = await this.getReady(context, id);
    const name = `${attachment.name}.webp`;
    const served = { name, contentType: 'image/webp', version: `${attachment.sha256} ${size}` };
    await this.previews.makePreview(context, attachment, size, () => this.open(context, attachment));
    return this.answer(context, reply, served, () => this.previews.openPreview(context, attachment, size));
  }

  /** @throws NotFoundError, ConflictError while its bytes cannot be had */
  async getReady(context: RequestContext, id: string): Promise<ReadyAttachment> {
    const attachment = await this.rows.getReachable(context, id);
    const { state, sha256 } = attachment;
    if (state === 'refused') throw new NotFoundError('Attachment');
    if (state !== 'ready' || sha256 === null) {
      throw new ConflictError(
        state === 'scanning' ? 'The file is being scanned; ask again later' : 'The bytes of the file are not there yet',
      );
    }
    return { ...attachment, sha256 };
  }

  private async open(context: RequestContext, { sha256, size }: ReadyAttachment): Promise<OpenedFile> {
    const store = await this.ledger.findStore(context, sha256);
    const file = store && (await this.stores.openFile(keyOf(context.companyId, sha256), store, context.signal));
    if (!file) throw new StoreUnavailableError(new Error(`The bytes ${sha256} are missing`));
    if (file.size === size) return file;
    file.stream.destroy();
    throw new StoreUnavailableError(new Error(`The bytes ${sha256} are ${file.size}, not ${size}`));
  }

  private async answer(
    context: RequestContext,
    reply: FastifyReply,
    served: ServedFile,
    open: () => Promise<OpenedFile>,
  ): Promise<StreamableFile | undefined> {
    const headers = fileHeaders(served);
    const known = reply.request.headers['if-none-match'];
    if (known !== undefined && hasEntityTag(known, headers['ETag'] ?? '')) {
      const { 'Content-Type': _type, ...kept } = headers;
      void reply.headers(kept).status(HttpStatus.NOT_MODIFIED);
      return undefined;
    }
    const release = await this.slots.take(context.companyId, context.signal);
    try {
      const { stream, size } = await open();
      stream.once('close', release);
      void reply.headers({ ...headers, 'Content-Length': String(size) });
      const isHead = reply.request.method === 'HEAD';
      if (isHead) stream.destroy();
      return new StreamableFile(isHead ? Readable.from([]) : stream, { type: headers['Content-Type'] ?? '' });
    } catch (error) {
      release();
      throw error;
    }
  }
}
