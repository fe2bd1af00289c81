import { ApiProperty } from '@nestjs/swagger';
import { WholeNumber } from '#common/http/response.decorators.js';
import { IntegerParameter } from '#common/validation/parameters.js';

export class StatsQuery {
  /** How far back, in times of 24 hours. Default 30. */
  @IntegerParameter(1, 365)
  days?: number;
}

/** How promises ended. */
export class PromiseCountsResponse {
  /** Those that were kept. */
  @WholeNumber()
  kept: number;

  /** Those that were broken. */
  @WholeNumber()
  broken: number;
}

/** What has come of a rule. */
export class RuleStatsResponse {
  /** The rule; of one's own `custom:` and its name. */
  @ApiProperty({ type: String, example: 'task.overdue' })
  rule: string;

  /** How often it said something: sent, failed or logged. */
  @WholeNumber()
  said: number;

  /** Of these, what a channel took. */
  @WholeNumber()
  sent: number;

  /** What it did not say: of people who are away, of what is muted, or past a limit. */
  @WholeNumber()
  held: number;

  /** Said to someone about a task that someone changed or commented within 48 hours; null of rules without tasks. */
  @WholeNumber({ nullable: true })
  actedOn: number | null;

  /** The median of the hours until then; null without any. */
  actedWithinHours: number | null;

  /** Said to someone about a task who within 48 hours promised it, muted it, set it Done or gave it a blocker; null of rules without tasks. */
  @WholeNumber({ nullable: true })
  answered: number | null;

  /** How the promises among these answers ended; null of rules without tasks. */
  @ApiProperty({ type: PromiseCountsResponse, nullable: true })
  promises: PromiseCountsResponse | null;

  /** Feedback that calls it useful. */
  @WholeNumber()
  useful: number;

  /** Feedback that calls it not useful. */
  @WholeNumber()
  notUseful: number;
}
