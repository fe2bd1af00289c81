import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import type { AiCheckResponse } from './ai-check.dto.js';

/** What is kept of a check: its answer, and what decides who reads it. */
export interface StoredCheck {
  readonly answer: AiCheckResponse;
  /** The projects of all tasks that it has looked at. */
  readonly projectIds: readonly string[];
  /** The projects of the tasks that it speaks of. */
  readonly projectOf: Readonly<Record<string, string>>;
}

/** The answers of AI checks. */
@Injectable()
export class AiChecksRepository {
  constructor(private readonly database: Database) {}

  async findAnswer(
    { companyId, ...context }: RequestContext,
    colleagueId: string,
    checkId: string,
  ): Promise<StoredCheck | undefined> {
    const text = `SELECT r.answer FROM virtual_colleague_runs r
      WHERE r.company_id = $1 AND r.id = $2 AND r.colleague_id = $3 AND r.kind = 'ai_check' AND r.answer IS NOT NULL`;
    const row = await this.database.row<{ answer: StoredCheck }>(context, { text }, [companyId, checkId, colleagueId]);
    return row?.answer;
  }
}
