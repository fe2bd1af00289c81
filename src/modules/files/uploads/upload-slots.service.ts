import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import type { ConcurrencyLimit, Release } from '#core/concurrency-limits/concurrency-limit.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { receiveBody, type ReceivedFile } from './receive-body.js';

/** Files and imports that are sent at once, half of them of one company. */
const SLOTS = 32;

@Injectable()
export class UploadSlots {
  private readonly slots: ConcurrencyLimit;

  constructor(concurrency: ConcurrencyLimits) {
    this.slots = concurrency.create('uploads', { slots: SLOTS });
  }

  /** Waits for a slot at most 5 s. @throws BusyError */
  takeSlot({ companyId }: RequestContext): Promise<Release> {
    return this.slots.take(companyId);
  }

  /** Takes the body of a request into a new file, in a slot. @throws BusyError, and as `receiveBody` */
  async receiveFile(
    context: RequestContext,
    request: IncomingMessage,
    { path, most }: { path: string; most: number },
  ): Promise<ReceivedFile> {
    const giveBack = await this.takeSlot(context);
    try {
      return await receiveBody(request, path, most);
    } finally {
      giveBack();
    }
  }
}
