import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { NotFoundError } from '#common/errors/app-error.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { BusyError, type ConcurrencyLimit } from '#core/concurrency-limits/concurrency-limit.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { BytesLedgerRepository, previewKeyOf } from '../store/bytes-ledger.repository.js';
import type { OpenedFile } from '../store/file-store.js';
import { FileStores } from '../store/file-stores.service.js';
import { isPicture } from './file-headers.js';
import { PictureScaling } from './picture-scaling.js';

/** Previews that are made at once, each by one thread. */
const SLOTS = 2;
const LONGEST_WAIT = 10_000;

/** What a preview is made of. */
interface Original {
  readonly sha256: string;
  readonly contentType: string;
}

/** Small pictures of pictures, made when they are first asked for and kept beside the bytes. */
@Injectable()
export class Previews {
  private readonly slots: ConcurrencyLimit;

  constructor(
    private readonly stores: FileStores,
    private readonly ledger: BytesLedgerRepository,
    private readonly scaling: PictureScaling,
    concurrency: ConcurrencyLimits,
  ) {
    this.slots = concurrency.create('image-previews', { slots: SLOTS, longestWait: LONGEST_WAIT });
  }

  /**
   * Makes a preview unless it is there.
   *
   * @throws NotFoundError when there can be none: of a picture that gave none this is remembered. BusyError when it takes
   * long, and another company waits.
   */
  async makePreview(
    context: RequestContext,
    { sha256, contentType }: Original,
    size: string,
    openOriginal: () => Promise<OpenedFile>,
  ): Promise<void> {
    if (!isPicture(contentType)) throw new NoPreviewError();
    const store = await this.ledger.findStore(context, sha256);
    const key = previewKeyOf(context.companyId, sha256, size);
    if (await this.stores.hasFile(key, store)) return;
    if (await this.ledger.hasNoPreview(context, sha256)) throw new NoPreviewError();
    const share = context.companyId;
    await this.slots.inTurn({ share }, async () => {
      const path = await this.stores.waitingPath(`${uuidv7()}.original`, store);
      const made = `${path}.webp`;
      try {
        const original = await openOriginal();
        await pipeline(original.stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        const bytes = await this.scaling.scalePicture(path, Number(size), () => this.slots.isAwaitedByOthers(share));
        if (bytes === 'given way') throw new BusyError();
        if (bytes === 'impossible') {
          await this.ledger.noteNoPreview(context, sha256);
          throw new NoPreviewError();
        }
        await writeFile(made, bytes, { flag: 'wx', mode: 0o600 });
        const sha = createHash('sha256').update(bytes).digest('hex');
        const isNew = !(await this.stores.hasFile(key, store));
        await this.stores.putFile(key, { path: made, size: bytes.length, sha256: sha }, store);
        if (isNew) await this.ledger.addPreview(context, sha256, bytes.length);
      } finally {
        await Promise.all([path, made].map((left) => rm(left, { force: true })));
      }
    });
  }

  /** One that has been made. */
  async openPreview(context: RequestContext, { sha256 }: Original, size: string): Promise<OpenedFile> {
    const store = await this.ledger.findStore(context, sha256);
    const file = await this.stores.openFile(previewKeyOf(context.companyId, sha256, size), store, context.signal);
    if (!file) throw new NoPreviewError();
    return file;
  }
}

class NoPreviewError extends NotFoundError {
  constructor() {
    super('Preview');
  }
}
