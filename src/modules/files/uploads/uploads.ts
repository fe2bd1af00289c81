import type { IncomingMessage } from 'node:http';
import { rm } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { ConflictError, InvalidInputError, NotFoundError } from '#common/errors/app-error.js';
import { Configuration } from '#config/configuration.js';
import { CallerCheck } from '#core/access/caller-check.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { changed, unannounced } from '#core/events/domain-event.js';
import { TaskChanges } from '#modules/tasks/changes/task-changes.service.js';
import { TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import type { AttachmentResponse } from '#modules/tasks/attachment.dto.js';
import type { Attachment } from '../attachment.entity.js';
import { AttachmentsRepository } from '../attachments.repository.js';
import { BytesLedgerRepository, keyOf } from '../store/bytes-ledger.repository.js';
import { FileStores } from '../store/file-stores.service.js';
import { contentTypeOf } from './content-type.js';
import { receiveBody, type ReceivedFile } from './receive-body.js';
import { UploadLeases } from './upload-leases.js';
import { UploadSlots } from './upload-slots.service.js';

const SENT_ALREADY = 'The bytes of the file are there already; attach another file';
const UNDER_WAY = 'The file is being sent by another request; wait until that ends';

/** What an upload takes part in. */
@Injectable()
export class UploadParts {
  constructor(
    readonly slots: UploadSlots,
    readonly leases: UploadLeases,
    readonly stores: FileStores,
    readonly ledger: BytesLedgerRepository,
    readonly configuration: Configuration,
  ) {}
}

/** Takes the bytes of an attachment. No lock and no connection is held while they arrive. */
@Injectable()
export class Uploads {
  constructor(
    private readonly callerCheck: CallerCheck,
    private readonly rows: AttachmentsRepository,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
    private readonly parts: UploadParts,
  ) {}

  /** @throws NotFoundError, InsufficientPermissionsError, InvalidInputError, ConflictError before a byte is read */
  async receiveBytes(context: RequestContext, id: string, request: IncomingMessage): Promise<AttachmentResponse> {
    const length = request.headers['content-length'];
    if (length === undefined) throw new InvalidInputError('Content-Length must be the size of the file');
    const attachment = await this.rows.getForUpload(context, id);
    if (Number(length) !== attachment.size) {
      throw new InvalidInputError(`Content-Length must be the announced size, ${attachment.size}`);
    }
    if (attachment.state !== 'waiting') throw new ConflictError(SENT_ALREADY);
    const giveBack = await this.parts.slots.takeSlot(context);
    try {
      const lease = await this.parts.leases.takeLease(context, id);
      if (!lease) throw await this.whyNot(context, id);
      try {
        return await this.store(context, attachment, lease.id, request);
      } finally {
        await lease.end();
      }
    } finally {
      giveBack();
    }
  }

  private async whyNot(context: RequestContext, id: string): Promise<Error> {
    const { state } = await this.rows.getForUpload(context, id);
    return new ConflictError(state === 'waiting' ? UNDER_WAY : SENT_ALREADY);
  }

  private async store(
    context: RequestContext,
    attachment: Attachment,
    leaseId: string,
    request: IncomingMessage,
  ): Promise<AttachmentResponse> {
    const { stores, ledger } = this.parts;
    const file = await receiveBody(request, await stores.waitingPath(leaseId), attachment.size);
    try {
      const contentType = await contentTypeOf(file.head, attachment.claimedType);
      const { store, isStored } = await ledger.holdBytes(context, file.sha256, file.size);
      try {
        if (!isStored) await stores.putFile(keyOf(context.companyId, file.sha256), file, store);
        return await this.finish(context, attachment, leaseId, { ...file, contentType });
      } catch (error) {
        await ledger.releaseBytes(context, file.sha256);
        throw error;
      }
    } finally {
      await rm(file.path, { force: true });
    }
  }

  /** Asks all guards again, as of now. */
  private finish(
    context: RequestContext,
    { id, taskId }: Attachment,
    leaseId: string,
    { sha256, contentType }: ReceivedFile & { contentType: string },
  ): Promise<AttachmentResponse> {
    return this.callerCheck.commit(context, async (tx) => {
      const task = await this.locks.lockReachable(tx, taskId);
      const attachment = task && (await this.rows.lockAttachment(tx, id));
      if (!attachment) throw new NotFoundError('Attachment');
      this.locks.ensureWritable([task]);
      if (attachment.state !== 'waiting') throw new ConflictError(SENT_ALREADY);
      if (attachment.leaseId !== leaseId) throw new ConflictError(UNDER_WAY);
      await this.parts.ledger.addReference(tx, sha256);
      const isScanned = this.parts.configuration.files.scanUrl !== null;
      await this.rows.setReceived(tx, attachment, { sha256, contentType, isScanned });
      const answer = await this.rows.getShown(tx, id);
      if (isScanned) return unannounced(answer);
      const added = [{ id, name: attachment.name }];
      return changed(answer, ...(await this.changes.touchTask(tx, task, { attachments: { added } }, undefined)));
    });
  }
}
