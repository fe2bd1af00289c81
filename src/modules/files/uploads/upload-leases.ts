import { Injectable, Logger } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { type RequestContext } from '#core/company-scope/request-context.js';
import { UploadLeasesRepository } from './upload-leases.repository.js';

/** Milliseconds between two renewals. */
const RENEWAL = 10_000;

export interface UploadLease {
  readonly id: string;
  /** Lets another upload begin. */
  end(): Promise<void>;
}

/** One upload of an attachment at a time, over all processes. */
@Injectable()
export class UploadLeases {
  private readonly logger = new Logger(UploadLeases.name);

  constructor(private readonly leases: UploadLeasesRepository) {}

  /** Undefined when another upload is under way, or the attachment waits no more. */
  async takeLease(context: RequestContext, attachmentId: string): Promise<UploadLease | undefined> {
    const id = uuidv7();
    const values = [context.companyId, attachmentId, id];
    if (!(await this.leases.takeLease(context, values))) return undefined;
    const timer = setInterval(() => void this.renew(values), RENEWAL);
    const end = async () => {
      clearInterval(timer);
      await this.attempt(() => this.leases.endLease(values));
    };
    return { id, end };
  }

  private renew(values: unknown[]): Promise<void> {
    return this.attempt(() => this.leases.renewLease(values));
  }

  /** A lease that cannot be renewed runs out, and the upload is refused at its end. */
  private async attempt(change: () => Promise<unknown>): Promise<void> {
    try {
      await change();
    } catch (error) {
      this.logger.warn(`The lease of an upload cannot be changed: ${(error as Error).message}`);
    }
  }
}
