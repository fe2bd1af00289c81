import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import type { ActionType } from '../settings/action-types.js';
import { ColleagueFeedbacks } from './colleague-feedbacks.js';
import { ColleagueRunsRepository } from './colleague-runs.repository.js';

/** A run by schedule that sent all it had to say. */
export interface PastRun {
  readonly at: string;
  readonly tasksScanned: number;
  readonly actions: readonly PastAction[];
}

export interface PastAction {
  readonly type: ActionType;
  readonly rule: string;
  readonly taskId: string;
  readonly projectId: string;
  readonly userId: string;
  readonly message: string;
  readonly why: Readonly<Record<string, unknown>>;
  /** Whether a person found it useful, by the id of the person. */
  readonly feedback: ReadonlyMap<string, boolean>;
}

/** Writes invented runs for the colleagues of the demo company. The next run does not know of them. */
@Injectable()
export class PastRuns {
  constructor(
    private readonly runs: ColleagueRunsRepository,
    private readonly feedbacks: ColleagueFeedbacks,
  ) {}

  /** Call it for the oldest run first. */
  async writeRun(tx: TransactionContext, colleagueId: string, { at, tasksScanned, actions }: PastRun): Promise<void> {
    const rows = actions.map((action, position) => ({ ...action, id: uuidv7(), position }));
    const byRule = Object.fromEntries(
      [...Map.groupBy(rows, ({ rule }) => rule)].map(([rule, said]) => [rule, said.length]),
    );
    await this.runs.insertPastRun(tx, colleagueId, { at, tasksScanned, byRule, actions: rows });
    for (const { id, feedback } of rows) {
      for (const [userId, useful] of feedback) {
        await this.feedbacks.giveFeedback({ ...tx, userId }, colleagueId, id, { useful });
      }
    }
  }
}
