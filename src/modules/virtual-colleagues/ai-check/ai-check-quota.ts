import { Injectable } from '@nestjs/common';
import { RateLimitExceededError } from '#common/errors/app-error.js';
import { Configuration } from '#config/configuration.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { AiCheckCountsRepository } from './ai-check-counts.repository.js';

const SECONDS_A_DAY = 86_400;

/** How many AI checks a company may make on a day in UTC, over all instances. */
@Injectable()
export class AiCheckQuota {
  constructor(
    private readonly counts: AiCheckCountsRepository,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Counts a check that begins, however it ends.
   *
   * @throws RateLimitExceededError until the day is over
   */
  async takeCheck(tx: TransactionContext): Promise<void> {
    const isCounted = await this.counts.countCheck(tx, this.configuration.limits.aiChecksPerDay);
    if (!isCounted) throw new RateLimitExceededError(SECONDS_A_DAY - (Math.floor(Date.now() / 1_000) % SECONDS_A_DAY));
  }
}
