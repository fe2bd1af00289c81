import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import type { DeliveryQueue } from './delivery-queue.js';
import type { DeliveryOutcome } from './delivery-queue.repository.js';

const MOST_AT_ONCE = 500;
/** Milliseconds until the next try after the database refused one. */
const RETRY_DELAY = 500;

interface Waiting {
  outcome: DeliveryOutcome;
  recorded: () => void;
}

/** Writes outcomes in batches: those that came while the last batch was written. Keeps them until they are written. */
export class DeliveryRecorder {
  private readonly waiting: Waiting[] = [];
  private isWriting = false;
  private canWrite = true;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly logger: Logger,
  ) {}

  /** Resolves once it is written. */
  record(outcome: DeliveryOutcome): Promise<void> {
    return new Promise((recorded) => {
      this.waiting.push({ outcome, recorded });
      if (!this.isWriting) void this.write();
    });
  }

  private async write(): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.slice(0, MOST_AT_ONCE);
      try {
        await this.queue.recordOutcomes(batch.map(({ outcome }) => outcome));
        this.canWrite = true;
        this.waiting.splice(0, batch.length);
        for (const { recorded } of batch) recorded();
      } catch (error) {
        const { message } = error as Error;
        if (this.canWrite) this.logger.warn(`Outcomes of deliveries cannot be written yet: ${message}`);
        this.canWrite = false;
        await delay(RETRY_DELAY);
      }
    }
    this.isWriting = false;
  }
}
